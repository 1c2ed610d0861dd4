import { type Static, Type } from 'typebox';
import { Limit } from './paging.ts';
import { NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/**
 * `ran` started on time, `late` more than a minute after its slot; `skipped` has a reason; `unknown` passed while
 * nobody watched, or its run was gone before its end could be seen.
 */
export const SlotOutcome = Type.Union([
  Type.Literal('ran'),
  Type.Literal('late'),
  Type.Literal('skipped'),
  Type.Literal('unknown'),
]);
export type SlotOutcome = Static<typeof SlotOutcome>;

/** Why no run counts for a slot. */
export const SkipReason = Type.Union([
  Type.Literal('Suspended'),
  Type.Literal('Forbidden'),
  Type.Literal('DeadlinePassed'),
  Type.Literal('CreationFailed'),
  Type.Literal('InvalidSchedule'),
  Type.Literal('UnknownTimeZone'),
  Type.Literal('Replaced'),
  Type.Literal('NotStarted'),
]);
export type SkipReason = Static<typeof SkipReason>;

/** One slot of a CronJob's schedule. */
export const Slot = Type.Object({
  time: Timestamp,
  /** Null while it lies ahead, or may still be started. */
  outcome: Type.Union([SlotOutcome, Type.Null()]),
  /** Null unless it was skipped. */
  reason: Type.Union([SkipReason, Type.Null()]),
  /** In words, with the cluster's own where there are any. */
  message: NullableText,
  /** The run that started for it; null when none is known. */
  run: Type.Union([
    Type.Object({
      /** Null while it runs: it is recorded when it has ended. */
      executionId: NullableText,
      jobName: Type.String(),
      startTime: Timestamp,
      /** Seconds from the slot to the start; negative where the cluster's clocks differ. */
      startLatency: Type.Number(),
    }),
    Type.Null(),
  ]),
});
export type Slot = Static<typeof Slot>;

/** The slots of a CronJob, newest first. */
export const SlotList = Type.Object(
  {
    items: Type.Array(Slot),
    /** Of all slots in the range, whatever the limit. */
    totals: Type.Object({
      ran: Type.Integer(),
      late: Type.Integer(),
      skipped: Type.Integer(),
      unknown: Type.Integer(),
    }),
    /** Up to when every slot has an outcome; null before the first judgement. */
    judgedUntil: NullableTimestamp,
  },
  { $id: 'SlotList' },
);
export type SlotList = Static<typeof SlotList>;

/** Without `from` the last seven days before `to`; without `to` until now. */
export const SlotQuery = Type.Object({
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  /** The most slots that passed, and of those that lie ahead as many. */
  limit: Type.Optional(Limit),
});
export type SlotQuery = Static<typeof SlotQuery>;
