import type { Selectable } from 'kysely';
import type { EmptySlot, SkipReason } from '../execution/slot.ts';
import type { Session } from './database.ts';
import { raiseHistoryRevision } from './history-revision.ts';
import type { SlotsTable } from './schema.ts';

/** The queries of `slots`: the slots that no run counts for. */
export function slots(session: Session) {
  const { db } = session;
  return {
    /** Keeps the slots. One that is there already is judged anew. */
    async insert(cronJobId: number, judged: readonly EmptySlot[]): Promise<void> {
      if (judged.length === 0) return;
      await session.atomically(async (tx) => {
        await Promise.all([
          tx.db
            .insertInto('slots')
            .values(judged.map((slot) => toRow(cronJobId, slot)))
            .onConflict((conflict) =>
              conflict.columns(['cron_job_id', 'slot_at']).doUpdateSet((eb) => ({
                outcome: eb.ref('excluded.outcome'),
                reason: eb.ref('excluded.reason'),
                message: eb.ref('excluded.message'),
              })),
            )
            .execute(),
          raiseHistoryRevision(tx, cronJobId, judged.length),
        ]);
      });
    },

    /** Forgets slots for which a run started after all. */
    async remove(cronJobId: number, at: readonly number[]): Promise<void> {
      if (at.length === 0) return;
      await session.atomically(async (tx) => {
        await Promise.all([
          tx.db
            .deleteFrom('slots')
            .where('cron_job_id', '=', cronJobId)
            .where('slot_at', 'in', [...at])
            .execute(),
          raiseHistoryRevision(tx, cronJobId, at.length),
        ]);
      });
    },

    /** The slots in [from, to] that no run counts for, newest first, at most `limit`. */
    async list(
      cronJobId: number,
      { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
    ): Promise<EmptySlot[]> {
      const rows = await db
        .selectFrom('slots')
        .selectAll()
        .where('cron_job_id', '=', cronJobId)
        .where('slot_at', '>=', from)
        .where('slot_at', '<=', to)
        .orderBy('slot_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toEmptySlot);
    },
  };
}

function toRow(cronJobId: number, { at, outcome, reason, message }: EmptySlot): Selectable<SlotsTable> {
  return { cron_job_id: cronJobId, slot_at: at, outcome, reason, message };
}

function toEmptySlot(row: Selectable<SlotsTable>): EmptySlot {
  return {
    at: row.slot_at,
    outcome: row.outcome as EmptySlot['outcome'],
    reason: row.reason as SkipReason | null,
    message: row.message,
  };
}
