import { type DecidedSlot, outcomeOfRun, type SlotTotals } from '../../slot/slot.ts';
import { slotsAfter, toTimetable } from '../../schedule/timetable.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import { findZone, UTC } from '../../schedule/zone.ts';
import { toDecidedSlot, toOpenSlot, toRunningSlot } from '../answer/slot.ts';
import { toNullableTimestamp } from '../answer/timestamp.ts';
import type { AppInstance } from '../app-instance.ts';
import { CronJobParams } from '../contract/cron-job.ts';
import { type Slot, SlotList, SlotQuery } from '../contract/slot.ts';
import { findCronJob, type KnownCronJob, type KnownCronJobs } from '../known-cron-jobs.ts';
import { STORED } from '../stored-answer.ts';
import { refuseLongRange, toTimeRange } from '../time-range.ts';

/** What the slots that are not decided are told by. */
export interface ScheduledCronJob extends KnownCronJob {
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly suspend: boolean;
  readonly createdAt: number;
  readonly lastScheduledFor: number | null;
  /** Null when it is suspended or never. */
  readonly nextRunAt: number | null;
  readonly slotsJudgedUntil: number | null;
  readonly running: readonly RunningRun[];
}

interface RunningRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly scheduledFor: number | null;
}

/** Where the outcomes of slots are kept. Ranges include both ends. */
export interface SlotReader {
  /** Newest first; without those whose run is under way. */
  decided(cronJobId: number, range: Range, limit: number): Promise<readonly DecidedSlot[]>;
  totals(cronJobId: number, range: Range): Promise<SlotTotals>;
  /** The first slot at or after the instant that has an outcome; null when none has. */
  firstDecided(cronJobId: number, from: number): Promise<number | null>;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What the route of slots calls. */
export interface SlotPorts {
  readonly clock: Clock;
  readonly knownCronJobs: KnownCronJobs<ScheduledCronJob>;
  readonly slots: SlotReader;
  /** Of the cluster's controller manager. */
  readonly controllerTimeZone: string;
}

const DEFAULT_RANGE_MS = 7 * DAY;

/** What became of the slots of a CronJob, and which ones come. */
export function slotRoutes(
  app: AppInstance,
  { clock, knownCronJobs, slots, controllerTimeZone }: SlotPorts,
): void {
  const zone = findZone(controllerTimeZone) ?? UTC;

  app.get(
    '/cronjobs/:namespace/:name/slots',
    {
      config: STORED,
      schema: {
        summary: "List a CronJob's slots with what became of them",
        params: CronJobParams,
        querystring: SlotQuery,
        response: { 200: SlotList },
      },
    },
    async ({ params, query, storedAnswer }): Promise<SlotList> => {
      const now = clock.now();
      const { to = now, from = to - DEFAULT_RANGE_MS } = toTimeRange(query);
      const { limit } = query;
      const range = { from, to };
      refuseLongRange(range, query.to === undefined ? 'from' : 'to');
      const cronJob = await findCronJob(knownCronJobs, params);
      const [decided, totals, changesAt] = await Promise.all([
        slots.decided(cronJob.id, range, limit),
        slots.totals(cronJob.id, range),
        nextChange(cronJob, query, { now, to }),
      ]);
      for (const at of changesAt) storedAnswer?.holdsUntil(at);
      const running = runningSlots(cronJob, range);
      const passed = openSlots(cronJob, { from, to: Math.min(to, now) }, limit);
      const ahead = openSlots(cronJob, { from: Math.max(from, now + 1), to }, limit);
      return {
        items: [
          ...ahead.toReversed().map(toOpenSlot),
          ...joinPassed(passed, running, decided).slice(0, limit),
        ],
        totals: withRunning(totals, running),
        judgedUntil: toNullableTimestamp(cronJob.slotsJudgedUntil),
      };
    },
  );

  /** When a slot will pass, and when one will enter or leave a range whose ends move with the time. */
  async function nextChange(
    cronJob: ScheduledCronJob,
    query: SlotQuery,
    { now, to }: { readonly now: number; readonly to: number },
  ): Promise<number[]> {
    if (query.to !== undefined) return openSlots(cronJob, { from: now + 1, to }, 1);
    // Of a cluster whose clock is ahead of ours it may have a run.
    const entering = await firstSlot(cronJob, now + 1);
    if (query.from !== undefined) return entering;
    const leaving = await firstSlot(cronJob, now - DEFAULT_RANGE_MS);
    return [...entering, ...leaving.map((at) => at + DEFAULT_RANGE_MS + 1)];
  }

  /** The first slot at or after the instant, if there is one, whatever is known of it. */
  async function firstSlot(cronJob: ScheduledCronJob, from: number): Promise<number[]> {
    const range = { from, to: Infinity };
    const decided = await slots.firstDecided(cronJob.id, from);
    const known = runningSlots(cronJob, range).map(({ at }) => at);
    const all = [...openSlots(cronJob, range, 1), ...known, ...(decided === null ? [] : [decided])];
    return all.length === 0 ? [] : [Math.min(...all)];
  }

  /** The slots in the range that have no outcome, if nothing else is known of them, oldest first. */
  function openSlots(cronJob: ScheduledCronJob, { from, to }: Range, limit: number): number[] {
    const { slotsJudgedUntil, deletedAt, suspend, lastScheduledFor, createdAt, nextRunAt } = cronJob;
    if (slotsJudgedUntil === null || deletedAt !== null || suspend) return [];
    const after = Math.max(from - 1, slotsJudgedUntil);
    const anchors = [nextRunAt ?? lastScheduledFor ?? createdAt];
    return slotsAfter(toTimetable(cronJob, zone, anchors), after, to, limit);
  }
}

interface RunningSlot {
  readonly at: number;
  readonly run: RunningRun;
}

function runningSlots({ running }: ScheduledCronJob, { from, to }: Range): RunningSlot[] {
  return running.flatMap((run) => {
    const { scheduledFor: at } = run;
    return at !== null && at >= from && at <= to ? [{ at, run }] : [];
  });
}

/** Each slot once, newest first: what is decided counts before what is under way, and that before nothing. */
function joinPassed(
  open: readonly number[],
  running: readonly RunningSlot[],
  decided: readonly DecidedSlot[],
): Slot[] {
  const bySlot = new Map<number, Slot>([
    ...open.map((at) => [at, toOpenSlot(at)] as const),
    ...running.map(({ at, run }) => [at, toRunningSlot(at, run)] as const),
    ...decided.map((slot) => [slot.at, toDecidedSlot(slot)] as const),
  ]);
  return [...bySlot].sort(([a], [b]) => b - a).map(([, slot]) => slot);
}

function withRunning(totals: SlotTotals, running: readonly RunningSlot[]): SlotTotals {
  const counts = { ...totals };
  for (const { at, run } of running) counts[outcomeOfRun(at, run.startedAt)] += 1;
  return counts;
}
