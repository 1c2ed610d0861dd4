import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../migrate.ts';
import { openSqlite } from '../sqlite.ts';
import { firstLight } from './001-first-light.ts';
import { slots } from './002-slots.ts';

/** A CronJob as the first version wrote it. */
function aRow(id: number, suspend: number) {
  return sql`insert into cron_jobs
    (id, namespace, name, uid, labels_json, schedule, suspend, concurrency_policy, created_at, window_days, observed_at)
    values (${id}, 'shop', ${`job-${id}`}, 'u', '{}', '0 * * * *', ${suspend}, 'Allow', 1, 7, 500)`;
}

function aRun(cronJobId: number, slot: number | null, outcome: string) {
  const at = slot ?? 250;
  return sql`insert into executions
    (cron_job_id, job_uid, job_name, outcome, manual, scheduled_for, started_at, completed_at, duration_ms, exit_code,
     attempt_count, observed_at)
    values (${cronJobId}, ${`${cronJobId}-${at}`}, 'x', ${outcome}, 0, ${slot}, ${at + 1}, ${at + 5}, 4, 0, 1, ${at + 6})`;
}

test('what runs of an earlier version tell is known after the migration', async (t) => {
  const database = await openSqlite(':memory:');
  t.after(() => database.close());
  await migrate(database, [firstLight]);
  for (const statement of [
    aRow(1, 0),
    aRow(2, 1),
    aRun(1, 100, 'success'),
    aRun(1, 200, 'failed'),
    aRun(1, null, 'success'),
    aRun(1, 150, 'failed'),
  ]) {
    await statement.execute(database.db);
  }
  await migrate(database, [firstLight, slots]);
  const rows = await database.db
    .selectFrom('cron_jobs')
    .select([
      'first_seen_at',
      'suspended_since',
      'last_success_at',
      'last_started_at',
      'slots_judged_until',
      'generation',
    ])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      {
        first_seen_at: 106,
        suspended_since: null,
        last_success_at: 255,
        last_started_at: 251,
        slots_judged_until: 200,
        generation: 0,
      },
      {
        first_seen_at: 500,
        suspended_since: 500,
        last_success_at: null,
        last_started_at: null,
        slots_judged_until: null,
        generation: 0,
      },
    ],
  );
});
