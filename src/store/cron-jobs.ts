import type { Selectable } from 'kysely';
import type { CronJob } from '../execution/cron-job.ts';
import type { CronJobFacts } from '../execution/cron-job-facts.ts';
import {
  type CronJobFilter,
  type CronJobOverview,
  cronJobOverview,
  cronJobOverviews,
} from './cron-job-overview.ts';
import type { Session } from './database.ts';
import { flag, fromJsonColumn } from './json-column.ts';
import type { QueryShape } from './prepared-query.ts';
import { fromRunningJson, type RunningRun, toRunningJson } from './running-run.ts';
import type { CronJobsTable } from './schema.ts';
import type { WindowMemory } from './window-statistics.ts';

/** A CronJob as it was last seen, with what is known beside it. */
export interface StoredCronJob extends CronJob, CronJobFacts {
  readonly id: number;
  readonly nextRunAt: number | null;
  readonly windowDays: number;
  readonly lastRunAt: number | null;
  readonly running: readonly RunningRun[];
  readonly observedAt: number;
  /** Null while it is in the cluster. */
  readonly deletedAt: number | null;
}

/** What is known of a CronJob beside its object when its row is written. */
export interface KnownOfCronJob extends Partial<CronJobFacts> {
  readonly nextRunAt: number | null;
  readonly windowDays: number;
  readonly observedAt: number;
}

export interface LiveState extends CronJobFacts {
  readonly running: readonly RunningRun[];
  readonly nextRunAt: number | null;
}

