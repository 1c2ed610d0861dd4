import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { NonEmptyText, NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** A schedule to be looked at, as a CronJob would have it. */
export const SchedulePreviewQuery = Type.Object({
  schedule: about('As in `spec.schedule`.', NonEmptyText),
  timeZone: about(
    "As in `spec.timeZone`; without it, that of the cluster's controller manager.",
    Type.Optional(NonEmptyText),
  ),
  from: about('Slots after it are told; now without it.', Type.Optional(Timestamp)),
  count: about('How many slots are told.', Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
});
export type SchedulePreviewQuery = Static<typeof SchedulePreviewQuery>;

/** A slot, or a local time that the schedule names and that a change of the clock takes away. */
export const PreviewedSlot = Type.Object({
  kind: about(
    '`repeated` is one of two slots of the same local time.',
    Type.Union([Type.Literal('slot'), Type.Literal('repeated'), Type.Literal('skipped')]),
  ),
  time: about('Null when skipped.', NullableTimestamp),
  localTime: about('On the clock of the zone, without an offset.', Type.String()),
  reason: about('Why it is repeated or skipped; null for an ordinary slot.', NullableText),
});
export type PreviewedSlot = Static<typeof PreviewedSlot>;

export const SchedulePreview = Type.Object(
  {
    schedule: about('As it was asked for.', Type.String()),
    timeZone: about('Whose clock counts.', Type.String()),
    scheduleText: about('The schedule in words.', Type.String()),
    items: about(
      'The next `count` slots in order, fewer when there are no more, and what is skipped between them.',
      Type.Array(PreviewedSlot),
    ),
  },
  { $id: 'SchedulePreview', description: 'When a schedule is due.' },
);
export type SchedulePreview = Static<typeof SchedulePreview>;
