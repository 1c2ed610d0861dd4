import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretText } from '../../src/lib/secret-text.ts';
import { MINUTE } from '../../src/lib/duration.ts';
import { answering, HostileReceiver } from './hostile-receiver.ts';
import { channel, cronJob, failing, monitor } from './manifests.ts';
import { World } from './world.ts';

test('the heartbeat goes out as soon as the service can be trusted', async () => {
  await using receiver = await HostileReceiver.start(answering(200));
  const heartbeatUrl = new SecretText(`${receiver.url}/ping/s3cret`);
  await using world = await World.start({ heartbeatUrl });
  assert.deepEqual(
    receiver.requests.map((request) => request.split(' HTTP')[0]),
    ['GET /ping/s3cret'],
  );
  assert.match(await world.text('/metrics'), /^punctual_heartbeat_last_success_timestamp_seconds 1\.?\d+/m);
});

test('the metrics tell what is watched, what is wrong, and what waits for whom', async () => {
  await using world = await World.start();
  await world.create(...channel('hook', 'webhook', 'http://127.0.0.1:9'));
  await world.create(monitor('all', ['hook']), cronJob('broken', { script: failing(3) }));
  await world.runUntil(6 * MINUTE);
  const metrics = await world.text('/metrics');
  for (const line of [
    'punctual_watch_synced{resource="jobs"} 1',
    'punctual_cronjobs 1',
    'punctual_alerts_active{severity="critical"} 1',
    'punctual_channel_ready{channel="hook"} 0',
    'punctual_channel_messages_sent{channel="hook"} 0',
    'punctual_outbox_waiting{channel="hook"} 1',
    'punctual_queue_failing 0',
  ]) {
    assert.ok(metrics.split('\n').includes(line), `no line ${line} in\n${metrics}`);
  }
});
