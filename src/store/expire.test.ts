import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { anExecution } from '../execution/testing.ts';
import type { Database } from './database.ts';
import { expire } from './expire.ts';
import { insertExecution } from './insert-execution.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

const CRON_JOBS = 60;
const ENDED_AT = 1_000;

test('runs that left nothing cost no transaction when their evidence is over', async (t) => {
  const database = await openSqlite(':memory:');
  t.after(() => database.close());
  await migrate(database);
  for (let id = 1; id <= CRON_JOBS; id++) await aFailedRun(database, id);
  await aLog(database, 'run-7');

  const { counted, counts } = counting(database);
  assert.equal((await pass(counted, ENDED_AT + 1)).logs, 1);
  // Of the log; the CronJobs are marked in one statement for each kind of evidence.
  assert.deepEqual([counts.transactions, counts.updates], [1, 2]);
  // A page of runs for each CronJob and kind of evidence, and what does not depend on their number.
  assert.ok(counts.reads <= 2 * CRON_JOBS + 10, `${counts.reads} reads`);

  const again = counting(database);
  await pass(again.counted, ENDED_AT + 2);
  assert.ok(again.counts.reads <= 10, `${again.counts.reads} reads`);
});

test('the evidence of a run that is told while a pass is under way goes with the next', async (t) => {
  const database = await openSqlite(':memory:');
  t.after(() => database.close());
  await migrate(database);
  await aFailedRun(database, 1);
  await aLog(database, 'run-1');
  const transaction: Database['transaction'] = async (fn, options) => {
    const late = anExecution({ jobUid: 'late', startedAt: 1, completedAt: ENDED_AT - 1 });
    await insertExecution(database, 1, late, ENDED_AT);
    await aLog(database, 'late');
    return database.transaction(fn, options);
  };
  assert.equal((await pass({ ...database, transaction }, ENDED_AT + 1)).logs, 1);
  assert.equal((await pass(database, ENDED_AT + 1)).logs, 1);
});

function pass(database: Database, evidenceBefore: number) {
  return expire(database, {
    cronJobIds: Array.from({ length: CRON_JOBS }, (_, index) => index + 1),
    succeededBefore: 0,
    failedBefore: 0,
    logsBefore: evidenceBefore,
    eventsBefore: evidenceBefore,
    forgetsNamesakes: false,
    keeps: () => false,
  });
}

/** A CronJob with its one run. */
async function aFailedRun({ db }: Database, id: number): Promise<void> {
  await sql`insert into cron_jobs
    (id, namespace, name, uid, labels_json, schedule, suspend, concurrency_policy, created_at, window_days, observed_at)
    values (${id}, 'shop', ${`job-${id}`}, 'u', '{}', '0 * * * *', 0, 'Allow', 1, 7, 500)`.execute(db);
  await sql`insert into executions
    (cron_job_id, job_uid, job_name, outcome, manual, started_at, completed_at, duration_ms, exit_code, attempt_count,
     observed_at)
    values (${id}, ${`run-${id}`}, 'x', 'failed', 0, 1, ${ENDED_AT}, 4, 1, 1, 6)`.execute(db);
}

async function aLog({ db }: Database, jobUid: string): Promise<void> {
  await sql`insert into execution_logs
    (job_uid, pod_uid, container, restart_count, pod_name, text, truncated, captured_at)
    values (${jobUid}, 'pod', 'main', 0, 'pod', 'one', 0, 1)`.execute(db);
}

/** The same database, which counts what it is asked for. */
function counting(database: Database) {
  const counts = { transactions: 0, updates: 0, reads: 0 };
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') counts.reads += 1;
      if (node.kind === 'UpdateQueryNode') counts.updates += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const transaction: Database['transaction'] = (fn, options) => {
    counts.transactions += 1;
    return database.transaction(fn, options);
  };
  return { counted: { ...database, db, transaction }, counts };
}
