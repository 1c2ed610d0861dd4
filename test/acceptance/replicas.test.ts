import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { AlertDetail } from '../../src/api/contract/alert.ts';
import { MINUTE } from '../../src/lib/duration.ts';
import { channel, cronJob, failing, monitor, nowRuns, succeeding } from './manifests.ts';
import { World } from './world.ts';

test('two services on one database record every run once and send every message once', async () => {
  const complaints: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void complaints.push(line) });
  await using world = await World.start({ database: 'postgres', log });
  const twinUrl = await world.startTwin('shared');
  const flaky = cronJob('flaky', { script: failing(3), spec: { failedJobsHistoryLimit: 100 } });
  await world.create(...channel('hook', 'webhook', world.receiver.url), monitor('all', ['hook']), flaky);
  for (let change = 1; change <= 6; change += 1) {
    await world.runUntil(change * 10 * MINUTE + MINUTE);
    await world.patch(flaky, nowRuns(change % 2 === 1 ? succeeding() : failing(3)));
  }

  const runs = await world.executions('flaky');
  assert.equal(runs.length, 12, 'a run every five minutes');
  assert.equal(new Set(runs.map(({ id }) => id)).size, 12);
  const alerts = await world.alerts();
  assert.deepEqual(
    alerts.map(({ active }) => active),
    [false, false, false],
  );
  const { deliveries } = await world.get<AlertDetail>(`/api/v1/alerts/${alerts.at(-1)!.id}`);
  assert.deepEqual(
    deliveries.filter(({ state }) => state === 'sent').map(({ event }) => event),
    ['firing', 'resolved'],
  );
  const keys = world.messages().map(({ idempotencyKey }) => idempotencyKey);
  assert.ok(keys.length >= 2);
  assert.equal(new Set(keys).size, keys.length, 'no message came twice');
  const told = await (await fetch(`${twinUrl}/api/v1/alerts`)).json();
  assert.deepEqual(told, { items: alerts, total: 3 }, 'both answer from the same records');
  assert.deepEqual(complaints, [], 'who comes second takes that for no fault');
});
