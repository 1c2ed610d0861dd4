import { SECOND } from '../../src/lib/duration.ts';
import { type Fault, type PlannedCronJob, plannedSlots } from './world-plan.ts';

/** A run that is going to happen. */
export interface ForetoldRun {
  readonly slot: number;
  readonly startAt: number;
  /** So much later it may all happen: a refused Job is created with the next retry. */
  readonly slackMs: number;
  /** When its container begins to run; null when none does. */
  readonly runningAt: number | null;
  readonly endAt: number;
  /** `takenAway`: replaced by a later run, or deleted with its CronJob. */
  readonly outcome: 'success' | 'failure' | 'takenAway';
}

/** A CronJob from its creation to its deletion. */
export interface ForetoldLife {
  readonly createdAt: number;
  /** Infinity when it stays. */
  readonly deletedAt: number;
  /** By start. */
  readonly runs: readonly ForetoldRun[];
}

/** client-go's longest wait between two tries. */
const LONGEST_RETRY_MS = 1_000 * SECOND;
/** The Job controller waits so long before the second attempt, and twice as long before each further one. */
const FIRST_BACKOFF_MS = 10 * SECOND;
/** Of an attempt that fails. */
const FAILING_MS = 10 * SECOND;

/**
 * What Kubernetes is going to do with a CronJob, from its plan and its faults alone: a slot starts a run
 * unless something hinders the controller, which then starts the latest slot that has passed, within the
 * starting deadline, as soon as nothing does.
 */
export function foretellLives(cronJob: PlannedCronJob, endAt: number): readonly ForetoldLife[] {
  const deletions = spans(cronJob, 'deletion');
  const births = [cronJob.createdAt, ...deletions.map(({ until }) => until)];
  return births
    .map((createdAt, index) => ({ createdAt, deletedAt: deletions[index]?.from ?? Infinity }))
    .filter(({ createdAt }) => createdAt < endAt)
    .map((life) => ({ ...life, runs: foretellRuns(cronJob, life, endAt) }));
}

type RunFault = Extract<Fault, { readonly slot: number }>;
type Span = Extract<Fault, { readonly from: number }>;

/** The faults of a kind that last from an instant to another. */
export function spans(
  cronJob: Pick<PlannedCronJob, 'faults'>,
  ...kinds: readonly Span['kind'][]
): readonly Span[] {
  return cronJob.faults.filter((fault): fault is Span => 'from' in fault && kinds.includes(fault.kind));
}

function foretellRuns(
  cronJob: PlannedCronJob,
  { createdAt, deletedAt }: { readonly createdAt: number; readonly deletedAt: number },
  endAt: number,
): readonly ForetoldRun[] {
  const { timetable, startingDeadlineMs, concurrencyPolicy } = cronJob;
  const until = Math.min(deletedAt, endAt);
  const hindrances = spans(cronJob, 'heldBack', 'refused', 'suspension');
  const instants = new Set([
    ...plannedSlots(timetable, createdAt, until),
    ...hindrances.map((span) => span.until).filter((at) => at > createdAt && at < until),
  ]);
  const runs: ForetoldRun[] = [];
  for (let at = earliest(instants); at !== null; at = earliest(instants)) {
    instants.delete(at);
    if (hindrances.some((span) => span.from <= at && at < span.until)) continue;
    const from = Math.max(
      runs.at(-1)?.slot ?? createdAt,
      startingDeadlineMs === null ? 0 : at - startingDeadlineMs,
    );
    const slot = plannedSlots(timetable, from, at).at(-1);
    if (slot === undefined) continue;
    const active = runs.filter((run) => run.endAt > at);
    if (concurrencyPolicy === 'Forbid' && active.length > 0) continue;
    if (concurrencyPolicy === 'Replace')
      for (const run of active) runs[runs.indexOf(run)] = takenAway(run, at);
    const slackMs = hindrances.some((span) => span.kind === 'refused' && span.until === at)
      ? LONGEST_RETRY_MS
      : 0;
    const run = foretellRun(cronJob, slot, at, slackMs);
    runs.push(run);
    if (concurrencyPolicy === 'Forbid' && run.endAt < until) instants.add(run.endAt);
  }
  return runs.map((run) => (run.endAt > deletedAt ? takenAway(run, deletedAt) : run));
}

function earliest(instants: ReadonlySet<number>): number | null {
  return instants.size === 0 ? null : Math.min(...instants);
}

function takenAway(run: ForetoldRun, at: number): ForetoldRun {
  const runningAt = run.runningAt !== null && run.runningAt < at ? run.runningAt : null;
  return { ...run, runningAt, endAt: at, outcome: 'takenAway' };
}

function foretellRun(cronJob: PlannedCronJob, slot: number, startAt: number, slackMs: number): ForetoldRun {
  const { activeDeadlineMs, backoffLimit } = cronJob;
  const run = { slot, startAt, slackMs };
  if (activeDeadlineMs !== null && hasBadImage(cronJob, startAt)) {
    return { ...run, runningAt: null, endAt: startAt + activeDeadlineMs, outcome: 'failure' };
  }
  const { waitMs, durationMs, failures } = courseOf(cronJob, slot);
  const backoffMs = (attempts: number) => FIRST_BACKOFF_MS * (2 ** attempts - 1);
  const runningAt = startAt + waitMs;
  if (failures > backoffLimit) {
    const endAt = runningAt + (backoffLimit + 1) * FAILING_MS + backoffMs(backoffLimit);
    return { ...run, runningAt, endAt, outcome: 'failure' };
  }
  const endAt = runningAt + failures * FAILING_MS + backoffMs(failures) + durationMs;
  return { ...run, runningAt, endAt, outcome: 'success' };
}

/** Whether what starts now has an image that cannot be pulled. */
export function hasBadImage(cronJob: Pick<PlannedCronJob, 'faults'>, at: number): boolean {
  return spans(cronJob, 'badImage').some(({ from, until }) => from <= at && at < until);
}

/** How the containers of a slot's run go: so many attempts fail before one succeeds, if it comes to that. */
export interface Course {
  readonly waitMs: number;
  readonly durationMs: number;
  readonly failures: number;
}

export function courseOf({ faults, durationMs }: PlannedCronJob, slot: number): Course {
  const usual: Course = { waitMs: 0, durationMs, failures: 0 };
  const fault = faults.find((each): each is RunFault => 'slot' in each && each.slot === slot);
  if (fault === undefined) return usual;
  switch (fault.kind) {
    case 'failure':
      return { ...usual, failures: Infinity };
    case 'flake':
      return { ...usual, failures: 1 };
    case 'slowStart':
      return { ...usual, waitMs: fault.waitMs };
    case 'duration':
      return { ...usual, durationMs: fault.durationMs };
  }
}

/** How long an attempt runs that fails. */
export const FAILING_ATTEMPT_MS = FAILING_MS;
