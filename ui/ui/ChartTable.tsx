import { useState } from 'react';

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
      {open && <Table {...props} />}
    </details>
  );
}

function Table({ label, columns, rows }: Numbers) {
  return (
    <div
      // What scrolls must be reachable by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-64 overflow-auto"
    >
      <table className="w-full">
        <thead className="text-mute">
          <tr className="[&>th]:px-3 [&>th]:py-1 [&>th]:text-right [&>th]:font-normal [&>th:first-child]:text-left">
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(([name, ...cells]) => (
            <tr
              key={name}
              className="border-t border-line [&>td]:px-3 [&>td]:py-0.5 [&>td]:text-right [&>th]:px-3 [&>th]:text-left [&>th]:font-normal"
            >
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
