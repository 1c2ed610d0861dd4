import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SlaEventKind } from '../execution/sla-windows.ts';

/** Rows of which an SLA tells, and what each is to it. */
export interface SlaSource {
  readonly table: SlaTable;
  readonly where: RawBuilder<SqlBool>;
  /** The instant that decides in which window a row is. */
  readonly at: RawBuilder<number>;
  /** Whether that is a slot: maintenance excludes slots and nothing else. */
  readonly ofSlot: boolean;
  /** An instant that, as a rule, is later than those of all rows that were there before. */
  readonly addedAt: RawBuilder<number>;
  /** Every row is of the first kind whose condition it meets. */
  readonly kinds: readonly (readonly [SlaEventKind, RawBuilder<SqlBool>])[];
}

export type SlaTable = 'executions' | 'slots';

const RUN_ENDED = sql<number>`completed_at`;

/** Each has an index that begins with the CronJob and `at`, and one with the CronJob and `addedAt`. */
export const SLA_SOURCES: readonly SlaSource[] = [
  {
    table: 'executions',
    where: sql`scheduled_for is not null`,
    at: sql`scheduled_for`,
    ofSlot: true,
    addedAt: RUN_ENDED,
    kinds: [
      ['succeeded', sql`outcome = 'success'`],
      ['failed', sql`outcome <> 'success'`],
    ],
  },
  {
    table: 'executions',
    where: sql`scheduled_for is null`,
    at: sql`started_at`,
    ofSlot: false,
    addedAt: RUN_ENDED,
    kinds: [['manual', sql`1 = 1`]],
  },
  {
    table: 'slots',
    where: sql`1 = 1`,
    at: sql`slot_at`,
    ofSlot: true,
    addedAt: sql`slot_at`,
    kinds: [
      ['unknown', sql`outcome = 'unknown'`],
      ['suspended', sql`outcome <> 'unknown' and reason = 'Suspended'`],
      ['missed', sql`outcome <> 'unknown' and reason <> 'Suspended'`],
    ],
  },
];

/** The latest `addedAt` of a CronJob in each table; 0 where it has no row. */
export type LastAdded = Readonly<Record<SlaTable, number>>;

/** The select statements of all sources, one after the other. */
export function unionOfSources(
  select: (source: SlaSource, index: number) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(SLA_SOURCES.map(select), sql` union all `);
}
