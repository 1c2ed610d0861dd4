import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKnownCronJob, NOW, startServer } from '../testing.ts';
import type { SuspendOutcome, TriggerOutcome } from './cron-job-actions.ts';

const DONE: SuspendOutcome = { kind: 'done' };

describe('a trigger', () => {
  test('answers the name of the Job that it created', async () => {
    const { status, body } = await post('trigger', { kind: 'created', jobName: 'backup-manual-x7k2p' });
    assert.equal(status, 200);
    assert.equal(body.jobName, 'backup-manual-x7k2p');
    assert.equal(typeof body.message, 'string');
  });
});

describe('a suspension', () => {
  for (const [verb, suspended] of [
    ['suspend', true],
    ['resume', false],
  ] as const) {
    test(`by ${verb} sets spec.suspend to ${suspended}`, async () => {
      const { status, body, calls } = await post(verb, DONE);
      assert.equal(status, 200);
      assert.equal(body.suspended, suspended);
      assert.equal(typeof body.message, 'string');
      assert.deepEqual(calls, [['shop', 'backup', suspended]]);
    });
  }
});

for (const verb of ['trigger', 'suspend', 'resume'] as const) {
  describe(`a call of ${verb}`, () => {
    test('is 404 when the cluster does not have the CronJob any more', async () => {
      const { status, body } = await post(verb, { kind: 'notFound' });
      assert.equal(status, 404);
      assert.deepEqual(body.details, { namespace: 'shop', name: 'backup' });
    });

    test('is 404, without asking the cluster, for a CronJob that is known to be deleted', async () => {
      const { status, calls } = await post(verb, { kind: 'notFound' }, aKnownCronJob({ deletedAt: NOW }));
      assert.equal(status, 404);
      assert.deepEqual(calls, []);
    });

    test('is 404, without asking the cluster, for a CronJob that was never seen', async () => {
      const { status, calls } = await post(verb, { kind: 'notFound' }, null);
      assert.equal(status, 404);
      assert.deepEqual(calls, []);
    });

    test('is 409 with the reason of the cluster when it refuses', async () => {
      const { status, body } = await post(verb, { kind: 'refused', message: 'exceeded quota: batch' });
      assert.equal(status, 409);
      assert.equal(body.error, 'refused');
      assert.equal(body.message, 'exceeded quota: batch');
    });

    test('is 500 when the cluster cannot be reached', async () => {
      const { status, body } = await post(verb, new Error('connect ECONNREFUSED 10.0.0.1:443'));
      assert.equal(status, 500);
      assert.equal(body.error, 'internal_error');
      assert.equal(JSON.stringify(body).includes('10.0.0.1'), false);
    });
  });
}

async function post(
  verb: 'trigger' | 'suspend' | 'resume',
  outcome: TriggerOutcome | SuspendOutcome | Error,
  cronJob: ReturnType<typeof aKnownCronJob> | null = aKnownCronJob(),
) {
  const calls: unknown[] = [];
  const answer = async (...call: unknown[]) => {
    calls.push(call);
    if (outcome instanceof Error) throw outcome;
    return outcome as never;
  };
  await using server = await startServer({
    knownCronJobs: { find: async () => cronJob },
    cluster: { triggerCronJob: answer, suspendCronJob: answer },
  });
  const response = await fetch(`${server.origin}/api/v1/cronjobs/shop/backup/${verb}`, { method: 'POST' });
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are about what is in it
  return { status: response.status, body: (await response.json()) as any, calls };
}
