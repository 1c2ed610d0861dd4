import type { Stats } from '../../../src/api/contract/stats.ts';
import { Card } from '../../ui/Card.tsx';
import { countText } from '../../util/number.ts';
import { sizeText } from '../../util/size.ts';

type Table = Stats['database']['tables'][number];

/** The tables by what they take, the largest first, each with a bar as long as its share of all. */
export function TableSizes({ tables }: { readonly tables: readonly Table[] }) {
  const all = tables.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <Card title="Storage by table" beside={<span className="text-xs text-mute">with indexes</span>}>
      <table className="w-full">
        <thead className="text-left text-xs text-mute">
          <tr className="h-8 [&>th]:px-3 [&>th]:font-normal">
            <th scope="col">Table</th>
            <th scope="col" className="text-right">
              Rows
            </th>
            <th scope="col" className="text-right">
              Size
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Share
            </th>
            <td aria-hidden className="max-sm:hidden" />
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <TableRow key={table.name} table={table} share={all === 0 ? 0 : table.sizeBytes / all} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function TableRow({ table, share }: { readonly table: Table; readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <tr className="h-8 border-t border-line [&>*]:px-3">
      <th scope="row" className="text-left font-normal">
        <code>{table.name}</code>
      </th>
      <td className="text-right">{countText(table.rows)}</td>
      <td className="text-right whitespace-nowrap">{sizeText(table.size)}</td>
      <td className="text-right text-xs text-mute max-sm:hidden">
        {share > 0 && percent === 0 ? '< 1' : percent} %
      </td>
      <td aria-hidden className="w-1/3 max-sm:hidden">
        <span className="block h-2 flex-1 rounded-xs bg-fill-none/50 forced-color-adjust-none">
          <span className="block h-full min-w-px rounded-xs bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      </td>
    </tr>
  );
}
