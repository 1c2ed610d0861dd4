import type { CsvColumns } from '../csv-stream.ts';
import type { MonitorOverview } from './monitor.ts';

/** The columns of the monitors' export, which readers find by these names. */
export const MONITOR_COLUMNS: CsvColumns<MonitorOverview> = [
  ['Namespace', (each) => each.namespace],
  ['Monitor', (each) => each.name],
  ['CronJobs', (each) => each.cronJobCount],
  ['Healthy', (each) => each.healthy],
  ['Warning', (each) => each.warning],
  ['Critical', (each) => each.critical],
  ['Ready', (each) => each.conditions.find(({ type }) => type === 'Ready')?.status ?? null],
];
