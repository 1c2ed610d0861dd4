import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { AlertReason, AlertType, Severity } from './alert.ts';
import { NonEmptyText } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** RFC 4180 with a header row. */
export const Csv = Type.String();
export type Csv = Static<typeof Csv>;

/** Which executions; all that are given must hold. */
export const ExecutionExportQuery = Type.Object({
  namespace: about('Of the CronJobs.', Type.Optional(NonEmptyText)),
  cronjob: about("A CronJob's name, in any namespace where none is given.", Type.Optional(NonEmptyText)),
  from: about('Earliest startTime, inclusive.', Type.Optional(Timestamp)),
  to: about('Latest startTime, inclusive.', Type.Optional(Timestamp)),
});
export type ExecutionExportQuery = Static<typeof ExecutionExportQuery>;

/** Which alerts; all that are given must hold. */
export const AlertExportQuery = Type.Object({
  namespace: about('Of the CronJob.', Type.Optional(NonEmptyText)),
  cronjob: about("The CronJob's name, in any namespace where none is given.", Type.Optional(NonEmptyText)),
  type: about('What is watched.', Type.Optional(AlertType)),
  reason: about('The finer cause.', Type.Optional(AlertReason)),
  severity: about('How bad it is.', Type.Optional(Severity)),
  active: about(
    'Those whose cause lasts, or those that have ended; both without it.',
    Type.Optional(Type.Boolean()),
  ),
  from: about('Earliest createdAt, inclusive.', Type.Optional(Timestamp)),
  to: about('Latest createdAt, inclusive.', Type.Optional(Timestamp)),
});
export type AlertExportQuery = Static<typeof AlertExportQuery>;
