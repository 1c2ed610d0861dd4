import { sql } from 'kysely';
import type { Session } from './database.ts';

/** How many entries of a channel's ledger are in which state. */
type Counts = ReadonlyMap<string, number>;

interface Counted {
  /** Every entry of a lower sequence is counted, and none of them changes any more. */
  readonly before: number;
  readonly counts: Counts;
}

/** Another process may yet commit a row whose sequence is lower than one that is seen: so many are never remembered. */
const NEWEST = 1_000;

/**
 * Counts the entries of channels without reading the ledger each time. A row never leaves the state in which it ended, and
 * none is deleted: what stands before the oldest row that is still pending is counted once for the process.
 */
export class LedgerCounts {
  readonly #known = new Map<string, Counted>();

  /** By state; what was joined into a digest is not counted, the digest is. `session` is in no transaction, which may yet be undone. */
  async of(session: Session, channel: string): Promise<Counts> {
    const known = this.#known.get(channel) ?? { before: 0, counts: new Map() };
    const border = Math.max(known.before, await endedBefore(session, channel));
    const { all, ended } = await countFrom(session, channel, known, border);
    this.#known.set(channel, { before: border, counts: ended });
    return all;
  }
}

/** By state, likewise, reading the whole ledger of the channel. */
export async function countLedger(session: Session, channel: string): Promise<Counts> {
  return (await countFrom(session, channel, { before: 0, counts: new Map() }, 0)).all;
}

/** Rows of the channel whose sequence is lower have all ended. */
async function endedBefore({ db }: Session, channel: string): Promise<number> {
  const [newest, pending] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.max<number | null>('sequence').as('sequence'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('deliveries')
      // Of an expression, for which no index has the least at its beginning: else the one that has would be read.
      .select(sql<number | null>`min(sequence + 0)`.as('sequence'))
      .where('channel', '=', channel)
      .where('state', '=', sql.lit('pending'))
      .executeTakeFirstOrThrow(),
  ]);
  return Math.min((newest.sequence ?? 0) - NEWEST, pending.sequence ?? Infinity);
}

async function countFrom(
  { db }: Session,
  channel: string,
  { before, counts }: Counted,
  border: number,
): Promise<{ readonly all: Counts; readonly ended: Counts }> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['state', fn.countAll<number>().as('all')])
    .select(sql<number>`sum(case when sequence < ${border} then 1 else 0 end)`.as('ended'))
    .where('channel', '=', channel)
    .where('digest_id', 'is', null)
    .where('sequence', '>=', before)
    .groupBy('state')
    .execute();
  const all = new Map(counts);
  const ended = new Map(counts);
  for (const row of rows) {
    all.set(row.state, (counts.get(row.state) ?? 0) + row.all);
    ended.set(row.state, (counts.get(row.state) ?? 0) + row.ended);
  }
  return { all, ended };
}
