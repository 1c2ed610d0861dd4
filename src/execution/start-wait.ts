import type { AttemptLog, SeenPod } from './attempt-log.ts';
import type { Job } from './job.ts';

/** How long a run was without a running Pod before its work began. Ms since the epoch. */
export interface StartWait {
  readonly since: number;
  /** When its first container started that does the work; without any, when the run ended. */
  readonly until: number;
  /** Whether nothing can have run sooner that was never seen. */
  readonly isCertain: boolean;
}

/**
 * The wait of a run for its start, as its Pods tell it afterwards: so it is known even of a start that nobody
 * watched. Null while the run still waits. An init container that failed is an attempt, and so a start.
 */
export function startWait(job: Job, { pods }: AttemptLog, endedAt: number | null): StartWait | null {
  const since = job.startedAt ?? job.createdAt;
  const starts = pods.flatMap(startsOf).toSorted((a, b) => a.at - b.at);
  const first = starts[0];
  if (first === undefined) return endedAt === null ? null : { since, until: endedAt, isCertain: false };
  const failedPods = pods.filter(({ pod }) => pod.phase === 'Failed').length;
  return { since, until: first.at, isCertain: first.restart === 0 && job.failed <= failedPods };
}

interface ContainerStart {
  readonly at: number;
  readonly restart: number;
}

function startsOf({ pod, exits }: SeenPod): readonly ContainerStart[] {
  const ended = exits
    .filter(({ kind, terminated }) => kind === 'main' || (kind === 'init' && terminated.exitCode !== 0))
    .map(({ restart, terminated }) => ({ restart, at: terminated.startedAt }));
  const running = pod.containers
    .filter(({ kind }) => kind === 'main')
    .map(({ restartCount: restart, state }) => ({
      restart,
      at: state.kind === 'running' ? state.startedAt : null,
    }));
  return [...ended, ...running].flatMap(({ at, restart }) => (at === null ? [] : [{ at, restart }]));
}