/** The queries of `cron_jobs`. */
export function cronJobs(session: Session, memory: WindowMemory | null) {
  const { db, prepared } = session;
  return {
    /**
     * Writes the CronJob as it is and answers its row's id. The row is found by namespace and name: a
     * CronJob that was deleted and made anew continues its history. Facts that are left out stay as they
     * are; a new row was first seen when it was observed.
     */
    async upsert(cronJob: CronJob, known: KnownOfCronJob): Promise<number> {
      const seen = {
        uid: cronJob.uid,
        generation: cronJob.generation,
        labels_json: JSON.stringify(cronJob.labels),
        schedule: cronJob.schedule,
        time_zone: cronJob.timeZone,
        suspend: flag(cronJob.suspend),
        concurrency_policy: cronJob.concurrencyPolicy,
        starting_deadline_seconds: cronJob.startingDeadlineSeconds,
        successful_jobs_history_limit: cronJob.successfulJobsHistoryLimit,
        failed_jobs_history_limit: cronJob.failedJobsHistoryLimit,
        ttl_seconds_after_finished: cronJob.ttlSecondsAfterFinished,
        created_at: cronJob.createdAt,
        last_scheduled_for: cronJob.lastScheduledFor,
        last_successful_at: cronJob.lastSuccessfulAt,
        next_run_at: known.nextRunAt,
        window_days: known.windowDays,
        observed_at: known.observedAt,
        deleted_at: null,
        ...toFactColumns(known),
      };
      const first = { first_seen_at: known.observedAt, ...seen };
      const row = await db
        .insertInto('cron_jobs')
        .values({ namespace: cronJob.namespace, name: cronJob.name, ...first })
        .onConflict((conflict) => conflict.columns(['namespace', 'name']).doUpdateSet(seen))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** Keeps the row and its history, and takes it off the lists. The first deletion's time stays. */
    async markDeleted(
      key: { readonly namespace: string; readonly name: string },
      deletedAt: number,
    ): Promise<void> {
      await db
        .updateTable('cron_jobs')
        .set({ deleted_at: deletedAt, next_run_at: null, running_json: '[]' })
        .where('namespace', '=', key.namespace)
        .where('name', '=', key.name)
        .where('deleted_at', 'is', null)
        .execute();
    },

    /** What changes between one look at a CronJob and the next. */
    async setLive(id: number, live: LiveState): Promise<void> {
      const values = {
        id,
        running_json: toRunningJson(live.running),
        next_run_at: live.nextRunAt,
        first_seen_at: live.firstSeenAt,
        suspended_since: live.suspendedSince,
        resumed_at: live.resumedAt,
        last_success_at: live.lastSuccessAt,
        last_started_at: live.lastStartedAt,
        slots_judged_until: live.slotsJudgedUntil,
      };
      await db.executeQuery(prepared.bind(db, SET_LIVE, values));
    },

    /** The id of the row; null when that name was never seen. Reads no statistics, as `get` does. */
    async idOf(namespace: string, name: string): Promise<number | null> {
      const row = await db
        .selectFrom('cron_jobs')
        .select('id')
        .where('namespace', '=', namespace)
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** The row of that name, deleted or not; null when it was never seen. */
    async find(namespace: string, name: string): Promise<StoredCronJob | null> {
      const row = await db
        .selectFrom('cron_jobs')
        .selectAll()
        .where('namespace', '=', namespace)
        .where('name', '=', name)
        .executeTakeFirst();
      return row === undefined ? null : toStoredCronJob(row);
    },

    /** Every CronJob, the deleted ones that are kept too, by namespace and name. */
    async all(): Promise<StoredCronJob[]> {
      const rows = await db
        .selectFrom('cron_jobs')
        .selectAll()
        .orderBy('namespace')
        .orderBy('name')
        .execute();
      return rows.map(toStoredCronJob);
    },

    /**
     * The CronJobs in the cluster that match, by namespace and name, each with its state and the
     * statistics of its own window before `now`; and how many match on all pages.
     */
    list(filter: CronJobFilter, now: number): Promise<{ items: CronJobOverview[]; total: number }> {
      return cronJobOverviews(session, memory, filter, now);
    },

    /** One CronJob likewise, a deleted one too; null when that name was never seen. */
    get(namespace: string, name: string, now: number): Promise<CronJobOverview | null> {
      return cronJobOverview(session, memory, namespace, name, now);
    },
  };
}

type LiveColumns = Pick<
  Selectable<CronJobsTable>,
  | 'id'
  | 'running_json'
  | 'next_run_at'
  | 'first_seen_at'
  | 'suspended_since'
  | 'resumed_at'
  | 'last_success_at'
  | 'last_started_at'
  | 'slots_judged_until'
>;

const SET_LIVE: QueryShape<LiveColumns, unknown> = (db, value) =>
  db
    .updateTable('cron_jobs')
    .set({
      running_json: value('running_json'),
      next_run_at: value('next_run_at'),
      first_seen_at: value('first_seen_at'),
      suspended_since: value('suspended_since'),
      resumed_at: value('resumed_at'),
      last_success_at: value('last_success_at'),
      last_started_at: value('last_started_at'),
      slots_judged_until: value('slots_judged_until'),
    })
    .where('id', '=', value('id'));

function toFactColumns(facts: Partial<CronJobFacts>) {
  const { firstSeenAt, suspendedSince, resumedAt, lastSuccessAt, lastStartedAt, slotsJudgedUntil } = facts;
  return {
    ...(firstSeenAt !== undefined && { first_seen_at: firstSeenAt }),
    ...(suspendedSince !== undefined && { suspended_since: suspendedSince }),
    ...(resumedAt !== undefined && { resumed_at: resumedAt }),
    ...(lastSuccessAt !== undefined && { last_success_at: lastSuccessAt }),
    ...(lastStartedAt !== undefined && { last_started_at: lastStartedAt }),
    ...(slotsJudgedUntil !== undefined && { slots_judged_until: slotsJudgedUntil }),
  };
}

function toStoredCronJob(row: Selectable<CronJobsTable>): StoredCronJob {
  return {
    id: row.id,
    uid: row.uid,
    generation: row.generation,
    namespace: row.namespace,
    name: row.name,
    labels: fromJsonColumn(row.labels_json) as Record<string, string>,
    schedule: row.schedule,
    timeZone: row.time_zone,
    suspend: row.suspend === 1,
    concurrencyPolicy: row.concurrency_policy as CronJob['concurrencyPolicy'],
    startingDeadlineSeconds: row.starting_deadline_seconds,
    successfulJobsHistoryLimit: row.successful_jobs_history_limit,
    failedJobsHistoryLimit: row.failed_jobs_history_limit,
    ttlSecondsAfterFinished: row.ttl_seconds_after_finished,
    createdAt: row.created_at,
    lastScheduledFor: row.last_scheduled_for,
    lastSuccessfulAt: row.last_successful_at,
    nextRunAt: row.next_run_at,
    windowDays: row.window_days,
    lastRunAt: row.last_run_at,
    running: fromRunningJson(row.running_json),
    observedAt: row.observed_at,
    deletedAt: row.deleted_at,
    firstSeenAt: row.first_seen_at,
    suspendedSince: row.suspended_since,
    resumedAt: row.resumed_at,
    lastSuccessAt: row.last_success_at,
    lastStartedAt: row.last_started_at,
    slotsJudgedUntil: row.slots_judged_until,
  };
}
