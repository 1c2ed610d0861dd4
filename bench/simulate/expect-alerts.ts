import { HOUR, MINUTE } from '../../src/lib/duration.ts';
import { type ExpectedAlert, isUnseen, seenAt, windowOf } from './expected-alert.ts';
import { expectLowRate, expectRegression } from './expect-figures.ts';
import { foretellLives, spans } from './foretell-runs.ts';
import { PROFILES } from './profiles.ts';
import {
  byEnd,
  type Facts,
  isSuspended,
  resumptions,
  type Stretch,
  Stretches,
  suspensionShownAt,
} from './stretches.ts';
import { isUntraceable } from './untraceable-slots.ts';
import { type PlannedCronJob, plannedSlots, type WorldPlan } from './world-plan.ts';

/** Every alert that the faults of a world call for, worked out from the plan alone. */
export function expectAlerts(world: WorldPlan): readonly ExpectedAlert[] {
  return world.cronJobs.flatMap((cronJob) => expectOf(cronJob, world));
}

function expectOf(cronJob: PlannedCronJob, { startAt, endAt, outages }: WorldPlan): readonly ExpectedAlert[] {
  const profile = PROFILES[cronJob.profile];
  const lives = foretellLives(cronJob, endAt);
  const facts: Facts = { cronJob, profile, lives, outages, startAt, endAt };
  const found = EXPECTATIONS.flatMap(([reason, expect]) =>
    expect(facts).map((stretch) => ({ reason, ...stretch })),
  );
  return found
    .filter(({ at }) => at + LAST_MOMENTS_MS < endAt)
    .map(({ reason, at, until, slackMs = 0, endSlackMs = slackMs, optional = false }) => ({
      namespace: cronJob.profile,
      cronJob: cronJob.name,
      reason,
      opens: windowOf(at, outages, slackMs),
      resolves: until + LAST_MOMENTS_MS > endAt ? null : windowOf(until, outages, endSlackMs),
      optional,
    }));
}

/** What falls into the end of the world may or may not be seen in it. */
const LAST_MOMENTS_MS = 5 * MINUTE;

const EXPECTATIONS: readonly (readonly [reason: string, expect: (facts: Facts) => readonly Stretch[]])[] = [
  ['JobFailed', expectJobFailed],
  ['StuckBeforeStart', expectStuck],
  ['MissedSchedule', expectMissed],
  ['NoRecentSuccess', expectSilence],
  ['CronJobDeleted', expectDeleted],
  ['SuspendedTooLong', expectSuspended],
  ['MaxDuration', expectTooLong],
  ['MinDuration', expectTooShort],
  ['SuccessRate', expectLowRate],
  ['DurationRegression', expectRegression],
];

/** So many failed runs in a row, until so many successful ones in a row. */
function expectJobFailed({ profile, lives }: Facts): readonly Stretch[] {
  const stretches = new Stretches();
  let failures = 0;
  let successes = 0;
  for (const { runs, deletedAt } of lives) {
    for (const { outcome, endAt, slackMs } of byEnd(runs)) {
      failures = outcome === 'failure' ? failures + 1 : 0;
      successes = outcome === 'success' ? successes + 1 : 0;
      if (failures >= profile.consecutiveFailures) stretches.open(endAt, slackMs);
      if (successes >= profile.recoveryRuns) stretches.end(endAt, slackMs);
    }
    stretches.end(deletedAt);
  }
  return stretches.all;
}

const STUCK_AFTER_MS = 10 * MINUTE;

/** A run without a running Pod for ten minutes, until none is. */
function expectStuck({ lives, outages }: Facts): readonly Stretch[] {
  const waits = lives
    .flatMap(({ runs }) => runs)
    .map(({ startAt, runningAt, endAt, slackMs }) => ({
      at: startAt + STUCK_AFTER_MS,
      until: Math.min(runningAt ?? Infinity, endAt),
      slackMs,
      started: runningAt !== null,
    }))
    .filter(({ at, until }) => until > at);
  // A Pod that runs tells when it began to; one that never did may be gone by the time that somebody looks.
  return joinOverlapping(waits).map((wait) => ({
    ...wait,
    optional: !wait.started && isUnseen(wait.at, wait.until, outages),
  }));
}

function joinOverlapping<T extends Stretch>(stretches: readonly T[]): readonly T[] {
  const joined: T[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.at - b.at)) {
    const before = joined.at(-1);
    if (before === undefined || before.until < stretch.at) joined.push(stretch);
    else joined[joined.length - 1] = { ...before, until: Math.max(before.until, stretch.until) };
  }
  return joined;
}

