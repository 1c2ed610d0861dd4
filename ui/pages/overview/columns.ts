import type { SortKey } from './overview-search.ts';

/** A column of the table; `key` also chooses its cell. */
export interface Column {
  readonly key: 'health' | 'name' | 'namespace' | 'schedule' | 'recent' | 'rate' | 'p50' | 'last' | 'next';
  readonly label: string;
  /** Undefined where an order would mean nothing. */
  readonly sort?: SortKey;
  readonly alignEnd: boolean;
  /** CSS grid track. */
  readonly track: string;
  /** What the column needs at least, in px. */
  readonly minWidth: number;
  /** 1 is shown always; when the table is narrow the highest numbers go first. */
  readonly priority: number;
}

/** In the order in which they stand. */
const COLUMNS: readonly Column[] = [
  {
    key: 'health',
    label: 'Health',
    sort: 'health',
    alignEnd: false,
    track: '96px',
    minWidth: 96,
    priority: 1,
  },
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    alignEnd: false,
    track: 'minmax(150px,2.2fr)',
    minWidth: 150,
    priority: 2,
  },
  {
    key: 'namespace',
    label: 'Namespace',
    sort: 'namespace',
    alignEnd: false,
    track: 'minmax(90px,1fr)',
    minWidth: 90,
    priority: 7,
  },
  {
    key: 'schedule',
    label: 'Schedule',
    alignEnd: false,
    track: 'minmax(104px,1fr)',
    minWidth: 104,
    priority: 8,
  },
  { key: 'recent', label: 'Last 24 runs', alignEnd: false, track: '124px', minWidth: 124, priority: 4 },
  { key: 'rate', label: 'Success', sort: 'rate', alignEnd: true, track: '88px', minWidth: 88, priority: 5 },
  { key: 'p50', label: 'P50', sort: 'p50', alignEnd: true, track: '84px', minWidth: 84, priority: 9 },
  { key: 'last', label: 'Last run', sort: 'last', alignEnd: true, track: '78px', minWidth: 78, priority: 6 },
  { key: 'next', label: 'Next run', sort: 'next', alignEnd: true, track: '88px', minWidth: 88, priority: 3 },
];

/** Between columns, and at both ends of a row, in px. */
const GAP = 10;
const PADDING = 12;

/** The columns that fit into a table of this width in px: the more important before the less. */
export function columnsFor(width: number): readonly Column[] {
  const byPriority = COLUMNS.toSorted((a, b) => a.priority - b.priority);
  let used = 2 * PADDING - GAP;
  const fitting = byPriority.filter((column) => {
    used += column.minWidth + GAP;
    return column.priority <= 2 || used <= width;
  });
  return COLUMNS.filter((column) => fitting.includes(column));
}

/** The grid of the header and of every row. */
export function gridStyle(columns: readonly Column[]) {
  return {
    display: 'grid',
    gridTemplateColumns: columns.map((column) => column.track).join(' '),
    columnGap: GAP,
    paddingInline: PADDING,
    alignItems: 'center',
  } as const;
}
