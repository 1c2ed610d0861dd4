import assert from 'node:assert/strict';
import { MINUTE } from '../../../src/lib/duration.ts';
import { aCronJob, anAlert, aDelivery, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

storeTest('figures count what is live, and tell what has been due for longest', async (store) => {
  const known = { nextRunAt: null, windowDays: 7, observedAt: NOW };
  const id = await store.cronJobs.upsert(aCronJob(), known);
  await store.alerts.insert(id, anAlert({ id: 'open' }));
  await store.alerts.insert(id, anAlert({ id: 'ended', resolvedAt: NOW }));
  for (const name of ['ops', 'quiet']) {
    await store.channels.upsert({ uid: name, name, generation: 1, type: 'chat', spec: {} });
  }
  await store.channels.setReady('ops', true, null, null);
  await store.channels.countSent('ops', NOW, { alerts: 1, refillMs: 0 });
  await store.deliveries.insert([
    aDelivery({ id: 'due', alertId: 'open', channel: 'ops', nextAttemptAt: NOW - MINUTE }),
    aDelivery({ id: 'later', alertId: 'ended', channel: 'ops', nextAttemptAt: NOW + MINUTE }),
  ]);
  assert.deepEqual(await store.figures(NOW), {
    cronJobs: 1,
    activeAlerts: [{ severity: 'critical', count: 1 }],
    channels: [
      { name: 'ops', ready: true, sent: 1, failed: 0, waiting: 2, dueSince: NOW - MINUTE },
      { name: 'quiet', ready: false, sent: 0, failed: 0, waiting: 0, dueSince: null },
    ],
  });
});
