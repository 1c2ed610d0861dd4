import { type Static, Type } from 'typebox';
import { AlertReason, AlertType, Severity } from './alert.ts';
import { DeliveryState } from './delivery.ts';
import { Outcome } from './execution.ts';
import { MonitorText, NonEmptyText } from './text.ts';
import { CronJobState } from './timeline.ts';
import { Timestamp } from './timestamp.ts';

/** RFC 4180 with a header row. */
export const Csv = Type.String();
export type Csv = Static<typeof Csv>;

/** Which executions; all that are given must hold. */
export const ExecutionExportQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  /** A CronJob's name, in any namespace where none is given. */
  cronjob: Type.Optional(NonEmptyText),
  /** The state in which their CronJob is now. */
  state: Type.Optional(CronJobState),
  /** A part of the CronJob's `namespace/name`, in any case. */
  search: Type.Optional(NonEmptyText),
  status: Type.Optional(Outcome),
  /** Earliest startTime, inclusive. */
  from: Type.Optional(Timestamp),
  /** Latest startTime, inclusive. */
  to: Type.Optional(Timestamp),
});
export type ExecutionExportQuery = Static<typeof ExecutionExportQuery>;

/** Which CronJobs; all that are given must hold. */
export const CronJobExportQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  state: Type.Optional(CronJobState),
  /** A part of `namespace/name`, in any case. */
  search: Type.Optional(NonEmptyText),
  /** A monitor's name in any namespace, or `namespace/name`. */
  monitor: Type.Optional(MonitorText),
});
export type CronJobExportQuery = Static<typeof CronJobExportQuery>;

/** Which alerts; all that are given must hold. */
export const AlertExportQuery = Type.Object({
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
});
export type AlertExportQuery = Static<typeof AlertExportQuery>;

/** Which messages; all that are given must hold. */
export const DeliveryExportQuery = Type.Object({
  channel: Type.Optional(NonEmptyText),
  state: Type.Optional(DeliveryState),
  /** Earliest createdAt, inclusive. */
  from: Type.Optional(Timestamp),
  /** Latest createdAt, inclusive. */
  to: Type.Optional(Timestamp),
});
export type DeliveryExportQuery = Static<typeof DeliveryExportQuery>;
