import { alerts, executions, messageCount, webhookMessages } from './expect.ts';
import { channel, cronJob, failing, monitor, nowRuns, succeeding } from './manifests.ts';
import { at, between, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

/** A channel of each type, and a monitor that tells both. */
async function watched(world: World): Promise<void> {
  const url = world.receiver.url;
  await world.create(...channel('hook', 'webhook', url), ...channel('chat', 'chat', url));
  await world.create(monitor('all', ['hook', 'chat']));
}

const nightly = cronJob('nightly', { script: failing(3) });

timeline('a successful run is an execution with its times, and nobody hears of it', [
  at('0s', watched),
  at('1s', (world) => world.create(cronJob('fine'))),
  between(
    '5m5s',
    '5m15s',
    'one success',
    executions('fine', [{ status: 'success', exitCode: 0, duration: '10s' }]),
  ),
  throughout('0s', '15m', 'no alert', alerts([])),
  throughout('0s', '15m', 'no message', messageCount('hook', 0)),
]);

timeline('a failed run raises one alert, told with exit code and log; the next success resolves it', [
  at('0s', watched),
  at('1s', (world) => world.create(nightly)),
  between('5m5s', '5m15s', 'a failed run', executions('nightly', [{ status: 'failed', exitCode: 3 }])),
  between(
    '5m5s',
    '5m15s',
    'an alarm with its evidence',
    webhookMessages('hook', [{ status: 'firing', cronJobName: 'nightly', exitCode: 3, logs: 'hello\noops' }]),
  ),
  at('6m', (world) => world.patch(nightly, nowRuns(succeeding()))),
  between(
    '10m5s',
    '10m15s',
    'the alert ended',
    alerts([{ active: false, type: 'failure', severity: 'critical' }]),
  ),
  between(
    '10m5s',
    '10m15s',
    'alarm and recovery',
    webhookMessages('hook', [{ status: 'firing' }, { status: 'resolved' }]),
  ),
  throughout('10m15s', '30m', 'nothing more', messageCount('chat', 2)),
]);
