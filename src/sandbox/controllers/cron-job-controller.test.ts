import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJobSpec, aJobSpec, TestWorld } from './testing.ts';

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

test('under Forbid a long run delays the slot it covers to its own end', async () => {
  let runs = 0;
  const script = () => ({ durationMs: runs++ === 0 ? 80 * 60_000 : 1_000, exitCode: 0 });
  const world = new TestWorld({ script });
  world.create('cronjobs', 'report', { spec: aCronJobSpec({ concurrencyPolicy: 'Forbid' }) });
  await world.run('2026-03-02T02:30:00Z');
  const slots = world
    .list('jobs')
    .map(({ metadata }) => [
      metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'],
      metadata.creationTimestamp,
    ]);
  assert.deepEqual(slots, [
    ['2026-03-02T01:00:00Z', '2026-03-02T01:00:00Z'],
    ['2026-03-02T02:00:00Z', '2026-03-02T02:20:00Z'],
  ]);
  assert.equal(world.events('CronJob').filter((event) => event.startsWith('JobAlreadyActive')).length, 1);
});

test('under Replace the running Job and its Pods go for the new one', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 80 * 60_000, exitCode: 0 }) });
  world.create('cronjobs', 'report', { spec: aCronJobSpec({ concurrencyPolicy: 'Replace' }) });
  await world.run('2026-03-02T02:30:00Z');
  assert.equal(world.list('jobs').length, 1);
  assert.equal(world.list('pods').length, 1);
  assert.equal(world.get('cronjobs', 'report')!.status.lastScheduleTime, '2026-03-02T02:00:00Z');
  assert.equal(world.get('cronjobs', 'report')!.status.active.length, 1);
});

test('when a suspension ends the last slot within it starts at once', async () => {
  const world = new TestWorld();
  world.create('cronjobs', 'report', { spec: aCronJobSpec({ suspend: true }) });
  await world.run('2026-03-02T05:17:00Z');
  assert.deepEqual(world.list('jobs'), []);
  world.patch('cronjobs', 'report', { suspend: false });
  await world.run(0);
  assert.equal(world.get('cronjobs', 'report')!.status.lastScheduleTime, '2026-03-02T05:00:00Z');
  assert.equal(world.list('jobs')[0]!.metadata.creationTimestamp, '2026-03-02T05:17:00Z');
});

test('an edited schedule waits for its own next slot', async () => {
  const world = new TestWorld();
  world.create('cronjobs', 'report', { spec: aCronJobSpec({ schedule: '0 12 * * *' }) });
  await world.run('2026-03-02T00:30:00Z');
  world.patch('cronjobs', 'report', { schedule: '45 * * * *' });
  await world.run('2026-03-02T00:45:00.099Z');
  assert.deepEqual(world.list('jobs'), []);
  await world.run('2026-03-02T00:45:00.100Z');
  assert.equal(world.list('jobs').length, 1);
});

test('a limit of 0 deletes a failed Job in the instant of its end', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 1_000, exitCode: 1 }) });
  const jobTemplate = { spec: aJobSpec({ backoffLimit: 0 }) };
  world.create('cronjobs', 'report', { spec: aCronJobSpec({ failedJobsHistoryLimit: 0, jobTemplate }) });
  const seen: string[] = [];
  world.cluster.subscribe(({ type, resource }) => resource.resource === 'jobs' && seen.push(type));
  await world.run('2026-03-02T01:00:01.100Z');
  assert.equal(seen.at(-1), 'DELETED');
  assert.deepEqual(world.list('jobs'), []);
});

test('a deleted CronJob takes its Jobs and Pods along', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 600_000, exitCode: 0 }) });
  world.create('cronjobs', 'report', { spec: aCronJobSpec() });
  await world.run('2026-03-02T01:05:00Z');
  world.cluster.delete(world.type('cronjobs'), 'test', 'report');
  await world.run('2026-03-02T01:06:00Z');
  assert.deepEqual([...world.list('jobs'), ...world.list('pods')], []);
  assert.deepEqual(world.errors, []);
});

test('events about the same thing are counted, and go an hour or two after they last happened', async () => {
  const world = new TestWorld();
  world.create('pods', 'stuck', {
    spec: { containers: [{ name: 'main', image: 'registry.invalid/app:1' }] },
  });
  await world.run('2026-03-02T00:30:00Z');
  assert.ok(world.events('Pod').some((event) => /^BackOff Back-off pulling image .* x\d+$/.test(event)));
  world.cluster.delete(world.type('pods'), 'test', 'stuck');
  await world.run('2026-03-02T02:45:00Z');
  assert.deepEqual(world.list('events'), []);
});

test('what hinders the controller delays a start: it is held back, or its Jobs are refused', async () => {
  const until = Date.parse('2026-03-02T02:30:00Z');
  const world: TestWorld = new TestWorld({
    hindrances: {
      heldBackUntil: (_namespace, name) => (name === 'held' && world.clock.now() < until ? until : null),
      refusal: (_namespace, name) =>
        name === 'refused' && world.clock.now() < until ? 'exceeded quota: jobs' : null,
    },
  });
  for (const name of ['held', 'refused']) world.create('cronjobs', name, { spec: aCronJobSpec() });
  await world.run('2026-03-02T02:29:59Z');
  assert.deepEqual(world.list('jobs'), []);
  assert.ok(
    world.events('CronJob').some((event) => /^FailedCreate .*is forbidden: exceeded quota: jobs/.test(event)),
  );
  await world.run('2026-03-02T02:30:00Z');
  const slot = Date.parse('2026-03-02T02:00:00Z') / 60_000;
  assert.deepEqual(
    world.list('jobs').map(({ metadata }) => metadata.name),
    [`held-${slot}`],
  );
  await world.run('2026-03-02T02:50:00Z');
  assert.ok(world.get('jobs', `refused-${slot}`));
});
