import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { deliveryFields } from './delivery.ts';
import { CapturedEvent, CapturedLog } from './evidence.ts';
import { pageOf, pageParameters } from './paging.ts';
import { MonitorText, NonEmptyText, NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** What is watched; `reason` is finer. */
export const AlertType = Type.Union([
  Type.Literal('failure'),
  Type.Literal('deadManSwitch'),
  Type.Literal('slaViolation'),
]);
export type AlertType = Static<typeof AlertType>;

/** The finer cause behind the type. */
export const AlertReason = Type.Union([
  Type.Literal('JobFailed'),
  Type.Literal('StuckBeforeStart'),
  Type.Literal('MissedSchedule'),
  Type.Literal('NoRecentSuccess'),
  Type.Literal('CronJobDeleted'),
  Type.Literal('SuspendedTooLong'),
  Type.Literal('SuccessRate'),
  Type.Literal('MaxDuration'),
  Type.Literal('MinDuration'),
  Type.Literal('DurationRegression'),
]);
export type AlertReason = Static<typeof AlertReason>;

/** How bad it is, worst first. */
export const Severity = Type.Union([Type.Literal('critical'), Type.Literal('warning'), Type.Literal('info')]);
export type Severity = Static<typeof Severity>;

/** In which order alerts are listed. */
export const AlertOrder = Type.Union([Type.Literal('newest'), Type.Literal('severity')]);
export type AlertOrder = Static<typeof AlertOrder>;

const shared = {
  id: about('Names the alert in paths; the same for ever.', Type.String()),
  type: about('What is watched; `reason` is finer.', AlertType),
  severity: about('How bad it is.', Severity),
  namespace: about('Of the CronJob.', Type.String()),
  cronjobName: about('The CronJob that it is about.', Type.String()),
  message: about('What happened, in words.', Type.String()),
  createdAt: about('When it was raised.', Timestamp),
  resolvedAt: about('Null while it is active.', NullableTimestamp),
  active: about('Whether its cause lasts.', Type.Boolean()),
  reason: about('The finer cause behind the type, such as `JobFailed`.', Type.String()),
  title: about('The message in one line.', Type.String()),
  jobName: about('The latest run behind it; null when no run is.', NullableText),
  occurrences: about('How often its cause was seen while it was open.', Type.Integer()),
  updatedAt: about('When its cause was last seen, or it ended or was acknowledged.', Timestamp),
  resolution: about('Why it ended, in words; null while it is active.', NullableText),
  acknowledgedAt: about('When somebody took it up; null while nobody has.', NullableTimestamp),
  acknowledgedBy: about('Who took it up; null while nobody has, and for one who did not say.', NullableText),
  acknowledgeComment: about('What they wrote; null where they wrote nothing.', NullableText),
  suggestedFix: about('What may mend it; null where no pattern fits.', NullableText),
};

export const Alert = Type.Object(shared, { $id: 'Alert', description: 'An alert, active or resolved.' });
export type Alert = Static<typeof Alert>;

/** One message about an alert to one channel, or why there was none. */
export const AlertDelivery = Type.Object({
  ...deliveryFields,
  event: about(
    'What it tells of the alert.',
    Type.Union([Type.Literal('firing'), Type.Literal('resolved'), Type.Literal('test')]),
  ),
});
export type AlertDelivery = Static<typeof AlertDelivery>;

export const AlertDetail = Type.Object(
  {
    ...shared,
    executionId: about(
      'The id of the latest execution behind it; null when none is, not yet, or not any more.',
      NullableText,
    ),
    deliveries: about('Its messages to channels, and why there were none.', Type.Array(AlertDelivery)),
    logs: about('Of the latest run behind it.', Type.Array(CapturedLog)),
    events: about('Of the latest run behind it.', Type.Array(CapturedEvent)),
  },
  { $id: 'AlertDetail', description: 'One alert with its evidence and the trail of its messages.' },
);
export type AlertDetail = Static<typeof AlertDetail>;

export const AlertList = pageOf(Alert, 'The alerts, newest first unless another order was asked for.', {
  $id: 'AlertList',
  description: 'A page of alerts; `total` counts all pages.',
});
export type AlertList = Static<typeof AlertList>;

/** Which alerts; all that are given must hold. */
export const alertFilters = {
  namespace: about('Of the CronJob.', Type.Optional(NonEmptyText)),
  cronjob: about("The CronJob's name, in any namespace where none is given.", Type.Optional(NonEmptyText)),
  monitor: about(
    'A monitor that selects the CronJob now: its name in any namespace, or `namespace/name`.',
    Type.Optional(MonitorText),
  ),
  type: about('What is watched.', Type.Optional(AlertType)),
  reason: about('The finer cause.', Type.Optional(AlertReason)),
  severity: about('How bad it is.', Type.Optional(Severity)),
  active: about(
    'Those whose cause lasts, or those that have ended; both without it.',
    Type.Optional(Type.Boolean()),
  ),
  acknowledged: about(
    'Those that somebody took up, or those that nobody has; both without it.',
    Type.Optional(Type.Boolean()),
  ),
  from: about('Earliest createdAt, inclusive.', Type.Optional(Timestamp)),
  to: about('Latest createdAt, inclusive.', Type.Optional(Timestamp)),
};

/** A page of the alerts that fit. */
export const AlertQuery = Type.Object({
  ...alertFilters,
  sort: about(
    'What comes first: the newest, as without it, or, with `active=true`, the most severe and of these the newest.',
    Type.Optional(AlertOrder),
  ),
  ...pageParameters(1000),
});
export type AlertQuery = Static<typeof AlertQuery>;

/** What names an alert in a path. */
export const AlertParams = Type.Object({ id: about('The id of the alert.', Type.String()) });
export type AlertParams = Static<typeof AlertParams>;

export const AcknowledgeRequest = Type.Object(
  {
    by: about(
      'Who takes it up; what an authenticating proxy says takes its place.',
      Type.Optional(Type.String({ maxLength: 200 })),
    ),
    comment: about('What there is to say about it.', Type.Optional(Type.String({ maxLength: 2000 }))),
  },
  {
    $id: 'AcknowledgeRequest',
    description: 'Who takes an alert up; both optional, and so is the whole body.',
  },
);
export type AcknowledgeRequest = Static<typeof AcknowledgeRequest>;
