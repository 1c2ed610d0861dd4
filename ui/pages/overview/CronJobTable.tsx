import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { usePlainLinks } from '../../shell/use-plain-links.ts';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { MOST_PRINTED, Unprinted } from '../../ui/Unprinted.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { PAPER_WIDTH } from '../../ui/paper-width.ts';
import { useBox } from '../../ui/use-box.ts';
import { Cell } from './Cell.tsx';
import { type Column, columnsFor, gridStyle } from './columns.ts';
import { CronJobCard } from './CronJobCard.tsx';
import { type Sort, type SortKey, toggledSort } from './overview-search.ts';
import type { Row } from './select-rows.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

const ROW_HEIGHT = 32;
const CARD_HEIGHT = 76;

/** The CronJobs; of thousands only the visible rows exist. The page scrolls, not the table. */
export const CronJobTable = memo(function CronJobTable(props: {
  readonly rows: readonly Row[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
}) {
  const { rows } = props;
  const body = useRef<HTMLDivElement>(null);
  const box = useBox(body);
  const cards = useMedia('(width < 40rem)');
  const printing = usePrinting();
  const width = printing ? PAPER_WIDTH : box.width;
  const columns = useMemo(() => columnsFor(width), [width]);
  const grid = useMemo(() => gridStyle(columns), [columns]);
  // The same function while the rows are the same, since another one makes it lay out all rows anew.
  const getItemKey = useCallback((index: number) => qualifiedName(rows[index]!), [rows]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (cards ? CARD_HEIGHT : ROW_HEIGHT),
    // A key in the search mounts these too; a flick on a phone goes further than a wheel.
    overscan: cards ? 8 : 3,
    scrollMargin: box.top,
    getItemKey,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, cards]);
  useRowKeys(body, rows.length, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  const links = usePlainLinks();
  return (
    <div role="table" aria-label="CronJobs" {...links} aria-rowcount={rows.length + 1}>
      {(!cards || printing) && (
        <HeaderRow columns={columns} grid={grid} sort={props.sort} onSort={props.onSort} />
      )}
      <div
        role="rowgroup"
        ref={body}
        className="relative"
        style={printing ? undefined : { height: virtualizer.getTotalSize() }}
      >
        {printing ? (
          <PrintedRows rows={rows} columns={columns} grid={grid} />
        ) : (
          virtualizer
            .getVirtualItems()
            .map((item) => (
              <TableRow
                key={item.key}
                row={rows[item.index]!}
                index={item.index}
                top={item.start - box.top}
                columns={cards ? null : columns}
                grid={grid}
              />
            ))
        )}
      </div>
    </div>
  );
});

/** The rows one below the other: on paper nothing is scrolled, and a row is as high as it needs. */
function PrintedRows(props: {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly grid: CSSProperties;
}) {
  const { rows, columns, grid } = props;
  const printed = rows.slice(0, MOST_PRINTED);
  return (
    <>
      {printed.map((row) => (
        <div key={qualifiedName(row)} role="row" className="border-b border-line py-1" style={grid}>
          <Cells row={row} columns={columns} />
        </div>
      ))}
      <Unprinted count={rows.length - printed.length} noun="CronJob" />
    </>
  );
}

function Cells({ row, columns }: { readonly row: Row; readonly columns: readonly Column[] }) {
  return columns.map((column) => (
    <div key={column.key} role="cell" className={`truncate ${column.alignEnd ? 'text-right' : ''}`}>
      <Cell row={row} column={column.key} />
    </div>
  ));
}

/** `columns` is null for a card. */
const TableRow = memo(function TableRow(props: {
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column[] | null;
  readonly grid: CSSProperties;
}) {
  const { row, columns } = props;
  return (
    <div
      role="row"
      aria-rowindex={props.index + 2}
      data-index={props.index}
      className="absolute inset-x-0 border-b border-line focus-within:bg-hover hover:bg-hover"
      style={{
        height: columns ? ROW_HEIGHT : CARD_HEIGHT,
        transform: `translateY(${props.top}px)`,
        ...(columns ? props.grid : {}),
      }}
    >
      {columns ? <Cells row={row} columns={columns} /> : <CronJobCard row={row} />}
    </div>
  );
});

function HeaderRow(props: {
  readonly columns: readonly Column[];
  readonly grid: CSSProperties;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
}) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        className="h-8 border-b border-line text-xs text-mute"
        style={props.grid}
      >
        {props.columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
        ))}
      </div>
    </div>
  );
}

function HeaderCell(props: {
  readonly column: Column;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
}) {
  const { column } = props;
  const direction = column.sort && directionOf(props.sort ?? 'health', column.sort);
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={direction}
      className={`flex items-center ${column.alignEnd ? 'justify-end' : ''}`}
    >
      {column.sort ? (
        <button
          type="button"
          data-print
          className="inline-flex h-6 min-w-6 items-center gap-1 whitespace-nowrap hover:text-ink"
          onClick={() => props.onSort(toggledSort(props.sort, column.sort!))}
        >
          {column.label}
          {direction && <Arrow size={12} aria-hidden />}
        </button>
      ) : (
        <span className="whitespace-nowrap">{column.label}</span>
      )}
    </div>
  );
}

function directionOf(sort: Sort, key: SortKey): 'ascending' | 'descending' | undefined {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : undefined;
}
