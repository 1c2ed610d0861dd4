import { Readable } from 'node:stream';
import { type CsvCell, toCsv } from './csv.ts';

/** The columns of a table, each with its name in the header row and the cell that it shows of an item. */
export type CsvColumns<Item> = readonly (readonly [name: string, cell: (item: Item) => CsvCell])[];

/**
 * The header and a row for each item, as text. A page is asked for when the reader has room for it, so that
 * memory holds one page and never the table; when the stream is destroyed no further page is asked for.
 */
export function csvStream<Item>(columns: CsvColumns<Item>, pages: AsyncIterable<readonly Item[]>): Readable {
  return Readable.from(texts(columns, pages), { objectMode: false });
}

/** The header waits for the first page: where that cannot be read, an error can still be answered. */
async function* texts<Item>(
  columns: CsvColumns<Item>,
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  let header = toCsv([columns.map(([name]) => name)]);
  for await (const page of pages) {
    yield header + toCsv(page.map((item) => columns.map(([, cell]) => cell(item))));
    header = '';
  }
  if (header !== '') yield header;
}
