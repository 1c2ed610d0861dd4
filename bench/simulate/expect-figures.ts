import { DAY, MINUTE, SECOND } from '../../src/lib/duration.ts';
import { seenAt } from './expected-alert.ts';
import type { ForetoldRun } from './foretell-runs.ts';
import { byEnd, type Facts, seenSuspensions, type Stretch, Stretches } from './stretches.ts';
import { givenUpAt, isUntraceable } from './untraceable-slots.ts';
import { plannedSlots } from './world-plan.ts';

/** Percentiles are compared at the end of each quarter of an hour in which a run ended, or was the last for a day. */
const COMPARED_EVERY_MS = 15 * MINUTE;

/** A slot as an SLA counts it. */
interface CountedSlot {
  readonly slot: number;
  /** From when on it counts. */
  readonly from: number;
  readonly succeeded: boolean;
  readonly slackMs: number;
}

/** Too few of the window's slots with a successful run, until it is enough of them. */
export function expectLowRate(facts: Facts): readonly Stretch[] {
  const { profile, lives, endAt } = facts;
  if (profile.sla === null) return [];
  const { windowDays, minSuccessRate } = profile.sla;
  const slots = countedSlots(facts);
  const awaited = slots.filter(({ slot }) => !wasSuspended(facts, slot));
  const moments = [
    ...slots.map(({ from, slackMs }) => ({ at: from, slackMs })),
    // What leaves the window may end what is open, unless a slot waits to be decided that counts.
    ...slots
      .map(({ slot }) => ({ at: slot + windowDays * DAY, slackMs: LEAVES_WITHIN_MS, endsOnly: true }))
      .filter(({ at }) => !awaited.some(({ slot, from }) => slot <= at && from > at)),
  ];
  const isLow = (at: number): boolean => {
    const counted = slots.filter(
      (each) => each.from <= at && each.slot > at - windowDays * DAY && each.slot <= at,
    );
    const succeeded = counted.filter((each) => each.succeeded).length;
    return counted.length > 0 && (succeeded * 100) / counted.length < minSuccessRate;
  };
  return walk(lives, moments, isLow, endAt);
}

/** With a run from its end on; without one from when no run can come for it any more, unless nothing is known of it. */
function countedSlots({ cronJob, lives, outages, endAt }: Facts): readonly CountedSlot[] {
  const { timetable } = cronJob;
  const away = outages.filter(({ kind }) => kind === 'service');
  return lives.flatMap(({ createdAt, deletedAt, runs }) => {
    const until = Math.min(deletedAt, endAt);
    // Of a run that was taken away while the service was down nothing is known, and it does not count.
    const ran = runs
      .filter((run) => run.outcome !== 'takenAway' || seenAt(run.endAt, away) === run.endAt)
      .map(({ slot, endAt: from, outcome, slackMs }) => ({
        slot,
        from,
        succeeded: outcome === 'success',
        slackMs,
      }));
    const taken = new Set(runs.map(({ slot }) => slot));
    const empty = plannedSlots(timetable, createdAt, until)
      .filter((slot) => !taken.has(slot) && !wasSuspended({ cronJob, outages }, slot))
      .filter((slot) => !isUntraceable(slot, { cronJob, runs, outages }))
      .map((slot) => ({ slot, from: givenUpAt(slot, cronJob), succeeded: false, slackMs: 0 }))
      .filter(({ from }) => from < until);
    return [...ran, ...empty];
  });
}

/** What leaves as the next slot comes is judged with that. */
const LEAVES_WITHIN_MS = 10 * SECOND;

function wasSuspended(facts: Pick<Facts, 'cronJob' | 'outages'>, slot: number): boolean {
  return seenSuspensions(facts).some(({ from, until }) => from <= slot && slot < until);
}

/**
 * The last day's p95 too far above that of the days before, until it is not or the day has no run. Where a
 * run began late after a refusal, and it depends on how late, it may be so or not.
 */
export function expectRegression({ profile, lives, endAt }: Facts): readonly Stretch[] {
  if (profile.sla === null) return [];
  const { regressionThreshold, baselineDays } = profile.sla;
  const ended = lives.flatMap((life) => byEnd(life.runs));
  const runs = ended.filter(({ outcome }) => outcome === 'success');
  // A run that leaves the window is noticed with the next one that ends, and the last one a day after its end.
  const emptied = runs.filter(
    ({ endAt }, index) => (runs[index + 1]?.endAt ?? Infinity) > comparedAt(endAt + DAY),
  );
  const moments = [
    ...ended.map(({ endAt: at, slackMs }) => ({ at: comparedAt(at), slackMs })),
    ...emptied.map(({ endAt, slackMs }) => ({ at: comparedAt(endAt + DAY), slackMs, endsOnly: true })),
  ];
  const hasRisen = (at: number, ofRuns: readonly ForetoldRun[]): boolean | null => {
    const durations = (from: number, to: number) =>
      ofRuns.filter((run) => run.startAt >= from && run.startAt < to && run.endAt <= at).map(durationOf);
    const recent = durations(at - DAY, Infinity);
    const before = durations(at - (baselineDays + 1) * DAY, at - DAY);
    if (recent.length === 0) return false;
    if (recent.length < 5 || before.length < 20) return null;
    return p95(recent) > p95(before) * (1 + regressionThreshold / 100);
  };
  const lateRuns = runs.map(inItsSlack);
  return walk(lives, moments, (at) => agreed(hasRisen(at, runs), hasRisen(at, lateRuns)), endAt);
}

/** Controllers take a moment, so that what ends with a quarter of an hour ends in the next one. */
function comparedAt(at: number): number {
  return (Math.floor(at / COMPARED_EVERY_MS) + 1) * COMPARED_EVERY_MS;
}

function durationOf({ startAt, endAt }: ForetoldRun): number {
  return endAt - startAt;
}

/** The run as late as it can be. */
function inItsSlack(run: ForetoldRun): ForetoldRun {
  return { ...run, startAt: run.startAt + run.slackMs, endAt: run.endAt + run.slackMs };
}

function agreed(soon: boolean | null, late: boolean | null): boolean | null | 'either' {
  return soon === late ? soon : 'either';
}

/** Between two values it lies on the line that joins them. */
function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = 0.95 * (sorted.length - 1);
  const low = sorted[Math.floor(position)]!;
  const high = sorted[Math.ceil(position)]!;
  return low + (high - low) * (position - Math.floor(position));
}

interface Moment {
  readonly at: number;
  readonly slackMs: number;
  /** Whether nothing begins at it. */
  readonly endsOnly?: boolean;
}

/** While it holds, moment by moment; null moves nothing, and what may hold or not may move it or not. */
function walk(
  lives: Facts['lives'],
  moments: readonly Moment[],
  holds: (at: number) => boolean | null | 'either',
  endAt: number,
): readonly Stretch[] {
  const stretches = new Stretches();
  const inOrder = moments.filter(({ at }) => at < endAt).toSorted((a, b) => a.at - b.at);
  for (const { createdAt, deletedAt } of lives) {
    for (const { at, slackMs, endsOnly = false } of inOrder) {
      if (at < createdAt || at >= deletedAt) continue;
      const held = holds(at);
      if (held === 'either') stretches.mayMove(at);
      else if (held === true && !endsOnly) stretches.open(at, slackMs);
      else if (held === false) stretches.end(at, slackMs);
    }
    stretches.end(deletedAt);
  }
  return stretches.all;
}