/** So many slots in a row, from each of which on no run started in time and of which something is known; until a run succeeds. */
function expectMissed(facts: Facts): readonly Stretch[] {
  const { profile, cronJob, lives, outages, endAt } = facts;
  const { bufferMs, missedThreshold } = profile;
  if (bufferMs === null) return [];
  const stretches = new Stretches();
  for (const { createdAt, deletedAt, runs } of lives) {
    const until = Math.min(deletedAt, endAt);
    const due = plannedSlots(cronJob.timetable, createdAt, until - bufferMs).map((slot) => ({
      at: slot + bufferMs,
      slot,
    }));
    const unknown = due
      .map(({ slot }) => slot)
      .filter((slot) => isUntraceable(slot, { cronJob, runs, outages }));
    const ends = byEnd(runs).filter(({ outcome }) => outcome === 'success');
    const moments = [
      ...due.map(({ at, slot }) => ({ at, judge: () => judgeSlot(slot, at) })),
      ...ends.map(({ endAt: at, slackMs }) => ({ at, judge: () => stretches.end(at, slackMs) })),
    ].sort((a, b) => a.at - b.at);
    const expectedFrom = (at: number) =>
      Math.max(createdAt, ...resumptions(facts).filter((each) => each <= at));
    const judgeSlot = (slot: number, at: number): void => {
      if (isSuspended(facts, at)) return;
      const lastStart = runs.findLast(({ startAt }) => startAt <= at)?.startAt ?? -Infinity;
      const lastSuccess = ends.findLast((run) => run.endAt <= at)?.endAt ?? -Infinity;
      // Until the outage in which its trace is lost nobody has seen a run start for it.
      const begun = outages.filter(({ from }) => from <= at);
      const isLost = (each: number) => each <= at && isUntraceable(each, { cronJob, runs, outages: begun });
      const lastUnknown = unknown.findLast(isLost) ?? -Infinity;
      const from = Math.max(expectedFrom(at), lastStart, lastSuccess - bufferMs, lastUnknown);
      const missed = due.filter((each) => each.slot > from && each.at <= at).length;
      if (slot > from && missed >= missedThreshold) stretches.open(at);
    };
    for (const { judge } of moments) judge();
    stretches.end(deletedAt);
  }
  return stretches.all;
}

/** No success for so long, counted anew from a creation and from the end of a suspension; until one comes. */
function expectSilence(facts: Facts): readonly Stretch[] {
  const { profile, lives, endAt } = facts;
  const { maxSilenceMs } = profile;
  if (maxSilenceMs === null) return [];
  const stretches = new Stretches();
  for (const { createdAt, deletedAt, runs } of lives) {
    const successes = byEnd(runs).filter(({ outcome }) => outcome === 'success');
    const bases = [createdAt, ...successes.map((run) => run.endAt), ...resumptions(facts)]
      .filter((at) => at >= createdAt && at < Math.min(deletedAt, endAt))
      .sort((a, b) => a - b);
    for (const [index, base] of bases.entries()) {
      const success = successes.find((run) => run.endAt === base);
      if (success !== undefined) stretches.end(base, success.slackMs);
      const dueAt = base + maxSilenceMs;
      const goesOn = dueAt < (bases[index + 1] ?? Math.min(deletedAt, endAt));
      if (goesOn && !isSuspended(facts, dueAt)) stretches.open(dueAt, success?.slackMs ?? 0);
    }
    stretches.end(deletedAt);
  }
  return stretches.all;
}

/** Of a monitor that does not watch the schedule, but silence. */
const DEFAULT_BUFFER_MS = HOUR;

/** Gone for longer than a run may be late, until it is created anew. */
function expectDeleted({ cronJob, profile, outages }: Facts): readonly Stretch[] {
  return spans(cronJob, 'deletion')
    .map(({ from, until }) => ({
      at: seenAt(from, outages) + (profile.bufferMs ?? DEFAULT_BUFFER_MS),
      until,
    }))
    .filter(({ at, until }) => at < until)
    .map((stretch) => ({ ...stretch, optional: isUnseen(stretch.at, stretch.until, outages) }));
}

function expectSuspended({ cronJob, profile, outages }: Facts): readonly Stretch[] {
  const { maxSuspensionMs } = profile;
  if (maxSuspensionMs === null) return [];
  return spans(cronJob, 'suspension')
    .map(({ from, until }) => ({
      at: suspensionShownAt(from, { cronJob, outages }) + maxSuspensionMs,
      until,
    }))
    .filter(({ at, until }) => at < until)
    .map((stretch) => ({ ...stretch, optional: isUnseen(stretch.at, stretch.until, outages) }));
}

/** A run that takes too long, until one ends in time while none takes too long. */
function expectTooLong({ profile, lives, outages }: Facts): readonly Stretch[] {
  if (profile.sla === null) return [];
  const { maxDurationMs } = profile.sla;
  const stretches = new Stretches();
  const unseen: number[] = [];
  for (const { runs, deletedAt } of lives) {
    const late = runs.filter(({ startAt, endAt }) => endAt - startAt > maxDurationMs);
    const inTime = byEnd(runs).filter(({ startAt, endAt }) => endAt - startAt <= maxDurationMs);
    const moments = [
      ...late.map((run) => ({ at: run.startAt + maxDurationMs, run, opens: true })),
      ...inTime.map((run) => ({ at: run.endAt, run, opens: false })),
    ].sort((a, b) => a.at - b.at);
    for (const { at, run, opens } of moments) {
      if (opens) {
        if (run.outcome === 'takenAway' && isUnseen(at, run.endAt, outages)) unseen.push(at);
        stretches.open(at, run.slackMs);
      } else if (!late.some(({ startAt, endAt }) => startAt + maxDurationMs < at && endAt > at)) {
        stretches.end(at, run.slackMs);
      }
    }
    stretches.end(deletedAt);
  }
  return stretches.all.map((stretch) => ({ ...stretch, optional: unseen.includes(stretch.at) }));
}

function expectTooShort({ profile, lives }: Facts): readonly Stretch[] {
  if (profile.sla === null) return [];
  const { minDurationMs } = profile.sla;
  const stretches = new Stretches();
  for (const { runs, deletedAt } of lives) {
    for (const { outcome, startAt, endAt, slackMs } of byEnd(runs)) {
      if (outcome !== 'success') continue;
      if (endAt - startAt < minDurationMs) stretches.open(endAt, slackMs);
      else stretches.end(endAt, slackMs);
    }
    stretches.end(deletedAt);
  }
  return stretches.all;
}
