import { flakyRate, successRate } from '../../execution/run-statistics.ts';
import type { CsvColumns } from '../csv-stream.ts';
import type { CronJobOverview } from './cron-job.ts';
import { toSeconds } from './seconds.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** The columns of the CronJobs' export, which readers find by these names. Durations are seconds. */
export const CRON_JOB_COLUMNS: CsvColumns<CronJobOverview> = [
  ['Namespace', (each) => each.namespace],
  ['CronJob', (each) => each.name],
  ['Status', (each) => each.status],
  ['Suspended', (each) => String(each.suspended)],
  ['Running', (each) => each.running.length],
  ['Active Alerts', (each) => each.activeAlerts],
  ['Schedule', (each) => each.schedule],
  ['Time Zone', (each) => each.timeZone],
  // Without a run there is no rate, which in a spreadsheet would count as one.
  ['Success Rate', ({ statistics }) => (statistics.finished === 0 ? null : successRate(statistics))],
  ['Executions', (each) => each.statistics.finished],
  ['Window Days', (each) => each.windowDays],
  ['P50 Duration', (each) => toSeconds(each.statistics.p50DurationMs)],
  ['P95 Duration', (each) => toSeconds(each.statistics.p95DurationMs)],
  ['Flaky Rate', (each) => flakyRate(each.statistics)],
  ['Last Run', (each) => toNullableTimestamp(each.lastRunAt)],
  ['Next Run', (each) => (each.suspended ? null : toNullableTimestamp(each.nextRunAt))],
];
