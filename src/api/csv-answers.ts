import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Turns } from '../lib/turns.ts';
import type { AppInstance } from './app-instance.ts';
import { Csv } from './contract/export.ts';
import { type CsvColumns, csvStream } from './csv-stream.ts';

/** Fastify would answer HEAD by reading the whole table for nobody. */
export const NO_HEAD = { exposeHeadRoute: false } as const;

export const CSV_RESPONSE = { 200: { content: { 'text/csv': { schema: Csv } } } } as const;

/** The one page of a list that is read whole, when it is asked for. */
export async function* onePage<Item>(read: () => Promise<readonly Item[]>): AsyncGenerator<readonly Item[]> {
  yield await read();
}

/** Tables as files for a spreadsheet, however long they are. */
export class CsvAnswers {
  readonly #clock: Clock;
  readonly #turns: Turns;
  readonly #open = new Set<Readable>();

  constructor(app: AppInstance, clock: Clock, turns: Turns) {
    this.#clock = clock;
    this.#turns = turns;
    // A reader that has stalled must not hold up the end of the process.
    app.addHook('preClose', async () => this.#open.forEach((stream) => stream.destroy()));
  }

  answer<Item>(
    reply: FastifyReply,
    name: string,
    columns: CsvColumns<Item>,
    pages: AsyncIterable<readonly Item[]>,
  ): FastifyReply {
    const stream = csvStream(columns, pages, this.#turns);
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    const date = new Date(this.#clock.now()).toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="punctual-${name}-${date}.csv"`)
      .header('cache-control', 'no-store')
      .send(stream);
  }
}
