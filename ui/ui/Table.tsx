import type { ReactNode, Ref, RefCallback } from 'react';

/** A column: how it is headed, and what its heading and its cells have in common. */
export interface Column<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** Its width as a class; without one it takes of what is left. */
  readonly width?: string;
  /** Numbers, dates and buttons stand at the end, and are not broken. */
  readonly end?: true;
  /** The width of the window from which it is shown; always without. What it says should then stand elsewhere too. */
  readonly from?: keyof typeof FROM;
  readonly tip?: string;
  /** Its cells name their rows. */
  readonly rowHeader?: true;
}

const FROM = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
  '2xl': 'max-2xl:hidden',
} as const;

/** A row of one line, cut off where it is too long; a lower one; or one as high as it needs. */
const SIZES = { line: 'h-8', dense: 'h-6', tall: 'align-top' } as const;
const CELL_SIZES = { line: 'truncate', dense: 'truncate', tall: 'py-2.5' } as const;

/** A table with a row of headings; put TableRows of the same columns into it. */
export function Table<Key extends string>(props: {
  readonly columns: readonly Column<Key>[];
  /** Columns are as wide as they say, whatever stands in them. */
  readonly fixed?: boolean;
  /** How many rows there are when not all of them are in the document. */
  readonly rowCount?: number;
  readonly bodyRef?: Ref<HTMLTableSectionElement>;
  readonly children: ReactNode;
}) {
  const { columns, fixed, rowCount, bodyRef, children } = props;
  return (
    <table
      className={`w-full ${fixed ? 'table-fixed' : ''}`}
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
    >
      <thead className="text-xs text-mute">
        <tr className="h-8">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              data-tip={column.tip}
              className={`font-normal ${placeOf(column)} ${column.width ?? ''}`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef}>{children}</tbody>
    </table>
  );
}

/** One row: a cell for every column. */
export function TableRow<Key extends string>(props: {
  readonly columns: readonly Column<Key>[];
  readonly cells: Readonly<Record<Key, ReactNode>>;
  readonly size?: keyof typeof SIZES;
  /** Its place among all rows from 0, where the keys lead from row to row. */
  readonly index?: number;
  readonly rowRef?: RefCallback<HTMLTableRowElement> | undefined;
  /** What a click anywhere on the row does; a link in it must do the same for the keyboard. */
  readonly onClick?: () => void;
  /** Stands under the row over its whole width. */
  readonly below?: ReactNode;
}) {
  const { columns, cells, size = 'line', index, rowRef, onClick, below } = props;
  return (
    <>
      <tr
        ref={rowRef}
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + 2}
        onClick={onClick}
        className={`border-t border-line focus-within:bg-hover hover:bg-hover ${SIZES[size]} ${onClick ? 'cursor-pointer' : ''}`}
      >
        {columns.map((column) => {
          const look = `${placeOf(column)} ${CELL_SIZES[size]}`;
          return column.rowHeader ? (
            <th key={column.key} scope="row" className={`font-normal ${look}`}>
              {cells[column.key]}
            </th>
          ) : (
            <td key={column.key} className={look}>
              {cells[column.key]}
            </td>
          );
        })}
      </tr>
      {below && (
        <tr>
          <td colSpan={columns.length} className="px-3 pb-2">
            {below}
          </td>
        </tr>
      )}
    </>
  );
}

/** Stands for rows that are not in the document, as high as they are in px. */
export function TableGap({ height }: { readonly height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

function placeOf({ end, from }: Column<string>): string {
  return `px-3 ${end ? 'text-right whitespace-nowrap' : 'text-left'} ${from ? FROM[from] : ''}`;
}
