import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startServer } from '../testing.ts';

describe('probes', () => {
  test('readyz is 503 with its reasons until there is none', async () => {
    const reasons = ['the CronJobs are not listed yet'];
    await using starting = await startServer({ notReadyReasons: () => reasons });
    const waiting = await fetch(`${starting.origin}/readyz`);
    assert.equal(waiting.status, 503);
    assert.deepEqual(await waiting.json(), {
      status: 'not ready',
      reasons: ['the CronJobs are not listed yet'],
    });
    reasons.pop();
    assert.equal((await fetch(`${starting.origin}/readyz`)).status, 200);
  });

  test('healthz asks nothing', async () => {
    await using server = await startServer({ notReadyReasons: () => ['nothing is listed yet'] });
    assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
  });

  test('metrics come as the registry writes them', async () => {
    const text = 'punctual_up 1\n';
    await using measured = await startServer({
      metrics: { contentType: 'text/plain; version=0.0.4; charset=utf-8', metrics: async () => text },
    });
    const response = await fetch(`${measured.origin}/metrics`);
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.equal(await response.text(), text);
  });
});
