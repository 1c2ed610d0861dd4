import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { NO_SLOTS, type SlaCounts } from '../execution/sla.ts';
import type { Session } from './database.ts';
import type { Schema } from './schema.ts';

/** Which slots an SLA is about: those in (from, to]. */
export interface SlaWindow {
  readonly from: number;
  readonly to: number;
  /** from <= slot < until, apart from each other. */
  readonly maintenance: readonly { readonly from: number; readonly until: number }[];
}

/** A slot that counts, or would outside of maintenance. */
export interface SlaSlot {
  readonly at: number;
  readonly succeeded: boolean;
}

/** Below SQLite's most parameters of a statement (32,766), and few enough to leave room for other reads. */
const CRON_JOBS_PER_QUERY = 500;

/** What the SLA counts of runs and slots. */
export function sla(session: Session) {
  const { db } = session;

  async function countsOf(cronJobIds: readonly number[], window: SlaWindow): Promise<Map<number, SlaCounts>> {
    const counts = new Map<number, SlaCounts>(cronJobIds.map((id) => [id, NO_SLOTS]));
    for (let start = 0; start < cronJobIds.length; start += CRON_JOBS_PER_QUERY) {
      const chunk = cronJobIds.slice(start, start + CRON_JOBS_PER_QUERY);
      for (const row of await runCounts(session, chunk, window)) {
        const { cron_job_id: id, succeeded, failed, manual, maintenance } = row;
        counts.set(id, {
          ...NO_SLOTS,
          succeeded,
          failed,
          excluded: { ...NO_SLOTS.excluded, manual, maintenance },
        });
      }
    }
    return counts;
  }

  return {
    /** Of each of the CronJobs, those without a run too. */
    countsOf,

    async counts(cronJobId: number, window: SlaWindow): Promise<SlaCounts> {
      return (await countsOf([cronJobId], window)).get(cronJobId)!;
    },

    /** The slots in (from, to] that count, oldest first: what enters and leaves a window that moves. */
    async slots(
      cronJobId: number,
      { from, to }: { readonly from: number; readonly to: number },
    ): Promise<SlaSlot[]> {
      const rows = await db
        .selectFrom('executions')
        .select(['scheduled_for', 'outcome'])
        .where('cron_job_id', '=', cronJobId)
        // No run starts before its slot.
        .where('started_at', '>', from)
        .where('scheduled_for', '>', from)
        .where('scheduled_for', '<=', to)
        .orderBy('scheduled_for')
        .execute();
      return rows.map((row) => ({ at: row.scheduled_for!, succeeded: row.outcome === 'success' }));
    },
  };
}

function runCounts({ db }: Session, cronJobIds: readonly number[], window: SlaWindow) {
  const { from, to } = window;
  return (
    db
      .selectFrom('executions')
      .select((eb) => {
        const ofSlot = sql<SqlBool>`scheduled_for > ${from} and scheduled_for <= ${to}`;
        const kept = within(eb, window.maintenance);
        return [
          'cron_job_id',
          countWhere(sql<SqlBool>`${ofSlot} and outcome = 'success' and not ${kept}`).as('succeeded'),
          countWhere(sql<SqlBool>`${ofSlot} and outcome <> 'success' and not ${kept}`).as('failed'),
          countWhere(sql<SqlBool>`${ofSlot} and ${kept}`).as('maintenance'),
          countWhere(sql<SqlBool>`manual = 1 and started_at <= ${to}`).as('manual'),
        ];
      })
      .where('cron_job_id', 'in', cronJobIds)
      // No run starts before its slot.
      .where('started_at', '>', from)
      .groupBy('cron_job_id')
      .execute()
  );
}

function within(
  eb: ExpressionBuilder<Schema, 'executions'>,
  periods: SlaWindow['maintenance'],
): Expression<SqlBool> {
  // Kysely's empty `or` is false.
  return eb.or(
    periods.map(({ from, until }) => eb('scheduled_for', '>=', from).and('scheduled_for', '<', until)),
  );
}

function countWhere(condition: Expression<SqlBool>) {
  return sql<number>`count(case when ${condition} then 1 end)`;
}
