import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { nullable } from './nullable.ts';
import { NonEmptyText } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Seconds after the answer's `from`; negative for what began before it. */
const Offset = Type.Number();

export const TimelineItem = Type.Object(
  {
    namespace: about('The namespace of the CronJob.', Type.String()),
    name: about('The name of the CronJob.', Type.String()),
    runs: about(
      '`[start, seconds, failed, manual, reason]` by start: an offset, how long it took, 1 when it failed, 1 when it was started by hand, and the index of its reason in `reasons` (-1 for none). Empty when there are `bins`.',
      Type.Array(Type.Array(Type.Number())),
    ),
    bins: about(
      'In place of more than 400 runs: `[start, runs, failed]` for every `binSeconds` in which a run started. Null when the runs are told one by one.',
      nullable(Type.Array(Type.Array(Type.Number()))),
    ),
    slots: about(
      '`[slot, reason, slots]` of the slots that no run counts for: an offset, the index of the reason in `reasons` (-1 where nobody watched), and how many there are. Slots with the same reason within `binSeconds` are told once.',
      Type.Array(Type.Array(Type.Number())),
    ),
    running: about('The starts of what runs now.', Type.Array(Offset)),
    forecast: about('The slots to come; where they are very dense, not all of them.', Type.Array(Offset)),
  },
  {
    $id: 'TimelineItem',
    description:
      'What a CronJob did in a range, as arrays of numbers: hundreds of runs of fifty CronJobs are one small answer.',
  },
);
export type TimelineItem = Static<typeof TimelineItem>;

export const Timeline = Type.Object(
  {
    from: about('As it was asked for; offsets count from it.', Timestamp),
    to: about('As it was asked for.', Timestamp),
    binSeconds: about('How long a bin is, in seconds.', Type.Number()),
    reasons: about('What the indexes of reasons stand for.', Type.Array(Type.String())),
    items: about('By namespace, then name.', Type.Array(TimelineItem)),
  },
  { $id: 'Timeline', description: 'What some CronJobs did in a range, and what they will do.' },
);
export type Timeline = Static<typeof Timeline>;

/** The CronJobs and the range of a timeline. */
export const TimelineQuery = Type.Object({
  from: about('The beginning of the range.', Timestamp),
  to: about('Its end, at most 92 days later.', Timestamp),
  cronjobs: about('Up to 100 CronJobs as `namespace/name`, with commas between them.', NonEmptyText),
});
export type TimelineQuery = Static<typeof TimelineQuery>;

export const TimelineDensity = Type.Object(
  {
    from: about('The beginning of the first step.', Timestamp),
    to: about('The end of the range.', Timestamp),
    stepSeconds: about('How long a step is, in seconds.', Type.Integer()),
    started: about('Runs that started, the failed ones included.', Type.Array(Type.Integer())),
    failed: about('Runs that started in each step and failed.', Type.Array(Type.Integer())),
    forecast: about('Slots to come.', Type.Array(Type.Integer())),
  },
  {
    $id: 'TimelineDensity',
    description:
      'How many runs started when, over many CronJobs. One number a step, the first step beginning at `from`.',
  },
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
  from: about('The beginning of the range.', Timestamp),
  to: about('Its end, at most 92 days later.', Timestamp),
  stepSeconds: about(
    'How long a step is, in seconds.',
    Type.Integer({ minimum: 60, maximum: 86_400, default: 600 }),
  ),
  namespace: about('The namespace of the CronJobs.', Type.Optional(NonEmptyText)),
  state: about('The one state of the CronJobs.', Type.Optional(CronJobState)),
  search: about('A part of `namespace/name`, in any case.', Type.Optional(NonEmptyText)),
});
export type TimelineDensityQuery = Static<typeof TimelineDensityQuery>;
