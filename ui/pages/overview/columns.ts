import type { SortKey } from './overview-search.ts';

/** A column of the table; `key` also chooses its cell. */
export interface Column {
  readonly key: 'health' | 'name' | 'namespace' | 'schedule' | 'recent' | 'rate' | 'p50' | 'last' | 'next';
  readonly label: string;
  /** Undefined where an order would mean nothing. */
  readonly sort?: SortKey;
  readonly alignEnd: boolean;
  /** What the column needs at least, in px. */
  readonly width: number;
  /** Its share of the room that is left; 0 keeps it at its width. */
  readonly grow: number;
  /** 1 is shown always; when the table is narrow the highest numbers go first. */
  readonly priority: number;
}

/** In the order in which they stand. */
const COLUMNS: readonly Column[] = [
  { key: 'health', label: 'Health', sort: 'health', alignEnd: false, width: 92, grow: 0, priority: 1 },
  { key: 'name', label: 'Name', sort: 'name', alignEnd: false, width: 134, grow: 2.2, priority: 2 },
  {
    key: 'namespace',
    label: 'Namespace',
    sort: 'namespace',
    alignEnd: false,
    width: 80,
    grow: 1,
    priority: 7,
  },
  { key: 'schedule', label: 'Schedule', alignEnd: false, width: 104, grow: 1, priority: 8 },
  { key: 'recent', label: 'Last 24 runs', alignEnd: false, width: 118, grow: 0, priority: 4 },
  { key: 'rate', label: 'Success', sort: 'rate', alignEnd: true, width: 76, grow: 0, priority: 5 },
  { key: 'p50', label: 'P50', sort: 'p50', alignEnd: true, width: 66, grow: 0, priority: 9 },
  { key: 'last', label: 'Last run', sort: 'last', alignEnd: true, width: 74, grow: 0, priority: 6 },
  { key: 'next', label: 'Next run', sort: 'next', alignEnd: true, width: 82, grow: 0, priority: 3 },
];

/** Between columns, and at both ends of a row, in px. */
const GAP = 8;
const PADDING = 12;

/** The columns that fit into a table of this width in px: the more important before the less. */
export function columnsFor(tableWidth: number): readonly Column[] {
  const byPriority = COLUMNS.toSorted((a, b) => a.priority - b.priority);
  let used = 2 * PADDING - GAP;
  const fitting = byPriority.filter((column) => {
    used += column.width + GAP;
    return column.priority <= 2 || used <= tableWidth;
  });
  return COLUMNS.filter((column) => fitting.includes(column));
}

/** The grid of the header and of every row. */
export function gridStyle(columns: readonly Column[]) {
  return {
    display: 'grid',
    gridTemplateColumns: columns.map(trackOf).join(' '),
    columnGap: GAP,
    paddingInline: PADDING,
    alignItems: 'center',
  } as const;
}

function trackOf({ width, grow }: Column): string {
  return grow === 0 ? `${width}px` : `minmax(${width}px, ${grow}fr)`;
}
