import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SlaCounts } from '../execution/sla.ts';
import { emptyWindows, type SlaWindows } from '../execution/sla-windows.ts';
import type { Session } from './database.ts';
import { type LastAdded, SLA_SOURCES, type SlaSource, unionOfSources } from './sla-sources.ts';

/** Time of maintenance: from <= t < until. */
export interface MaintenancePeriod {
  readonly from: number;
  readonly until: number;
}

/** Windows as counted, and the state of the history that they were counted of. */
export interface CountedWindows {
  readonly windows: SlaWindows;
  /** `history_revision` of the CronJob. */
  readonly revision: number;
  /** In the windows or not. */
  readonly lastAdded: LastAdded;
  /** The windows hold the same at any later `to` before this. */
  readonly movesAt: number;
  /** The latest instant of anything that there is, in the windows or not; 0 where there is nothing. */
  readonly newestAt: number;
  /** Whether something of that was left out, so that the windows cannot be moved on from here. */
  readonly isPast: boolean;
}

export interface RecountQuestion {
  readonly to: number;
  /** What lies later does not count, though it be in the window: nothing was known of it at `to`. */
  readonly knownUntil: number;
  readonly widthMs: number;
  /** Of both windows, apart from each other. */
  readonly maintenance: readonly MaintenancePeriod[];
}

interface Row {
  readonly id: number;
  readonly history_revision: number;
  readonly last_execution: number | null;
  readonly last_slot: number | null;
  /** Null for a CronJob of which the windows hold nothing. */
  readonly source: number | null;
  readonly [count: string]: number | null;
}

/**
 * Counts both windows of some CronJobs anew, from indexes alone. One statement, so that counts and revision
 * are of one state of the history. CronJobs that do not exist are left out.
 */
export async function recountWindows(
  { db }: Session,
  cronJobIds: readonly number[],
  question: RecountQuestion,
): Promise<Map<number, CountedWindows>> {
  const counts = unionOfSources((source, index) => countsOf(source, index, cronJobIds, question));
  const rows = await db
    .selectFrom('cron_jobs')
    .leftJoin(sql<Row & { cron_job_id: number }>`(${counts})`.as('counts'), (join) =>
      join.onRef('counts.cron_job_id', '=', 'cron_jobs.id'),
    )
    .selectAll('counts')
    .select(['cron_jobs.id', 'history_revision'])
    .select([
      latest('executions', sql`completed_at`).as('last_execution'),
      latest('slots', sql`slot_at`).as('last_slot'),
    ])
    .select(SLA_SOURCES.map(({ table, at, where }, index) => latest(table, at, where).as(`newest_${index}`)))
    .where('cron_jobs.id', 'in', [...cronJobIds])
    .execute();
  const byId = Map.groupBy(rows as unknown as readonly Row[], ({ id }) => id);
  return new Map([...byId].map(([id, ofOne]) => [id, toCounted(ofOne, question)]));
}

const WINDOWS = ['current', 'previous'] as const;

/** One row for each CronJob of which the windows hold something of the source. */
function countsOf(
  { table, where, at, ofSlot, kinds }: SlaSource,
  index: number,
  cronJobIds: readonly number[],
  { to, knownUntil, widthMs, maintenance }: RecountQuestion,
): RawBuilder<unknown> {
  const kept = within(at, ofSlot ? maintenance : []);
  const isIn = { current: sql`${at} > ${to - widthMs}`, previous: sql`${at} <= ${to - widthMs}` };
  const columns = WINDOWS.flatMap((window) => [
    sql`min(case when ${isIn[window]} then ${at} end) as ${sql.ref(`oldest_${window}`)}`,
    sql`count(case when ${isIn[window]} and ${kept} then 1 end) as ${sql.ref(`maintenance_${window}`)}`,
    ...Array.from({ length: MOST_KINDS }, (_, kind) => {
      const is =
        kinds[kind] === undefined ? sql`1 = 0` : sql`${isIn[window]} and ${kinds[kind][1]} and not ${kept}`;
      return sql`count(case when ${is} then 1 end) as ${sql.ref(`kind_${kind}_${window}`)}`;
    }),
  ]);
  return sql`select cron_job_id, ${sql.lit(index)} as source, ${sql.join(columns)}
    from ${sql.table(table)}
    where cron_job_id in (${sql.join(cronJobIds)}) and ${where}
      and ${at} > ${to - 2 * widthMs} and ${at} <= ${Math.min(to, knownUntil)}
    group by cron_job_id`;
}

/** All sources have the columns of the one with most kinds, to stand in one union. */
const MOST_KINDS = Math.max(...SLA_SOURCES.map(({ kinds }) => kinds.length));

function within(at: RawBuilder<number>, periods: readonly MaintenancePeriod[]): RawBuilder<SqlBool> {
  if (periods.length === 0) return sql`1 = 0`;
  const each = periods.map(({ from, until }) => sql`(${at} >= ${from} and ${at} < ${until})`);
  return sql`(${sql.join(each, sql` or `)})`;
}

function latest(table: SlaSource['table'], at: RawBuilder<number>, where: RawBuilder<SqlBool> = sql`1 = 1`) {
  return sql<
    number | null
  >`(select max(${at}) from ${sql.table(table)} where cron_job_id = cron_jobs.id and ${where})`;
}

function toCounted(rows: readonly Row[], { to, knownUntil, widthMs }: RecountQuestion): CountedWindows {
  const [first] = rows as readonly [Row];
  const moves = rows.flatMap((row) => [
    (row['oldest_current'] ?? Infinity) + widthMs,
    (row['oldest_previous'] ?? Infinity) + 2 * widthMs,
  ]);
  const newestAt = Math.max(...SLA_SOURCES.map((_, index) => first[`newest_${index}`] ?? 0));
  return {
    windows: {
      ...emptyWindows(to, widthMs),
      current: toCounts(rows, 'current'),
      previous: toCounts(rows, 'previous'),
    },
    revision: first.history_revision,
    lastAdded: { executions: first.last_execution ?? 0, slots: first.last_slot ?? 0 },
    movesAt: Math.min(...moves),
    newestAt,
    isPast: newestAt > Math.min(to, knownUntil),
  };
}

function toCounts(rows: readonly Row[], window: (typeof WINDOWS)[number]): SlaCounts {
  const counts = { succeeded: 0, failed: 0, missed: 0, manual: 0, suspended: 0, unknown: 0, maintenance: 0 };
  for (const row of rows) {
    if (row.source === null) continue;
    SLA_SOURCES[row.source]!.kinds.forEach(([kind], index) => {
      counts[kind] += row[`kind_${index}_${window}`] ?? 0;
    });
    counts.maintenance += row[`maintenance_${window}`] ?? 0;
  }
  const { succeeded, failed, missed, ...excluded } = counts;
  return { succeeded, failed, missed, excluded };
}
