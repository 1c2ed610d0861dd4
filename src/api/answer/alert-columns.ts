import type { Alert } from '../../alert/alert.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { CsvColumns } from '../csv-stream.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** The columns of the alerts' export, which readers find by these names. */
export const ALERT_COLUMNS: CsvColumns<Alert> = [
  ['Alert ID', (each) => each.id],
  ['Namespace', (each) => each.namespace],
  ['CronJob', (each) => each.cronJobName],
  ['Type', (each) => each.type],
  ['Reason', (each) => each.reason],
  ['Severity', (each) => each.severity],
  ['Title', (each) => each.title],
  ['Message', (each) => each.message],
  ['Job', (each) => each.jobName],
  ['Occurrences', (each) => each.occurrences],
  ['Created At', (each) => formatTimestamp(each.openedAt)],
  ['Resolved At', (each) => toNullableTimestamp(each.resolvedAt)],
  ['Resolution', (each) => each.resolution],
  ['Acknowledged At', (each) => toNullableTimestamp(each.acknowledgedAt)],
  ['Acknowledged By', (each) => each.acknowledgedBy],
  ['Acknowledge Comment', (each) => each.acknowledgeComment],
  ['Suggested Fix', (each) => each.suggestedFix],
];
