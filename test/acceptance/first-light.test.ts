import { alerts, executions, messageCount, webhookMessages } from './expect.ts';
import { channel, cronJob, failing, monitor, nowRuns, succeeding } from './manifests.ts';
import { at, between, type Check, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

/** A channel of each type, and a monitor that tells both. */
async function watched(world: World): Promise<void> {
  const { url } = world.receiver;
  await world.create(...channel('hook', 'webhook', url), ...channel('chat', 'chat', url));
  await world.create(monitor('all', ['hook', 'chat']));
}

async function restartService(world: World): Promise<void> {
  await world.stopService();
  await world.startService();
}

function channelReady(name: string, expected: boolean): Check {
  return async (world) => {
    const { items } = await world.get<{ items: readonly { name: string; ready: boolean }[] }>(
      '/api/v1/channels',
    );
    const ready = items.find((item) => item.name === name)?.ready;
    return ready === expected ? null : `ready was ${ready}`;
  };
}

const nightly = cronJob('nightly', { script: failing(3) });

timeline('a successful run is an execution with its times, and nobody hears of it', [
  at('0s', watched),
  at('1s', (world) => world.create(cronJob('fine'))),
  between(
    '5m5s',
    '5m15s',
    'one success',
    executions('fine', [{ status: 'success', exitCode: 0, duration: '10s', attempts: 1, manual: false }]),
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

timeline('a Job that fails twice and then succeeds is one success with three attempts and no alert', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(
      cronJob('flaky', {
        schedule: '0 * * * *',
        jobSpec: { backoffLimit: 4 },
        scripts: [failing(1), failing(1), succeeding()],
      }),
    ),
  ),
  between(
    '1h30s',
    '1h5m',
    'one success in three attempts',
    executions('flaky', [{ status: 'success', attempts: 3, exitCode: 0 }]),
  ),
  throughout('0s', '1h30m', 'no alert', alerts([])),
]);

timeline('a parallel Job of which one Pod fails for good is a failure', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(
      cronJob('shards', {
        schedule: '0 * * * *',
        jobSpec: { completions: 3, parallelism: 3, backoffLimit: 0 },
        scripts: [succeeding(), failing(9), succeeding()],
      }),
    ),
  ),
  between('1h5s', '1h1m', 'a failure', executions('shards', [{ status: 'failed', exitCode: 9 }])),
  between('1h5s', '1h1m', 'an alarm', webhookMessages('hook', [{ status: 'firing', exitCode: 9 }])),
]);

timeline('a restart of the service records nothing twice, repeats no message and ends what it began', [
  at('0s', watched),
  at('1s', (world) => world.create(nightly)),
  at('7m', restartService),
  throughout('7m', '9m', 'the run that was there', executions('nightly', [{ exitCode: 3 }])),
  throughout('7m', '9m', 'the message that was there', messageCount('hook', 1)),
  at('9m', (world) => world.patch(nightly, nowRuns(succeeding()))),
  between(
    '10m5s',
    '10m15s',
    'the recovery',
    webhookMessages('hook', [{ status: 'firing' }, { status: 'resolved' }]),
  ),
]);

timeline('more failures add to the alert that is open, and are not told again within the hour', [
  at('0s', watched),
  at('1s', (world) => world.create(nightly)),
  between('20m5s', '20m15s', 'four in one', alerts([{ active: true, occurrences: 4 }])),
  throughout('5m15s', '1h', 'one message', messageCount('hook', 1)),
]);

timeline('consecutiveFailures and recoveryRuns hold the alarm and the recovery back', [
  at('0s', async (world) => {
    await world.create(...channel('hook', 'webhook', world.receiver.url));
    await world.create(monitor('strict', ['hook'], { failure: { consecutiveFailures: 2, recoveryRuns: 2 } }));
  }),
  at('1s', (world) => world.create(nightly)),
  throughout('0s', '10m5s', 'no alarm after one failure', messageCount('hook', 0)),
  between('10m5s', '10m15s', 'an alarm after two', webhookMessages('hook', [{ status: 'firing' }])),
  at('11m', (world) => world.patch(nightly, nowRuns(succeeding()))),
  throughout('11m', '20m5s', 'no recovery after one success', messageCount('hook', 1)),
  between(
    '20m5s',
    '20m15s',
    'a recovery after two',
    webhookMessages('hook', [{ status: 'firing' }, { status: 'resolved' }]),
  ),
]);

timeline('under two monitors one cause sends one message per channel', [
  at('0s', watched),
  at('0s', (world) => world.create(monitor('second', ['hook']))),
  at('1s', (world) => world.create(nightly)),
  between('5m5s', '5m15s', 'an alarm', messageCount('hook', 1)),
  throughout('5m15s', '30m', 'one message', messageCount('hook', 1)),
]);

timeline('without a monitor a failure is recorded and shown, and nobody is told', [
  at('0s', (world) => world.create(...channel('hook', 'webhook', world.receiver.url))),
  at('1s', (world) => world.create(nightly)),
  between('5m5s', '5m15s', 'an alert', alerts([{ active: true, cronjobName: 'nightly' }])),
  throughout('5m15s', '15m', 'no message', messageCount('hook', 0)),
]);

timeline('a channel whose Secret comes later is not ready until then, and then sends what waited', [
  at('0s', async (world) => {
    const [, resource] = channel('hook', 'webhook', world.receiver.url);
    await world.create(resource!, monitor('all', ['hook']), nightly);
  }),
  throughout('1s', '7m', 'not ready', channelReady('hook', false)),
  throughout('5m15s', '7m', 'no message', messageCount('hook', 0)),
  at('7m', async (world) => {
    const [secret] = channel('hook', 'webhook', world.receiver.url);
    await world.create(secret!);
  }),
  between('7m', '7m1s', 'the alarm', webhookMessages('hook', [{ status: 'firing' }])),
  throughout('7m1s', '9m', 'ready', channelReady('hook', true)),
]);

timeline('a run started by hand on a suspended CronJob is recorded as manual', [
  at('0s', (world) => world.create(cronJob('paused', { spec: { suspend: true } }))),
  throughout('1s', '20m', 'no run by itself', executions('paused', [])),
  at('20m', async (world) => void (await world.post('/api/v1/cronjobs/default/paused/trigger'))),
  between(
    '20m5s',
    '20m15s',
    'a manual run',
    executions('paused', [{ status: 'success', manual: true, scheduledTime: null }]),
  ),
]);

// The schema of the CRD lets any text pass for a schedule.
const windows = { maintenanceWindows: [{ name: 'nights', schedule: 'at night', duration: '1h' }] };

timeline('a monitor with a bad value says so in its status, and another monitor goes on', [
  at('0s', async (world) => {
    await world.create(...channel('hook', 'webhook', world.receiver.url));
    await world.create(monitor('bad', ['hook'], windows), monitor('good', ['hook']));
  }),
  at('1s', (world) => world.create(nightly)),
  throughout('2s', '5m', 'the condition', async (world) => {
    const bad = await world.get<{ conditions: readonly { status: string; message: string }[] }>(
      '/api/v1/monitors/default/bad',
    );
    const told = bad.conditions.some(
      ({ status, message }) => status === 'False' && /maintenanceWindows/.test(message),
    );
    return told ? null : `conditions were ${JSON.stringify(bad.conditions)}`;
  }),
  between('5m5s', '5m15s', 'an alarm by the other', webhookMessages('hook', [{ status: 'firing' }])),
]);
