import type { Outcome } from '../../execution/execution.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { CsvColumns } from '../csv-stream.ts';

/** A finished run with what the export tells of it. Instants are ms since the epoch. */
export interface ExportedExecution {
  readonly jobUid: string;
  readonly namespace: string;
  readonly cronJobName: string;
  readonly jobName: string;
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly completedAt: number;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly reason: string | null;
}

/** The columns of the executions' export, which readers find by these names. */
export const EXECUTION_COLUMNS: CsvColumns<ExportedExecution> = [
  ['Execution ID', (each) => each.jobUid],
  ['Namespace', (each) => each.namespace],
  ['CronJob', (each) => each.cronJobName],
  ['Job', (each) => each.jobName],
  ['Status', (each) => each.outcome],
  ['Start Time', (each) => formatTimestamp(each.startedAt)],
  ['Completion Time', (each) => formatTimestamp(each.completedAt)],
  ['Duration', (each) => formatDuration(each.durationMs)],
  ['Exit Code', (each) => each.exitCode],
  ['Reason', (each) => each.reason],
];
