import type { Stats } from '../../../src/api/contract/stats.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, Table, TableRow } from '../../ui/Table.tsx';
import { countText } from '../../util/number.ts';
import { sizeText } from '../../util/size.ts';

const COLUMNS = [
  { key: 'name', label: 'Table', rowHeader: true },
  { key: 'rows', label: 'Rows', end: true },
  { key: 'size', label: 'Size', end: true },
  { key: 'share', label: 'Share', width: 'w-1/2', from: 'sm' },
] as const satisfies readonly Column<string>[];

/** The tables by what they take, the largest first, each with a bar as long as its share of all. */
export function TableSizes({ tables }: { readonly tables: Stats['database']['tables'] }) {
  const all = tables.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <Card title="Storage by table" beside={<span className="text-xs text-mute">with indexes</span>}>
      <Table columns={COLUMNS}>
        {tables.map((table) => (
          <TableRow
            key={table.name}
            columns={COLUMNS}
            cells={{
              name: <code>{table.name}</code>,
              rows: countText(table.rows),
              size: sizeText(table.size),
              share: <Share share={all === 0 ? 0 : table.sizeBytes / all} />,
            }}
          />
        ))}
      </Table>
    </Card>
  );
}

function Share({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <span className="flex items-center gap-3">
      <span className="w-10 text-right text-xs text-mute">
        {share > 0 && percent === 0 ? '< 1' : percent} %
      </span>
      <span aria-hidden className="block h-2 flex-1 rounded-xs bg-fill-none/50 forced-color-adjust-none">
        <span className="block h-full min-w-px rounded-xs bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
