import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { nullable } from './nullable.ts';
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
  Type.Literal('NotStarted'),
]);
export type SkipReason = Static<typeof SkipReason>;

/** One slot of a CronJob's schedule. */
export const Slot = Type.Object({
  time: about('When a run was due.', Timestamp),
  outcome: about('Null while it lies ahead, or may still be started.', nullable(SlotOutcome)),
  reason: about('Null unless it was skipped.', nullable(SkipReason)),
  message: about("In words, with the cluster's own where there are any.", NullableText),
  run: about(
    'The run that started for it; null when none is known.',
    nullable(
      Type.Object({
        executionId: about('Null while it runs: it is recorded when it has ended.', NullableText),
        jobName: about('The name of the Job.', Type.String()),
        startTime: about('When the Job started.', Timestamp),
        startLatency: about(
          "Seconds from the slot to the start; negative where the cluster's clocks differ.",
          Type.Number(),
        ),
      }),
    ),
  ),
});
export type Slot = Static<typeof Slot>;

export const SlotList = Type.Object(
  {
    items: about('The slots, newest first.', Type.Array(Slot)),
    totals: about(
      'Of all slots in the range, whatever the limit.',
      Type.Object({
        ran: about('Slots whose run started within a minute.', Type.Integer()),
        late: about('Slots whose run started later.', Type.Integer()),
        skipped: about('Slots without a run, for a reason.', Type.Integer()),
        unknown: about('Slots of which nothing is known.', Type.Integer()),
      }),
    ),
    judgedUntil: about(
      'Up to when every slot has an outcome; null before the first judgement.',
      NullableTimestamp,
    ),
  },
  { $id: 'SlotList', description: 'The slots of a CronJob, newest first.' },
);
export type SlotList = Static<typeof SlotList>;

/** Without `from` the last seven days before `to`; without `to` until now; at most 92 days. */
export const SlotQuery = Type.Object({
  from: about('Earliest slot, inclusive; seven days before `to` without it.', Type.Optional(Timestamp)),
  to: about(
    'Latest slot, inclusive, at most 92 days after `from`; now without it.',
    Type.Optional(Timestamp),
  ),
  limit: about(
    'The most slots that passed, and of those that lie ahead as many.',
    Type.Integer({ ...Limit, default: 100 }),
  ),
});
export type SlotQuery = Static<typeof SlotQuery>;
