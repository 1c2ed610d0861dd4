import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import type { AppInstance } from '../app-instance.ts';
import { PruneRequest, PruneResult } from '../contract/prune.ts';
import { RequestError } from '../errors.ts';

/** Where old runs are deleted. */
export interface Pruner {
  /**
   * Deletes the runs that ended before the instant, or counts them in a dry run, and tells how many rows those
   * are. Ends early, with what was done until then, when the signal is aborted.
   */
  prune(request: {
    readonly before: number;
    readonly keeps: (jobUid: string) => boolean;
    readonly dryRun: boolean;
    readonly signal: AbortSignal;
  }): Promise<{ readonly executions: number; readonly logs: number; readonly events: number }>;
}

/** What the route of the prune calls. */
export interface PrunePorts extends Pruner {
  readonly clock: Clock;
  /** Whether the cluster has the Job: its run, if deleted, would be taken for a new one and recorded again. */
  isLiveJob(jobUid: string): boolean;
  /** What the service still waits for before it knows which Jobs are live; empty when it knows. */
  notReadyReasons(): readonly string[];
}

/** The deletion of old runs by hand. */
export function pruneRoutes(app: AppInstance, ports: PrunePorts): void {
  const closing = new AbortController();
  let pruning = false;
  app.addHook('preClose', async () => closing.abort());

  app.post(
    '/admin/prune',
    { schema: { summary: 'Delete old executions', body: PruneRequest, response: { 200: PruneResult } } },
    async ({ body: { olderThanDays, dryRun = false } }) => {
      refuseUnlessReady(ports.notReadyReasons());
      if (pruning) throw new RequestError('refused', 'A prune is under way. Wait for it to end.');
      pruning = true;
      try {
        const counts = await ports.prune({
          before: ports.clock.now() - olderThanDays * DAY,
          keeps: (jobUid) => ports.isLiveJob(jobUid),
          dryRun,
          signal: closing.signal,
        });
        return {
          executionsDeleted: counts.executions,
          logsDeleted: counts.logs,
          eventsDeleted: counts.events,
        };
      } finally {
        pruning = false;
      }
    },
  );
}

function refuseUnlessReady(reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  throw new RequestError(
    'refused',
    `Nothing can be pruned until it is known which Jobs the cluster has: ${reasons.join('; ')}.`,
    { waitsFor: reasons },
  );
}
