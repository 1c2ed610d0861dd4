import { type Static, Type } from 'typebox';
import { NonEmptyText } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Seconds after the answer's `from`; negative for what began before it. */
const Offset = Type.Number();

/** What a CronJob did in a range, as arrays of numbers: hundreds of runs of fifty CronJobs are one small answer. */
export const TimelineItem = Type.Object(
  {
    namespace: Type.String(),
    name: Type.String(),
    /**
     * `[start, seconds, failed, manual, reason]` by start: an offset, how long it took, 1 when it failed, 1 when
     * it was started by hand, and the index of its reason in `reasons` (-1 for none). Empty when there are `bins`.
     */
    runs: Type.Array(Type.Array(Type.Number())),
    /**
     * In place of more than 400 runs: `[start, runs, failed]` for every `binSeconds` in which a run started. Null when
     * the runs are told one by one.
     */
    bins: Type.Union([Type.Array(Type.Array(Type.Number())), Type.Null()]),
    /**
     * `[slot, reason, slots]` of the slots that no run counts for: an offset, the index of the reason in `reasons` (-1
     * where nobody watched), and how many there are. Slots with the same reason within `binSeconds` are told once.
     */
    slots: Type.Array(Type.Array(Type.Number())),
    /** The starts of what runs now. */
    running: Type.Array(Offset),
    /** The slots to come; where they are very dense, not all of them. */
    forecast: Type.Array(Offset),
  },
  { $id: 'TimelineItem' },
);
export type TimelineItem = Static<typeof TimelineItem>;

/** What some CronJobs did in a range, and what they will do. */
export const Timeline = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    /** How long a bin is, in seconds. */
    binSeconds: Type.Number(),
    reasons: Type.Array(Type.String()),
    /** By namespace, then name. */
    items: Type.Array(TimelineItem),
  },
  { $id: 'Timeline' },
);
export type Timeline = Static<typeof Timeline>;

/** The CronJobs and the range of a timeline. */
export const TimelineQuery = Type.Object({
  from: Timestamp,
  to: Timestamp,
  /** Up to 100 CronJobs as `namespace/name`, with commas between them. */
  cronjobs: NonEmptyText,
});
export type TimelineQuery = Static<typeof TimelineQuery>;

/** How many runs started when, over many CronJobs. One number a step, the first step beginning at `from`. */
export const TimelineDensity = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    stepSeconds: Type.Integer(),
    /** Runs that started, the failed ones included. */
    started: Type.Array(Type.Integer()),
    failed: Type.Array(Type.Integer()),
    /** Slots to come. */
    forecast: Type.Array(Type.Integer()),
  },
  { $id: 'TimelineDensity' },
);
export type TimelineDensity = Static<typeof TimelineDensity>;

/** The one state of a CronJob: an alert comes before a run in progress, that before a suspension. */
export const CronJobState = Type.Union([
  Type.Literal('critical'),
  Type.Literal('warning'),
  Type.Literal('running'),
  Type.Literal('healthy'),
  Type.Literal('suspended'),
]);
export type CronJobState = Static<typeof CronJobState>;

/** The range of a density and the CronJobs that it counts: all, or those that fit every filter. */
export const TimelineDensityQuery = Type.Object({
  from: Timestamp,
  to: Timestamp,
  stepSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400 })),
  namespace: Type.Optional(NonEmptyText),
  state: Type.Optional(CronJobState),
  /** A part of `namespace/name`, in any case. */
  search: Type.Optional(NonEmptyText),
});
export type TimelineDensityQuery = Static<typeof TimelineDensityQuery>;
