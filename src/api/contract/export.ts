import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { alertFilters } from './alert.ts';
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
  namespace: about('Of the CronJobs.', Type.Optional(NonEmptyText)),
  cronjob: about("A CronJob's name, in any namespace where none is given.", Type.Optional(NonEmptyText)),
  state: about('The state in which their CronJob is now.', Type.Optional(CronJobState)),
  search: about("A part of the CronJob's `namespace/name`, in any case.", Type.Optional(NonEmptyText)),
  status: about('How they ended.', Type.Optional(Outcome)),
  from: about('Earliest startTime, inclusive.', Type.Optional(Timestamp)),
  to: about('Latest startTime, inclusive.', Type.Optional(Timestamp)),
});
export type ExecutionExportQuery = Static<typeof ExecutionExportQuery>;

/** Which CronJobs; all that are given must hold. */
export const CronJobExportQuery = Type.Object({
  namespace: about('Their namespace.', Type.Optional(NonEmptyText)),
  state: about('The state in which they are now.', Type.Optional(CronJobState)),
  search: about('A part of `namespace/name`, in any case.', Type.Optional(NonEmptyText)),
  monitor: about("A monitor's name in any namespace, or `namespace/name`.", Type.Optional(MonitorText)),
});
export type CronJobExportQuery = Static<typeof CronJobExportQuery>;

/** Which alerts; as their list has it. */
export const AlertExportQuery = Type.Object(alertFilters);
export type AlertExportQuery = Static<typeof AlertExportQuery>;

/** Which messages; all that are given must hold. */
export const DeliveryExportQuery = Type.Object({
  channel: about('The name of the AlertChannel.', Type.Optional(NonEmptyText)),
  state: about('What became of them.', Type.Optional(DeliveryState)),
  from: about('Earliest createdAt, inclusive.', Type.Optional(Timestamp)),
  to: about('Latest createdAt, inclusive.', Type.Optional(Timestamp)),
});
export type DeliveryExportQuery = Static<typeof DeliveryExportQuery>;
