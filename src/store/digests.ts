import { sql } from 'kysely';
import type { Delivery, Digest } from '../alert/delivery.ts';
import type { WaitingCause } from '../alert/group-storm.ts';
import type { Session } from './database.ts';
import { fromDigest, toDelivery } from './delivery-rows.ts';

/** A bound on one message, far above what a flood makes; what is left makes the next one. */
const MOST_MEMBERS = 5_000;

/** The messages that stand for several rows of `deliveries`; they are rows of it themselves. */
export function digests(session: Session) {
  async function joinRows(
    channel: string,
    now: number,
    select: (rows: ReturnType<typeof joinable>) => ReturnType<typeof joinable>,
    join: (members: readonly Delivery[]) => Digest,
  ): Promise<boolean> {
    try {
      return await session.atomically(async (tx) => {
        const rows = await select(joinable(tx, channel, now)).execute();
        return writeDigest(tx, await withoutOvertakers(tx, rows.map(toDelivery)), now, join);
      });
    } catch (error) {
      if (error instanceof TakenMeanwhileError) return false;
      throw error;
    }
  }

  return {
    /**
     * Joins the rows of a channel that are due, in one step that either happens or does not: of two that
     * join at once, one finds nothing. `join` gets the rows in the order of writing, at least two of them.
     * A row whose forerunner about the same alert is neither due nor sent stays behind it. Answers whether
     * anything was joined.
     */
    joinDue(channel: string, now: number, join: (members: readonly Delivery[]) => Digest): Promise<boolean> {
      return joinRows(channel, now, (rows) => rows.where('next_attempt_at', '<=', now), join);
    },

    /** Likewise the rows of one cause, due or not, but for those that a rule holds back. */
    joinCause(
      channel: string,
      cause: string,
      now: number,
      join: (members: readonly Delivery[]) => Digest,
    ): Promise<boolean> {
      return joinRows(
        channel,
        now,
        (rows) =>
          rows
            .where('common_cause', '=', cause)
            .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)])),
        join,
      );
    },

    /** The causes of a channel's rows that no rule holds back. */
    async waitingCauses(channel: string, now: number): Promise<WaitingCause[]> {
      const released = sql<number>`case when held_until > created_at then held_until else created_at end`;
      const rows = await session.db
        .selectFrom('deliveries')
        .select(({ fn }) => [
          'common_cause',
          fn.count<number>('alert_id').distinct().as('count'),
          fn.min<number>(released).as('first_at'),
          fn.max<number>(released).as('last_at'),
        ])
        .where('channel', '=', channel)
        .where('state', '=', sql.lit('pending'))
        .where('digest_id', 'is', null)
        .where('event', '!=', 'digest')
        .where('attempts', '=', 0)
        .where('common_cause', 'is not', null)
        .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
        .groupBy('common_cause')
        .orderBy('common_cause')
        .execute();
      return rows.map(({ common_cause, count, first_at, last_at }) => ({
        cause: common_cause!,
        count,
        firstAt: first_at,
        lastAt: last_at,
      }));
    },

    /** Lets the rows of a cause wait on for others. */
    async putOff(channel: string, cause: string, until: number): Promise<void> {
      await session.db
        .updateTable('deliveries')
        .set({ next_attempt_at: until })
        .where('channel', '=', channel)
        .where('state', '=', sql.lit('pending'))
        .where('digest_id', 'is', null)
        .where('event', '!=', 'digest')
        .where('attempts', '=', 0)
        .where('common_cause', '=', cause)
        .where('next_attempt_at', '<', until)
        .execute();
    },
  };
}

function joinable({ db }: Session, channel: string, now: number) {
  return (
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('channel', '=', channel)
      .where('state', '=', sql.lit('pending'))
      .where('digest_id', 'is', null)
      .where('event', '!=', 'digest')
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      // An expression, for which no index has the order: else the one that has it, and all ever sent, would be read.
      .orderBy(sql`sequence + 0`)
      .limit(MOST_MEMBERS)
  );
}

/** Without those that follow a pending row of the same alert which is not among them. */
async function withoutOvertakers({ db }: Session, rows: readonly Delivery[]): Promise<readonly Delivery[]> {
  if (rows.length === 0) return rows;
  const among = new Set(rows.map(({ id }) => id));
  const pending = await db
    .selectFrom('deliveries')
    .select(['id', 'alert_id', 'sequence'])
    .where('channel', '=', rows[0]!.channel)
    .where('state', '=', sql.lit('pending'))
    .where('alert_id', 'in', [...new Set(rows.map(({ alertId }) => alertId))])
    .execute();
  // Sorted here: for the order's sake SQLite would read all that the channel was ever told.
  pending.sort((a, b) => a.sequence - b.sequence);
  // What is written after them holds nobody up, but a row that stays behind keeps back all that follow it.
  const stuck = new Set<string>();
  const free = new Set<string>();
  for (const { id, alert_id } of pending) {
    if (!among.has(id)) stuck.add(alert_id);
    else if (!stuck.has(alert_id)) free.add(id);
  }
  return rows.filter(({ id }) => free.has(id));
}

async function writeDigest(
  { db }: Session,
  members: readonly Delivery[],
  now: number,
  join: (members: readonly Delivery[]) => Digest,
): Promise<boolean> {
  if (members.length < 2) return false;
  const digest = join(members);
  const result = await db
    .updateTable('deliveries')
    .set({ digest_id: digest.id })
    .where(
      'id',
      'in',
      members.map(({ id }) => id),
    )
    .where('state', '=', sql.lit('pending'))
    .where('digest_id', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .executeTakeFirst();
  // Another one took some of them in the meantime. Undoing it all is what makes the message true.
  if (Number(result.numUpdatedRows) < members.length) throw new TakenMeanwhileError();
  await db.insertInto('deliveries').values(fromDigest(digest)).execute();
  return true;
}

class TakenMeanwhileError extends Error {
  override readonly name = 'TakenMeanwhileError';
  constructor() {
    super('rows that were to be joined were claimed or joined by another process');
  }
}
