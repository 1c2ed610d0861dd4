import type { CronJobSummary } from '../../../src/api/contract/cron-job.ts';
import { HEALTHS, type Health, healthOf } from '../../util/health.ts';
import type { OverviewSearch, Sort, SortKey } from './overview-search.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/** A CronJob with what is derived from it once, since filters and sorting ask for it often. */
export interface Row extends CronJobSummary {
  readonly health: Health;
  /** What a search looks through. */
  readonly text: string;
}

/** What the numbers above the table say, over all CronJobs whatever the filters. */
export interface Summary {
  readonly total: number;
  readonly byHealth: Readonly<Record<Health, number>>;
  /** Percent over all finished runs of all CronJobs in their windows; null without any. */
  readonly successRate: number | null;
  readonly finishedRuns: number;
}

/** The CronJobs of an answer as rows. */
export function toRows(items: readonly CronJobSummary[]): readonly Row[] {
  return items.map((item) => ({
    ...item,
    health: healthOf(item),
    text: qualifiedName(item).toLowerCase(),
  }));
}

/** Those of the rows that the reader has chosen, in the order in which they are. */
export function filterRows(
  rows: readonly Row[],
  search: Pick<OverviewSearch, 'q' | 'ns' | 'status'>,
): readonly Row[] {
  const text = search.q?.toLowerCase() ?? '';
  return rows.filter(
    (row) =>
      (search.status === undefined || row.health === search.status) &&
      (search.ns === undefined || row.namespace === search.ns) &&
      (text === '' || row.text.includes(text)),
  );
}

/** Counts and rate over all rows. */
export function summarise(rows: readonly Row[]): Summary {
  const byHealth = { critical: 0, warning: 0, running: 0, healthy: 0, suspended: 0 };
  let succeeded = 0;
  let finishedRuns = 0;
  for (const row of rows) {
    byHealth[row.health] += 1;
    finishedRuns += row.totalExecutions;
    // The rate was made from a whole number of runs.
    succeeded += Math.round((row.successRate / 100) * row.totalExecutions);
  }
  const successRate = finishedRuns === 0 ? null : (succeeded * 100) / finishedRuns;
  return { total: rows.length, byHealth, successRate, finishedRuns };
}

/** The namespaces of the rows in alphabetical order. */
export function namespacesOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.map((row) => row.namespace))].sort();
}

/** The rows in the chosen order, the worst health first without one; ties by namespace and name. */
export function sortRows(rows: readonly Row[], sort: Sort = 'health'): readonly Row[] {
  const reverse = sort.startsWith('-') ? -1 : 1;
  const value = VALUES[(reverse < 0 ? sort.slice(1) : sort) as SortKey];
  // Each value is computed once, not at each of the comparisons. The answer is sorted by namespace and
  // name, and sorting is stable.
  return rows
    .map((row) => ({ row, value: value(row) }))
    .sort((a, b) => compare(a.value, b.value, reverse))
    .map(({ row }) => row);
}

/** Null (no run, no next run) comes last in either direction. */
function compare(a: string | number | null, b: string | number | null, reverse: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * reverse;
}

const VALUES: Readonly<Record<SortKey, (row: Row) => string | number | null>> = {
  health: (row) => HEALTHS.indexOf(row.health),
  name: (row) => row.name,
  namespace: (row) => row.namespace,
  rate: (row) => (row.totalExecutions === 0 ? null : row.successRate),
  p50: (row) => (row.p50Duration === 0 ? null : row.p50Duration),
  last: (row) => row.lastRun,
  next: (row) => row.nextRun,
};
