import { sql } from 'kysely';
import { NO_RUNS, type RunStatistics } from '../execution/run-statistics.ts';
import { chunks } from '../lib/chunks.ts';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';
import { Mutex } from './mutex.ts';
import { ownRunsSince, statisticsColumns, toRunStatistics } from './run-statistics.ts';

/** A CronJob as far as its window depends on it. */
export interface WindowOwner {
  readonly id: number;
  readonly history_revision: number;
  readonly window_days: number;
}

/** The statistics of the runs within a CronJob's own window before some instant. */
export interface WindowStatistics {
  readonly statistics: RunStatistics;
  /** While nothing is recorded they stay the same at any later instant before this; Infinity when for ever. */
  readonly holdUntil: number;
}

interface Remembered extends WindowStatistics {
  readonly revision: number;
  readonly windowDays: number;
  readonly from: number;
}

/** What was last computed of each CronJob: an entry for a CronJob, none for a run. */
export class WindowMemory {
  readonly cronJobs = new Map<number, Remembered>();
  /** Of those who find nearly everything stale, as after a start, one computes it for all. */
  readonly manyStale = new Mutex();
}

/** Computed in a few ms each, so that other reads pass between. */
const CRON_JOBS_PER_STATEMENT = 50;

/**
 * The window statistics of CronJobs at `now`: as remembered where nothing was recorded and no run has left the
 * window since, else computed from one index. Without a memory all are computed: within a transaction, whose
 * changes may yet be undone.
 */
export async function windowStatistics(
  session: Session,
  memory: WindowMemory | null,
  owners: readonly WindowOwner[],
  now: number,
): Promise<Map<number, WindowStatistics>> {
  const { cronJobs: known, manyStale } = memory ?? new WindowMemory();
  const isStale = (owner: WindowOwner): boolean => !isCurrent(known.get(owner.id), owner, now);
  const computed = new Map<number, WindowStatistics>();
  let stale = owners.filter(isStale);
  const release = stale.length > CRON_JOBS_PER_STATEMENT ? await manyStale.acquire() : null;
  try {
    if (release !== null) stale = stale.filter(isStale);
    for (const chunk of chunks(stale, CRON_JOBS_PER_STATEMENT)) {
      for (const [id, remembered] of await compute(session, chunk, now)) {
        known.set(id, remembered);
        computed.set(id, remembered);
      }
    }
  } finally {
    release?.();
  }
  return new Map(owners.map(({ id }) => [id, computed.get(id) ?? known.get(id)!]));
}

function isCurrent(remembered: Remembered | undefined, owner: WindowOwner, now: number): boolean {
  return (
    remembered?.revision === owner.history_revision &&
    remembered.windowDays === owner.window_days &&
    now >= remembered.from &&
    now < remembered.holdUntil
  );
}

/** The revision comes with the statistics, in one statement: the owner's may be older by now. */
async function compute(
  session: Session,
  owners: readonly WindowOwner[],
  now: number,
): Promise<Map<number, Remembered>> {
  const rows = await session.db
    .selectFrom('cron_jobs')
    .innerJoin('executions', (join) => ownRunsSince(join, now))
    .select(['cron_jobs.id', 'history_revision', 'window_days'])
    .select(sql<number>`min(executions.started_at)`.as('oldest_at'))
    .select((eb) => statisticsColumns(session, eb))
    .where(
      'cron_jobs.id',
      'in',
      owners.map(({ id }) => id),
    )
    .groupBy(['cron_jobs.id', 'history_revision', 'window_days'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    owners.map((owner) => {
      const row = byId.get(owner.id);
      const { history_revision: revision, window_days: windowDays } = row ?? owner;
      const remembered: Remembered = {
        revision,
        windowDays,
        from: now,
        statistics: row === undefined ? NO_RUNS : toRunStatistics(row),
        // A run that started a whole window ago is still in it.
        holdUntil: row === undefined ? Infinity : row.oldest_at + windowDays * DAY + 1,
      };
      return [owner.id, remembered];
    }),
  );
}
