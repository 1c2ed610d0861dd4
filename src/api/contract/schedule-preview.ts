import { type Static, Type } from 'typebox';
import { NonEmptyText, NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** A schedule to be looked at, as a CronJob would have it. */
export const SchedulePreviewQuery = Type.Object({
  /** As in `spec.schedule`. */
  schedule: Type.Optional(NonEmptyText),
  /** As in `spec.timeZone`; without it, that of the cluster's controller manager. */
  timeZone: Type.Optional(NonEmptyText),
  /** Slots after it are told; now without it. */
  from: Type.Optional(Timestamp),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
});
export type SchedulePreviewQuery = Static<typeof SchedulePreviewQuery>;

/** A slot, or a local time that the schedule names and that a change of the clock takes away. */
export const PreviewedSlot = Type.Object({
  /** `repeated` is one of two slots of the same local time. */
  kind: Type.Union([Type.Literal('slot'), Type.Literal('repeated'), Type.Literal('skipped')]),
  /** Null when skipped. */
  time: NullableTimestamp,
  /** On the clock of the zone, without an offset. */
  localTime: Type.String(),
  /** Why it is repeated or skipped; null for an ordinary slot. */
  reason: NullableText,
});
export type PreviewedSlot = Static<typeof PreviewedSlot>;

/** When a schedule is due. */
export const SchedulePreview = Type.Object(
  {
    schedule: Type.String(),
    /** Whose clock counts. */
    timeZone: Type.String(),
    scheduleText: Type.String(),
    /** The next `count` slots in order, fewer when there are no more, and what is skipped between them. */
    items: Type.Array(PreviewedSlot),
  },
  { $id: 'SchedulePreview' },
);
export type SchedulePreview = Static<typeof SchedulePreview>;
