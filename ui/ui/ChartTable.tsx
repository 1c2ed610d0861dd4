import { useState } from 'react';
import { type Column, Table, TableRow } from './Table.tsx';

interface Numbers {
  readonly label: string;
  readonly columns: readonly string[];
  /** The first cell of each names it. */
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a chart as a table, folded away; the newest row first. */
export function ChartTable(props: Numbers) {
  const [open, setOpen] = useState(false);
  return (
    <details className="border-t border-line text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-7 cursor-pointer items-center px-3 text-mute hover:text-ink">
        As a table
      </summary>
      {open && <NumberTable {...props} />}
    </details>
  );
}

function NumberTable({ label, columns: labels, rows }: Numbers) {
  const columns = labels.map((label, index): Column<string> =>
    index === 0 ? { key: label, label, rowHeader: true } : { key: label, label, end: true },
  );
  return (
    <div
      // What scrolls must be reachable by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-64 overflow-auto"
    >
      <Table columns={columns}>
        {rows.toReversed().map((row) => (
          <TableRow
            key={row[0]}
            size="dense"
            columns={columns}
            cells={Object.fromEntries(labels.map((label, index) => [label, row[index]]))}
          />
        ))}
      </Table>
    </div>
  );
}
