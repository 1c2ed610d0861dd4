import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { aCronJob, aJob, T0 } from '../../../src/execution/testing.ts';
import type { Job } from '../../../src/execution/job.ts';
import { anEndedPod, failed, succeeded, until } from '../../../src/monitor/testing.ts';
import { Scratch, World } from './world.ts';

const MINUTE = 60_000;
const TELLS = { alerting: { channelRefs: [{ name: 'ops' }] } };

/** A Job of the n-th minute after T0. */
function job(n: number): Job {
  const startedAt = T0 + n * MINUTE;
  return aJob({
    uid: `job-${n}`,
    name: `nightly-backup-${startedAt / MINUTE}`,
    startedAt,
    scheduledTimestamp: startedAt,
  });
}

async function fail(world: World, n: number): Promise<void> {
  const pod = { uid: `pod-${n}`, name: `pod-${n}`, jobUid: `job-${n}` };
  world.pod(anEndedPod(3, n * 60 + 5, pod));
  world.job(failed(job(n), T0 + n * MINUTE + 10_000));
  await world.settle();
}

async function succeed(world: World, n: number): Promise<void> {
  world.job(succeeded(job(n), T0 + n * MINUTE + 10_000));
  await world.settle();
}

describe('Alerts about failed runs', () => {
  it('are recorded without any monitor, and nobody is told', async () => {
    await using world = await World.open();
    await world.start();
    await fail(world, 0);
    const [alert] = await world.alerts();
    assert.deepEqual(
      [alert?.type, alert?.reason, alert?.severity, alert?.resolvedAt],
      ['failure', 'JobFailed', 'critical', null],
    );
    assert.deepEqual(await world.outbox(), []);
    assert.equal(world.wakeUps, 0);
  });

  it('open with a message that carries the log, and end with a message of the recovery', async () => {
    await using world = await World.open();
    world.cronJobMonitor('all', TELLS);
    await world.start();
    await fail(world, 0);
    assert.deepEqual(await world.outbox(), ['ops firing']);
    const [alert] = await world.alerts();
    const [delivery] = await world.store.deliveries.ofAlert(alert!.id);
    assert.equal(delivery?.context?.logs, 'boom');
    assert.equal(delivery?.context?.exitCode, 3);
    assert.equal(world.wakeUps, 1);
    await succeed(world, 1);
    assert.deepEqual(await world.outbox(), ['ops firing', 'ops resolved']);
    assert.notEqual((await world.alerts())[0]?.resolvedAt, null);
  });

  it('stay one alert while runs go on failing, and count them', async () => {
    await using world = await World.open();
    world.cronJobMonitor('all', TELLS);
    await world.start();
    for (const n of [0, 1, 2]) await fail(world, n);
    const alerts = await world.alerts();
    assert.deepEqual(
      alerts.map(({ occurrences, jobUid }) => ({ occurrences, jobUid })),
      [{ occurrences: 3, jobUid: 'job-2' }],
    );
    // Told once: the others fall within suppressDuplicatesFor.
    assert.deepEqual(await world.outbox(), ['ops firing']);
  });

  it("suggest what the log calls for, and first what the monitor's own patterns do", async () => {
    const refused = async () => ({ text: 'dial tcp: connection refused\n', truncated: false });
    await using world = await World.open({ podLog: refused });
    await world.start();
    await fail(world, 0);
    assert.match((await world.alerts())[0]?.suggestedFix ?? '', /^Nothing listens at the address/);
    const suggestion = 'start the database of {{ .Namespace }}';
    const own = { name: 'database', match: { exitCode: 3, logPattern: '^dial tcp: ' }, suggestion };
    world.cronJobMonitor('all', { alerting: { suggestedFixPatterns: [own] } });
    await fail(world, 1);
    assert.equal((await world.alerts())[0]?.suggestedFix, 'start the database of payments');
  });

  it('wait for as many failures and recoveries as the monitor asks for', async () => {
    await using world = await World.open();
    world.cronJobMonitor('patient', { failure: { consecutiveFailures: 2, recoveryRuns: 2 }, ...TELLS });
    await world.start();
    await fail(world, 0);
    assert.deepEqual(await world.alerts(), []);
    await fail(world, 1);
    assert.equal((await world.alerts()).length, 1);
    await succeed(world, 2);
    assert.equal((await world.alerts())[0]?.resolvedAt, null);
    await succeed(world, 3);
    assert.notEqual((await world.alerts())[0]?.resolvedAt, null);
  });

  it('tell the channels of each monitor as its own numbers say', async () => {
    await using world = await World.open();
    const patient = { name: 'patient' };
    world.cronJobMonitor('eager', TELLS);
    world.cronJobMonitor('patient', {
      failure: { consecutiveFailures: 2 },
      alerting: { channelRefs: [patient] },
    });
    await world.start();
    await fail(world, 0);
    assert.deepEqual(await world.outbox(), ['ops firing']);
    await fail(world, 1);
    assert.deepEqual(await world.outbox(), ['ops firing', 'patient firing']);
    await succeed(world, 2);
    assert.deepEqual((await world.outbox()).slice(2).sort(), ['ops resolved', 'patient resolved']);
  });

  it('leave no row of the run behind when their message cannot be written, and come whole later', async () => {
    let broken = true;
    await using world = await World.open({
      intercept: (store) => ({
        ...store,
        transaction: (fn, options) =>
          store.transaction(
            (tx) =>
              fn({
                ...tx,
                deliveries: {
                  ...tx.deliveries,
                  insert: async (rows) => {
                    if (broken) throw new Error('disk full');
                    await tx.deliveries.insert(rows);
                  },
                },
              }),
            options,
          ),
      }),
    });
    world.cronJobMonitor('all', TELLS);
    await world.start();
    await fail(world, 0);
    assert.deepEqual([await world.runs(), await world.alerts()], [[], []]);
    broken = false;
    await world.pass(60);
    assert.equal((await world.runs()).length, 1);
    assert.deepEqual(await world.outbox(), ['ops firing']);
  });

  it('are written so that a power failure cannot undo them; an ordinary run need not be', async () => {
    const durable: boolean[] = [];
    await using world = await World.open({
      intercept: (store) => ({
        ...store,
        transaction: (fn, options) => {
          durable.push(options?.durable ?? false);
          return store.transaction(fn, options);
        },
      }),
    });
    await world.start();
    durable.length = 0;
    await succeed(world, 0);
    assert.deepEqual(durable, [false]);
    durable.length = 0;
    await fail(world, 1);
    assert.deepEqual(durable, [true]);
  });

  it('wait five seconds for the log, and no longer', async () => {
    await using world = await World.open({ podLog: () => new Promise(() => {}) });
    await world.start();
    world.pod(anEndedPod(3, 5, { jobUid: 'job-0' }));
    world.job(failed(job(0), T0 + 10_000));
    // The log never comes, so that the Monitor as a whole does not settle.
    const settle = () => until(() => world.monitor.syncIdle());
    await world.clock.runUntil(T0 + 4_999, settle);
    assert.deepEqual(await world.alerts(), []);
    await world.clock.runUntil(T0 + 5_000, settle);
    assert.equal((await world.alerts()).length, 1);
  });

  it('do not wait for a log that the cluster does not have', async () => {
    await using world = await World.open({
      podLog: () => Promise.reject(Object.assign(new Error('not found'), { code: 404 })),
    });
    await world.start();
    await fail(world, 0);
    assert.equal((await world.alerts()).length, 1);
  });

  it('are decided in the order in which runs ended, though a failed one waits for its log', async () => {
    let answer = () => {};
    await using world = await World.open({
      podLog: () => new Promise((resolve) => (answer = () => resolve({ text: 'boom', truncated: false }))),
    });
    await world.start();
    world.pod(anEndedPod(3, 5, { jobUid: 'job-0' }));
    world.job(failed(job(0), T0 + 10_000));
    world.job(succeeded(job(1), T0 + 11_000));
    await until(() => world.monitor.syncIdle());
    assert.deepEqual(await world.runs(), []);
    answer();
    await world.settle();
    assert.equal((await world.runs()).length, 2);
    const [alert] = await world.alerts();
    assert.notEqual(alert?.resolvedAt, null);
  });

  it('take a message back that was held by alertDelay when the alert ends in time', async () => {
    await using world = await World.open();
    world.cronJobMonitor('calm', { alerting: { alertDelay: '10m', channelRefs: [{ name: 'ops' }] } });
    await world.start();
    await fail(world, 0);
    assert.deepEqual(await world.outbox(), ['ops firing']);
    await succeed(world, 1);
    const [alert] = await world.alerts();
    assert.deepEqual(
      (await world.store.deliveries.ofAlert(alert!.id)).map(({ state, why }) => [state, why?.note]),
      [['withdrawn', 'the alert ended within alertDelay']],
    );
    assert.notEqual(alert?.resolvedAt, null);
  });

  it('end when their CronJob is deleted, and are not raised for its Jobs that go with it', async () => {
    await using world = await World.open();
    world.cronJobMonitor('all', TELLS);
    await world.start();
    await fail(world, 0);
    world.job(job(1));
    await world.settle();
    world.cronJobDeleted(aCronJob());
    world.jobDeleted(job(1));
    await world.pass(10);
    const [alert, ...others] = await world.alerts();
    assert.equal(alert?.resolution, 'The CronJob was deleted.');
    assert.deepEqual(others, []);
    assert.equal((await world.runs()).length, 2);
    assert.deepEqual(await world.outbox(), ['ops firing', 'ops resolved']);
  });

  it('stand as they are when a run is recorded again whose record was pruned', async () => {
    using scratch = new Scratch();
    const { path } = scratch;
    {
      await using world = await World.open({ path });
      world.cronJobMonitor('all', TELLS);
      await world.start();
      await fail(world, 0);
      await succeed(world, 1);
    }
    const database = new DatabaseSync(path);
    database.exec('delete from attempts; delete from executions');
    database.close();
    await using world = await World.open({ path });
    world.cronJobMonitor('all', TELLS);
    world.job(failed(job(0), T0 + 10_000));
    await world.start();
    await world.pass(10);
    assert.equal((await world.runs()).length, 1);
    assert.equal((await world.alerts()).length, 1);
    assert.deepEqual(await world.outbox(), ['ops firing', 'ops resolved']);
  });
});
