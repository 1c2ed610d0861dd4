import type { CronJobFacts } from '../execution/cron-job-facts.ts';
import type { Execution } from '../execution/execution.ts';
import type { JudgedFacts, JudgedState } from './judged-state.ts';

/** Something that happened to a CronJob, and the facts that it changes. */
export interface Happening {
  readonly at: number;
  /** The run that ended; null when another thing happened. */
  readonly ended: Execution | null;
  readonly change: (before: JudgedFacts) => JudgedFacts;
}

/** A run of a CronJob that is not recorded yet, under way or ended. */
export interface KnownRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly scheduledFor: number | null;
  /** Null while it runs. */
  readonly endedAt: number | null;
}

/**
 * What happened since the last judgement, in order, so that it can be judged as if somebody had looked
 * at each instant: starts and ends of runs by the cluster's clock, what the CronJob itself went through
 * as it was seen.
 */
export function happenings({
  runs,
  ended,
  seen,
  before,
  createdAt,
  now,
}: {
  readonly runs: readonly KnownRun[];
  /** To be recorded now, in the order of their ends. */
  readonly ended: readonly Execution[];
  /** The CronJob as it is now. */
  readonly seen: Pick<CronJobFacts, 'suspendedSince' | 'resumedAt'> & Pick<JudgedFacts, 'goneSince'>;
  readonly before: JudgedFacts & Pick<JudgedState, 'until'>;
  /** Of the CronJob that is there now. */
  readonly createdAt: number;
  readonly now: number;
}): readonly Happening[] {
  const all = [
    ...runs.map(toStart).filter(({ startedAt }) => startedAt > (before.lastStartedAt ?? -Infinity)),
    ...ended.map(toEnd),
    ...toSeen(before, seen, { createdAt, now }),
  ];
  // A clock that runs ahead of ours makes nothing happen in the future. Of one instant, starts come first.
  return all
    .map((happening) => ({ ...happening, at: Math.min(happening.at, now) }))
    .toSorted((a, b) => a.at - b.at);
}

function toStart({ startedAt, scheduledFor }: KnownRun): Happening & { readonly startedAt: number } {
  // A run that was created for a slot started no sooner, whatever the clock of its node says.
  const at = Math.max(startedAt, scheduledFor ?? -Infinity);
  const change = (before: JudgedFacts) => ({ ...before, lastStartedAt: later(before.lastStartedAt, at) });
  return { at, ended: null, change, startedAt: at };
}

function toEnd(run: Execution): Happening {
  const change = (before: JudgedFacts) =>
    run.outcome === 'success'
      ? { ...before, lastSuccessAt: later(before.lastSuccessAt, run.completedAt) }
      : before;
  return { at: run.completedAt, ended: run, change };
}

function toSeen(
  before: JudgedFacts & Pick<JudgedState, 'until'>,
  { suspendedSince, resumedAt, goneSince }: Pick<JudgedFacts, 'suspendedSince' | 'resumedAt' | 'goneSince'>,
  { createdAt, now }: { readonly createdAt: number; readonly now: number },
): readonly Happening[] {
  const same =
    before.suspendedSince === suspendedSince &&
    before.resumedAt === resumedAt &&
    before.goneSince === goneSince;
  if (same) return [];
  const change = (facts: JudgedFacts) => ({ ...facts, suspendedSince, resumedAt, goneSince });
  const at = seenAt(before, goneSince, { createdAt, now });
  // A suspension that nobody saw begin counts from when it showed.
  const isSuspended = before.suspendedSince === null && suspendedSince !== null;
  return [{ at: isSuspended ? Math.min(at, suspendedSince) : at, ended: null, change }];
}

/**
 * A recreation tells when it was, whenever it is seen. A deletion does not: what is gone now may have
 * been gone ever since it was last looked at, and has missed nothing.
 */
function seenAt(
  before: JudgedFacts & Pick<JudgedState, 'until'>,
  goneSince: number | null,
  { createdAt, now }: { readonly createdAt: number; readonly now: number },
): number {
  if (before.goneSince !== null && goneSince === null) return createdAt;
  return before.goneSince === null && goneSince !== null ? Math.min(before.until, now) : now;
}

function later(a: number | null, b: number): number {
  return a === null ? b : Math.max(a, b);
}
