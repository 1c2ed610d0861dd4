import { oneOf, qualifiedNameOf } from '../../util/search-params.ts';

/** How many days a report goes back; 30 when nothing is said. */
export const REPORT_DAYS = ['7', '30', '90'] as const;

/** Whose report is wanted. With neither a CronJob nor a monitor it is about everything. */
export interface ReportsSearch {
  /** `namespace/name` */
  readonly cronjob?: string | undefined;
  /** `namespace/name` */
  readonly monitor?: string | undefined;
  readonly days?: (typeof REPORT_DAYS)[number] | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toReportsSearch(search: Readonly<Record<string, unknown>>): ReportsSearch {
  const days = oneOf(REPORT_DAYS, search['days']);
  return {
    cronjob: qualifiedNameOf(search['cronjob']),
    monitor: qualifiedNameOf(search['monitor']),
    days: days === '30' ? undefined : days,
  };
}

/** The address of the report as a file. */
export function reportPath({ cronjob, monitor, days }: ReportsSearch, title: string): string {
  const parameters = new URLSearchParams({ days: days ?? '30' });
  if (cronjob !== undefined) parameters.set('cronjob', cronjob);
  else if (monitor !== undefined) parameters.set('monitor', monitor);
  if (title.trim() !== '') parameters.set('title', title.trim());
  return `/api/v1/export/report.pdf?${parameters}`;
}
