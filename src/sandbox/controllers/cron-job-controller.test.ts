import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJobSpec, TestWorld } from './testing.ts';

const HOUR = 3_600_000;

test('a slot starts its Job 100 ms late, under a name and with labels that tell the slot', async () => {
  const world = new TestWorld();
  world.create('cronjobs', 'report', { spec: aCronJobSpec({ timeZone: 'Europe/Berlin' }) });
  await world.run('2026-03-02T01:00:00.099Z');
  assert.deepEqual(world.list('jobs'), []);
  await world.run('2026-03-02T01:00:00.100Z');
  const job = world.get('jobs', `report-${Date.parse('2026-03-02T01:00:00Z') / 60_000}`)!;
  const cronJob = world.get('cronjobs', 'report')!;
  assert.equal(
    job.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'],
    '2026-03-02T02:00:00+01:00',
  );
  assert.deepEqual(job.metadata.ownerReferences, [
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      name: 'report',
      uid: cronJob.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  assert.equal(cronJob.status.lastScheduleTime, '2026-03-02T01:00:00Z');
  assert.deepEqual(
    cronJob.status.active.map((each: { uid: string }) => each.uid),
    [job.metadata.uid],
  );
});

test('the end of a Job is noted, and only as many are kept as the limits say', async () => {
  const world = new TestWorld();
  const spec = aCronJobSpec({ successfulJobsHistoryLimit: 2 });
  world.create('cronjobs', 'report', { spec });
  await world.run(4 * HOUR + 10_000);
  const cronJob = world.get('cronjobs', 'report')!;
  assert.equal(cronJob.status.lastSuccessfulTime, '2026-03-02T04:00:01Z');
  assert.equal(cronJob.status.active, undefined);
  assert.equal(world.list('jobs').length, 2);
  assert.equal(world.list('pods').length, 2);
  const last = Date.parse('2026-03-02T04:00:00Z') / 60_000;
  // The history is cleaned up before the end of the newest Job is noted, as in Kubernetes.
  assert.deepEqual(world.events('CronJob').slice(-3), [
    `SuccessfulCreate Created job report-${last}`,
    `SuccessfulDelete Deleted job report-${last - 120}`,
    `SawCompletedJob Saw completed job: report-${last}, condition: Complete`,
  ]);
  assert.deepEqual(world.errors, []);
});
