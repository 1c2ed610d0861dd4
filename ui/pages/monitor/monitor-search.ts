import { type Sort, toSort } from '../overview/overview-search.ts';

/** Everything that the reader has chosen on a monitor's page. */
export interface MonitorSearch {
  /** The order of its CronJobs: worst health first when undefined. */
  readonly sort?: Sort | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toMonitorSearch(search: Readonly<Record<string, unknown>>): MonitorSearch {
  return { sort: toSort(search['sort']) };
}
