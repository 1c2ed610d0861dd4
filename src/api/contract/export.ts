import { type Static, Type } from 'typebox';
import { AlertReason, AlertType, Severity } from './alert.ts';
import { DeliveryState } from './delivery.ts';
import { NonEmptyText } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** RFC 4180 with a header row. */
export const Csv = Type.String();
export type Csv = Static<typeof Csv>;

/** Which executions; all that are given must hold. */
export const ExecutionExportQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  /** A CronJob's name, in any namespace where none is given. */
  cronjob: Type.Optional(NonEmptyText),
  /** Earliest startTime, inclusive. */
  from: Type.Optional(Timestamp),
  /** Latest startTime, inclusive. */
  to: Type.Optional(Timestamp),
});
export type ExecutionExportQuery = Static<typeof ExecutionExportQuery>;

/** Which alerts; all that are given must hold. */
export const AlertExportQuery = Type.Object({
  namespace: Type.Optional(NonEmptyText),
  cronjob: Type.Optional(NonEmptyText),
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
