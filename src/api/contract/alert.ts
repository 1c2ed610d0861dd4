import { type Static, Type } from 'typebox';
import { deliveryFields } from './delivery.ts';
import { CapturedEvent, CapturedLog } from './evidence.ts';
import { Limit, Offset } from './paging.ts';
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

const shared = {
  id: Type.String(),
  type: AlertType,
  severity: Severity,
  namespace: Type.String(),
  cronjobName: Type.String(),
  message: Type.String(),
  createdAt: Timestamp,
  /** Null while it is active. */
  resolvedAt: NullableTimestamp,
  active: Type.Boolean(),
  /** The finer cause behind the type, such as `JobFailed`. */
  reason: Type.String(),
  title: Type.String(),
  /** The latest run behind it; null when no run is. */
  jobName: NullableText,
  /** How often its cause was seen while it was open. */
  occurrences: Type.Integer(),
  updatedAt: Timestamp,
  /** Why it ended, in words; null while it is active. */
  resolution: NullableText,
  acknowledgedAt: NullableTimestamp,
  acknowledgedBy: NullableText,
  acknowledgeComment: NullableText,
  suggestedFix: NullableText,
};

/** An alert, active or resolved. */
export const Alert = Type.Object(shared, { $id: 'Alert' });
export type Alert = Static<typeof Alert>;

/** One message about an alert to one channel, or why there was none. */
export const AlertDelivery = Type.Object({
  ...deliveryFields,
  event: Type.Union([Type.Literal('firing'), Type.Literal('resolved'), Type.Literal('test')]),
});
export type AlertDelivery = Static<typeof AlertDelivery>;

/** One alert with its evidence and the trail of its messages. */
export const AlertDetail = Type.Object(
  {
    ...shared,
    /** The id of the latest execution behind it; null when none is, not yet, or not any more. */
    executionId: NullableText,
    deliveries: Type.Array(AlertDelivery),
    /** Of the latest run behind it. */
    logs: Type.Array(CapturedLog),
    events: Type.Array(CapturedEvent),
  },
  { $id: 'AlertDetail' },
);
export type AlertDetail = Static<typeof AlertDetail>;

/** A page, newest first; `total` counts all pages. */
export const AlertList = Type.Object(
  { items: Type.Array(Alert), total: Type.Integer() },
  { $id: 'AlertList' },
);
export type AlertList = Static<typeof AlertList>;

/** The filters of the list; all that are given must hold. */
export const AlertQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  cronjob: Type.Optional(NonEmptyText),
  /** A monitor that selects the CronJob now: its name in any namespace, or `namespace/name`. */
  monitor: Type.Optional(MonitorText),
  type: Type.Optional(AlertType),
  reason: Type.Optional(AlertReason),
  severity: Type.Optional(Severity),
  active: Type.Optional(Type.Boolean()),
  /** Earliest createdAt, inclusive. */
  from: Type.Optional(Timestamp),
  /** Latest createdAt, inclusive. */
  to: Type.Optional(Timestamp),
  limit: Type.Optional(Type.Integer({ ...Limit, default: 1000 })),
  offset: Type.Optional(Offset),
});
export type AlertQuery = Static<typeof AlertQuery>;

/** What names an alert in a path. */
export const AlertParams = Type.Object({ id: Type.String() });
export type AlertParams = Static<typeof AlertParams>;

/** Who takes an alert up; both optional, and so is the whole body. */
export const AcknowledgeRequest = Type.Object(
  {
    by: Type.Optional(Type.String({ maxLength: 200 })),
    comment: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { $id: 'AcknowledgeRequest' },
);
export type AcknowledgeRequest = Static<typeof AcknowledgeRequest>;
