import { Readable } from 'node:stream';
import type { Turns } from '../lib/turns.ts';
import { type CsvCell, toCsv } from './csv.ts';

/** The columns of a table, each with its name in the header row and the cell that it shows of an item. */
export type CsvColumns<Item> = readonly (readonly [name: string, cell: (item: Item) => CsvCell])[];

/** Sent on together: each piece by itself costs a way to the thread that packs it and to the network. */
const PIECE_LENGTH = 64 * 1_024;

/**
 * The header and a row for each item, as text. A page is asked for when the reader has room for it, so that
 * memory holds some pages and never the table; when the stream is destroyed no further page is asked for.
 */
export function csvStream<Item>(
  columns: CsvColumns<Item>,
  pages: AsyncIterable<readonly Item[]>,
  turns: Turns,
): Readable {
  return Readable.from(pieces(columns, pages, turns), { objectMode: false });
}

/** The header waits for the first page: where that cannot be read, an error can still be answered. */
async function* pieces<Item>(
  columns: CsvColumns<Item>,
  pages: AsyncIterable<readonly Item[]>,
  turns: Turns,
): AsyncGenerator<string> {
  const header = toCsv([columns.map(([name]) => name)]);
  let piece = header;
  for await (const page of pages) {
    await turns.next();
    piece += toCsv(page.map((item) => columns.map(([, cell]) => cell(item))));
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
