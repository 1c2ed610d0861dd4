import type { Clock } from '../../lib/clock.ts';
import type { Turns } from '../../lib/turns.ts';
import { SECOND } from '../../lib/duration.ts';
import { findZone, UTC } from '../../schedule/zone.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import {
  type StoredTimelineBin,
  type StoredTimelineCronJob,
  type StoredTimelineRun,
  type StoredTimelineSlots,
  type TimelineRange,
  toTimelineItem,
} from '../answer/timeline.ts';
import { countSlots, toStartCounts } from '../answer/timeline-density.ts';
import type { AppInstance } from '../app-instance.ts';
import {
  type CronJobState,
  Timeline,
  TimelineDensity,
  TimelineDensityQuery,
  TimelineQuery,
} from '../contract/timeline.ts';
import { RequestError } from '../errors.ts';
import { STORED } from '../stored-answer.ts';
import { refuseLongRange, toTimeRange } from '../time-range.ts';

/** Where the timeline is read; instants are ms since the epoch. */
export interface TimelineReader {
  cronJobs(
    names: readonly { readonly namespace: string; readonly name: string }[],
  ): Promise<readonly StoredTimelineCronJob[]>;
  /** How many runs were under way in the range, by the id of their CronJob. */
  counts(ids: readonly number[], from: number, to: number): Promise<ReadonlyMap<number, number>>;
  /** These runs, by start. */
  runs(ids: readonly number[], from: number, to: number): Promise<readonly StoredTimelineRun[]>;
  bins(
    ids: readonly number[],
    from: number,
    to: number,
    stepMs: number,
  ): Promise<readonly StoredTimelineBin[]>;
  /** The slots without a run; those with the same reason in one step are told once. */
  emptySlots(
    ids: readonly number[],
    from: number,
    to: number,
    stepMs: number,
  ): Promise<readonly StoredTimelineSlots[]>;
  density(
    filter: DensityFilter,
    from: number,
    to: number,
    stepMs: number,
  ): Promise<readonly { readonly step: number; readonly runs: number; readonly failed: number }[]>;
  schedules(filter: DensityFilter): Promise<readonly SharedSchedule[]>;
}

/** Which CronJobs a density counts; all that are given must hold. */
export interface DensityFilter {
  readonly namespace?: string;
  readonly state?: CronJobState;
  readonly search?: string;
}

/** A schedule that several CronJobs have, with the same next slot. */
export interface SharedSchedule {
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly nextRunAt: number;
  readonly cronJobs: number;
}

/** What the routes of the timeline call. */
export interface TimelinePorts {
  readonly clock: Clock;
  readonly timeline: TimelineReader;
  /** The zone of CronJobs that name none. */
  readonly controllerTimeZone: string;
}

/** So many runs of a CronJob are told one by one; more would stand closer than a pixel. */
const MOST_RUNS = 400;
const BINS = 400;
const MOST_CRON_JOBS = 100;

/** What many CronJobs did and will do, on one axis of time. */
export function timelineRoutes(app: AppInstance, ports: TimelinePorts, turns: Turns): void {
  const { clock, timeline } = ports;
  const zone = findZone(ports.controllerTimeZone) ?? UTC;

  app.get(
    '/timeline',
    {
      config: STORED,
      schema: {
        summary: 'Read the runs of many CronJobs',
        querystring: TimelineQuery,
        response: { 200: Timeline },
      },
    },
    async ({ query, storedAnswer }) => {
      const { from, to } = readRange(query);
      const range = { from, to, now: clock.now(), binMs: Math.ceil((to - from) / BINS / SECOND) * SECOND };
      const cronJobs = await timeline.cronJobs(readNames(query.cronjobs));
      const reasons = new Map<string, number>();
      const items = await readItems(cronJobs, range, reasons);
      // A slot that passes leaves the forecast.
      for (const { forecast } of items) {
        if (forecast[0] !== undefined) storedAnswer?.holdsUntil(from + forecast[0] * SECOND);
      }
      return {
        from: formatTimestamp(from),
        to: formatTimestamp(to),
        binSeconds: range.binMs / SECOND,
        reasons: [...reasons.keys()],
        items,
      };
    },
  );

  app.get(
    '/timeline/density',
    {
      config: STORED,
      schema: {
        summary: 'Count the starts of many CronJobs by time',
        querystring: TimelineDensityQuery,
        response: { 200: TimelineDensity },
      },
    },
    async ({ query, storedAnswer }) => {
      const { from, to } = readRange(query);
      const { namespace, state, search, stepSeconds } = query;
      const filter = { ...(namespace && { namespace }), ...(state && { state }), ...(search && { search }) };
      const stepMs = stepSeconds * SECOND;
      const [starts, schedules] = await Promise.all([
        timeline.density(filter, from, to, stepMs),
        timeline.schedules(filter),
      ]);
      const range = { from, to, now: clock.now(), stepMs };
      const { forecast, nextAt } = await countSlots(schedules, zone, range, turns);
      // A slot that passes leaves the forecast.
      if (nextAt !== null) storedAnswer?.holdsUntil(nextAt);
      return {
        from: formatTimestamp(from),
        to: formatTimestamp(to),
        stepSeconds,
        ...toStartCounts(starts, range),
        forecast,
      };
    },
  );

  async function readItems(
    cronJobs: readonly StoredTimelineCronJob[],
    range: TimelineRange,
    reasons: Map<string, number>,
  ) {
    const { from, to, binMs } = range;
    const ids = cronJobs.map(({ id }) => id);
    if (ids.length === 0) return [];
    const counts = await timeline.counts(ids, from, to);
    const dense = ids.filter((id) => (counts.get(id) ?? 0) > MOST_RUNS);
    const sparse = ids.filter((id) => (counts.get(id) ?? 0) <= MOST_RUNS);
    const [runs, bins, slots] = await Promise.all([
      sparse.length === 0 ? [] : timeline.runs(sparse, from, to),
      dense.length === 0 ? [] : timeline.bins(dense, from, to, binMs),
      timeline.emptySlots(ids, from, to, binMs),
    ]);
    const runsOf = Map.groupBy(runs, ({ cronJobId }) => cronJobId);
    const binsOf = Map.groupBy(bins, ({ cronJobId }) => cronJobId);
    const slotsOf = Map.groupBy(slots, ({ cronJobId }) => cronJobId);
    return cronJobs.map((cronJob) => {
      const { id } = cronJob;
      const past = {
        runs: runsOf.get(id) ?? [],
        bins: binsOf.get(id) ?? null,
        slots: slotsOf.get(id) ?? [],
      };
      return toTimelineItem(cronJob, past, { range, zone, reasons });
    });
  }
}

function readRange(query: { readonly from: string; readonly to: string }): { from: number; to: number } {
  const { from = 0, to = 0 } = toTimeRange(query);
  refuseLongRange({ from, to }, 'to');
  if (from < to) return { from, to };
  throw new RequestError('bad_request', 'The range from from to to must be longer than nothing.', {
    parameter: 'to',
  });
}

function readNames(text: string): { namespace: string; name: string }[] {
  const names = text.split(',').map((each) => each.split('/'));
  if (names.length > MOST_CRON_JOBS || names.some((parts) => parts.length !== 2 || parts.includes(''))) {
    const message = `The parameter cronjobs must be up to ${MOST_CRON_JOBS} times namespace/name, with commas between.`;
    throw new RequestError('bad_request', message, { parameter: 'cronjobs' });
  }
  return names.map(([namespace, name]) => ({ namespace: namespace!, name: name! }));
}
