import type { Outcome } from '../../execution/execution.ts';
import type { SkipReason } from '../../slot/slot.ts';
import { forecast, type ScheduledNext } from '../../slot/forecast.ts';
import type { Zone } from '../../schedule/zone.ts';
import type { TimelineItem } from '../contract/timeline.ts';

/** What the timeline needs to know of a CronJob beside its runs. */
export interface StoredTimelineCronJob extends ScheduledNext {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly running: readonly { readonly startedAt: number }[];
}

/** A finished run as a mark. */
export interface StoredTimelineRun {
  readonly cronJobId: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly manual: boolean;
  readonly reason: string | null;
}

/** The runs of a CronJob that started in one step of the range. */
export interface StoredTimelineBin {
  readonly cronJobId: number;
  readonly step: number;
  readonly runs: number;
  readonly failed: number;
}

/** Slots of a CronJob that no run counts for, alike and near to one another. */
export interface StoredTimelineSlots {
  readonly cronJobId: number;
  /** The first of them. */
  readonly at: number;
  readonly outcome: 'skipped' | 'unknown';
  /** Null for unknown ones. */
  readonly reason: SkipReason | null;
  readonly slots: number;
}

/** What is kept of a CronJob's past in the range. */
export interface TimelinePast {
  readonly runs: readonly StoredTimelineRun[];
  /** In place of the runs where there are too many. */
  readonly bins: readonly StoredTimelineBin[] | null;
  readonly slots: readonly StoredTimelineSlots[];
}

/** A range on the timeline, in ms since the epoch, and how it is divided. */
export interface TimelineRange {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly binMs: number;
}

/** A CronJob's line on the timeline; `reasons` takes up the reasons that its runs refer to. */
export function toTimelineItem(
  cronJob: StoredTimelineCronJob,
  { runs, bins, slots }: TimelinePast,
  options: { readonly range: TimelineRange; readonly zone: Zone; readonly reasons: Map<string, number> },
): TimelineItem {
  const { range, zone, reasons } = options;
  const offset = (at: number) => Math.round((at - range.from) / 100) / 10;
  return {
    namespace: cronJob.namespace,
    name: cronJob.name,
    runs: runs.map((run) => [
      offset(run.startedAt),
      Math.round(run.durationMs / 100) / 10,
      run.outcome === 'failed' ? 1 : 0,
      run.manual ? 1 : 0,
      run.reason === null ? -1 : indexOf(reasons, run.reason),
    ]),
    bins: bins && bins.map(({ step, runs, failed }) => [(step * range.binMs) / 1_000, runs, failed]),
    slots: slots.map(({ at, reason, slots }) => [
      offset(at),
      reason === null ? -1 : indexOf(reasons, reason),
      slots,
    ]),
    running: cronJob.running.map(({ startedAt }) => offset(startedAt)),
    forecast: forecast(cronJob, zone, range.now, range.to, range.binMs).map(offset),
  };
}

function indexOf(reasons: Map<string, number>, reason: string): number {
  const index = reasons.get(reason) ?? reasons.size;
  reasons.set(reason, index);
  return index;
}
