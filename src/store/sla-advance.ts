import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { moveWindows, type SlaEvent, type SlaEventKind } from '../execution/sla-windows.ts';
import type { Session } from './database.ts';
import type { QueryShape } from './prepared-query.ts';
import type { CountedWindows } from './sla-recount.ts';
import { type LastAdded, type SlaSource, type SlaTable, unionOfSources } from './sla-sources.ts';

/**
 * The counted windows moved on to `to`, by reading what entered and what passed a border since and nothing
 * else. Null when that cannot be told without counting anew: when something was removed or changed, or an
 * older run was recorded late, or something that lies after `knownUntil`. What entered shows itself by ending after all that was known; that nothing
 * else happened, by the revision, which is raised by one for each row.
 */
export async function advanceWindows(
  { db, prepared }: Session,
  cronJobId: number,
  counted: CountedWindows,
  { to, knownUntil }: { readonly to: number; readonly knownUntil: number },
  inMaintenance: (at: number) => boolean,
): Promise<CountedWindows | null> {
  const { windows, revision, lastAdded } = counted;
  const { widthMs } = windows;
  if (counted.isPast || counted.newestAt > knownUntil) return null;
  if (to < windows.to || to - windows.to > widthMs) return null;
  const values = {
    id: cronJobId,
    last_executions: lastAdded.executions,
    last_slots: lastAdded.slots,
    old_middle: windows.to - widthMs,
    middle: to - widthMs,
    old_from: windows.to - 2 * widthMs,
    from: to - 2 * widthMs,
  };
  const { rows } = await db.executeQuery(prepared.bind(db, CHANGES, values));
  const state = rows.find(({ change }) => change === 'state');
  if (state === undefined) return null;
  const entered = rows.filter(({ change }) => change === 'entered').map(toEvent);
  const passed = rows.filter(({ change }) => change === 'passed').map(toEvent);
  // Of what entered so late or early that it stands among the rows that passed, nobody knows its old place.
  const regular = entered.every(({ at }) => at > values.middle && at <= Math.min(to, knownUntil));
  if (!regular || entered.length !== state.revision! - revision) return null;
  const nextMoves = rows.flatMap(({ change, at }) => {
    if (at === null) return [];
    if (change === 'current') return at + widthMs;
    return change === 'previous' ? at + 2 * widthMs : [];
  });
  return {
    windows: moveWindows(windows, to, { entered, passed }, inMaintenance),
    revision: state.revision!,
    lastAdded: { executions: latest(rows, 'executions', lastAdded), slots: latest(rows, 'slots', lastAdded) },
    movesAt: Math.min(...nextMoves),
    newestAt: Math.max(counted.newestAt, ...entered.map(({ at }) => at)),
    isPast: false,
  };
}

interface Row {
  readonly change: 'state' | 'entered' | 'passed' | 'current' | 'previous';
  /** Of the state alone. */
  readonly revision: number | null;
  /** Null for the oldest of a window that is empty. */
  readonly at: number | null;
  readonly kind: SlaEventKind | null;
  readonly added_at: number | null;
  readonly source: SlaTable | null;
}

interface Borders {
  readonly id: number;
  readonly last_executions: number;
  readonly last_slots: number;
  readonly old_middle: number;
  readonly middle: number;
  readonly old_from: number;
  readonly from: number;
}

/**
 * All that changed, in one statement: one state of the history, and one compilation for all CronJobs. The state
 * comes first and what entered second, because PostgreSQL takes the types of the columns from these two.
 */
const CHANGES: QueryShape<Borders, Row> = (db, value) => {
  const own = (source: SlaSource) => sql`${sql.table(source.table)}
    where cron_job_id = ${value('id')} and ${source.where}`;
  const events = (change: Row['change'], source: SlaSource, where: RawBuilder<SqlBool>) => sql`
    select ${sql.lit(change)}, null, ${source.at}, ${kindOf(source)}, ${source.addedAt}, ${sql.lit(source.table)}
    from ${own(source)} and ${where}`;
  const oldest = (change: Row['change'], source: SlaSource, after: number) => sql`
    select ${sql.lit(change)}, null, min(${source.at}), null, null, null from ${own(source)} and ${source.at} > ${after}`;
  const changes = unionOfSources((source) =>
    sql.join(
      [
        events('entered', source, sql`${source.addedAt} > ${value(`last_${source.table}`)}`),
        events(
          'passed',
          source,
          sql`${source.at} > ${value('old_from')} and ${source.at} <= ${value('from')}`,
        ),
        events(
          'passed',
          source,
          sql`${source.at} > ${value('old_middle')} and ${source.at} <= ${value('middle')}`,
        ),
        oldest('current', source, value('middle')),
        oldest('previous', source, value('from')),
      ],
      sql` union all `,
    ),
  );
  return db
    .selectFrom(
      sql<Row>`(
        select 'state' as change, history_revision as revision, null as at, null as kind, null as added_at, null as source
        from cron_jobs where id = ${value('id')}
        union all ${changes})`.as('changes'),
    )
    .selectAll();
};

function kindOf({ kinds }: SlaSource): RawBuilder<SlaEventKind> {
  const cases = kinds.map(([kind, is]) => sql`when ${is} then ${sql.lit(kind)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

function latest(rows: readonly Row[], table: SlaTable, before: LastAdded): number {
  return Math.max(
    before[table],
    ...rows.filter(({ source }) => source === table).map((row) => row.added_at!),
  );
}

function toEvent({ at, kind }: Row): SlaEvent {
  return { at: at!, kind: kind! };
}
