import type { SlaItem } from '../contract/sla.ts';
import type { CsvColumns } from '../csv-stream.ts';

/** The columns of the SLA export, which readers find by these names. */
export const SLA_COLUMNS: CsvColumns<SlaItem> = [
  ['Namespace', (each) => each.namespace],
  ['CronJob', (each) => each.cronjobName],
  ['Success Rate', (each) => each.successRate],
  ['SLA Target', (each) => each.slaTarget],
  ['Compliant', (each) => String(each.compliant)],
  ['Window Days', (each) => each.windowDays],
  ['Evaluated Runs', (each) => each.evaluatedRuns],
  ['Missed Runs', (each) => each.missedRuns],
];
