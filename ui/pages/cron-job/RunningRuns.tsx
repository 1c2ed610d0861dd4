import type { RunningJob } from '../../../src/api/contract/cron-job.ts';
import { Card } from '../../ui/Card.tsx';
import { Status } from '../../ui/Status.tsx';
import { Elapsed } from '../../ui/Time.tsx';

/** What runs now; nothing at all when nothing does. */
export function RunningRuns({ runs }: { readonly runs: readonly RunningJob[] }) {
  if (runs.length === 0) return null;
  return (
    <Card title="Running now">
      <ul>
        {runs.map((run) => (
          <li
            key={run.jobName}
            className="flex min-h-8 flex-wrap items-center gap-x-4 border-b border-line px-3 py-1 last:border-b-0"
          >
            <Status kind="running" />
            <span className="min-w-0 flex-1 break-all">{run.jobName}</span>
            {run.manual && <span className="text-xs text-mute">started by hand</span>}
            {run.stuck !== null && (
              <span className="text-warn" data-tip={run.stuck.message}>
                {run.stuck.reason}
              </span>
            )}
            <span className="text-mute">
              for <Elapsed since={run.startTime} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
