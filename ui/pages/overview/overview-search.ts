import { TIMELINE_RANGE_NAMES, type TimelineRange } from '../../charts/timeline-axis.ts';
import { HEALTHS, type Health } from '../../util/health.ts';
import { oneOf, textOf } from '../../util/search-params.ts';

/** The columns by which the table can be sorted. */
export const SORT_KEYS = ['health', 'name', 'namespace', 'rate', 'p50', 'last', 'next'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type Sort = SortKey | `-${SortKey}`;

/** Everything that the reader has chosen on the overview. Defaults are undefined and thus left out of the address. */
export interface OverviewSearch {
  readonly q?: string | undefined;
  readonly ns?: string | undefined;
  readonly status?: Health | undefined;
  /** Worst health first when undefined. */
  readonly sort?: Sort | undefined;
  /** The table when undefined. */
  readonly view?: 'timeline' | undefined;
  /** How far back the timeline goes; 24 h when undefined. */
  readonly range?: TimelineRange | undefined;
}

const FIELDS = Object.keys({
  q: 0,
  ns: 0,
  status: 0,
  sort: 0,
  view: 0,
  range: 0,
} satisfies Record<keyof OverviewSearch, 0>) as readonly (keyof OverviewSearch)[];

const SORTS: readonly Sort[] = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

/** The search of an address; what it does not understand is left out. */
export function toOverviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  const range = oneOf(TIMELINE_RANGE_NAMES, search['range']);
  return {
    q: textOf(search['q']),
    ns: textOf(search['ns']),
    status: oneOf(HEALTHS, search['status']),
    sort: toSort(search['sort']),
    view: oneOf(['timeline'], search['view']),
    range: range === '24h' ? undefined : range,
  };
}

/** Whether both say the same, whatever they leave out. */
export function sameSearch(a: OverviewSearch, b: OverviewSearch): boolean {
  return FIELDS.every((field) => a[field] === b[field]);
}

/** The order that a search parameter names; undefined for worst first and for what it does not understand. */
export function toSort(value: unknown): Sort | undefined {
  const sort = oneOf(SORTS, value);
  return sort === 'health' ? undefined : sort;
}

/** What a click on a column's heading leads to: that column, and at the second click its reverse. */
export function toggledSort(current: Sort | undefined, key: SortKey): Sort | undefined {
  const next: Sort = (current ?? 'health') === key ? `-${key}` : key;
  return next === 'health' ? undefined : next;
}
