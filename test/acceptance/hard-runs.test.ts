import type { Check } from './timeline.ts';
import { at, between, throughout, timeline } from './timeline.ts';
import { alerts, executions, webhookMessages } from './expect.ts';
import { channel, cronJob, failing, monitor, nowRuns, succeeding } from './manifests.ts';
import type { World } from './world.ts';

async function watched(world: World): Promise<void> {
  await world.create(...channel('hook', 'webhook', world.receiver.url));
  await world.create(monitor('all', ['hook']));
}

/** The Jobs that the cluster has now, by the name that `kubectl delete job` takes. */
async function deleteJobs(world: World): Promise<void> {
  const type = world.sandbox.cluster.findType('batch', 'jobs')!;
  for (const { metadata } of world.sandbox.cluster.list(type, 'default')) {
    const { name } = metadata;
    await world.delete({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name, namespace: 'default' } });
  }
}

/** The only run's exit codes by attempt, and the texts of its logs. */
function evidence(
  name: string,
  expected: { exitCodes: readonly (number | null)[]; logs: readonly string[] },
): Check {
  return async (world) => {
    const [run] = await world.executions(name);
    if (run === undefined) return 'there was no run';
    const detail = await world.execution(run.id);
    const seen = {
      exitCodes: detail.attempts.map(({ exitCode }) => exitCode),
      logs: detail.logs.map(({ text }) => text).sort((a, b) => a.localeCompare(b)),
    };
    return JSON.stringify(seen) === JSON.stringify(expected) ? null : `it was ${JSON.stringify(seen)}`;
  };
}

timeline('a failed Job that is deleted a second later is recorded and told with its log', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(cronJob('gone', { script: failing(3), jobSpec: { ttlSecondsAfterFinished: 1 } })),
  ),
  between('5m5s', '5m15s', 'a failed run', executions('gone', [{ status: 'failed', exitCode: 3 }])),
  between('5m5s', '5m15s', 'its log', evidence('gone', { exitCodes: [3], logs: ['hello\noops\n'] })),
  between('5m5s', '5m15s', 'an alarm', webhookMessages('hook', [{ logs: 'hello\noops', exitCode: 3 }])),
  throughout('5m15s', '9m', 'one run', executions('gone', [{ status: 'failed' }])),
]);

timeline('a Job that is deleted 100 ms after it failed is recorded with its log', [
  at('0s', watched),
  // Slot, 100 ms until the controller starts it, 10 s of work, and 100 ms until somebody deletes it.
  at('1s', (world) => world.create(cronJob('swept', { script: failing(3) }))),
  at('5m10.2s', deleteJobs),
  between('5m10s', '5m15s', 'a failed run', executions('swept', [{ status: 'failed', exitCode: 3 }])),
  between('5m10s', '5m15s', 'its log', evidence('swept', { exitCodes: [3], logs: ['hello\noops\n'] })),
  between('5m10s', '5m15s', 'an alarm', webhookMessages('hook', [{ logs: 'hello\noops', exitCode: 3 }])),
  throughout('5m15s', '9m', 'no other reason', executions('swept', [{ reason: 'BackoffLimitExceeded' }])),
]);

timeline('with failedJobsHistoryLimit 0 each failed run is recorded once', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(cronJob('kept', { script: failing(4), spec: { failedJobsHistoryLimit: 0 } })),
  ),
  between(
    '15m',
    '15m20s',
    'three failed runs',
    executions('kept', [{ exitCode: 4 }, { exitCode: 4 }, { exitCode: 4 }]),
  ),
  between('10m', '15m20s', 'one alert of three', alerts([{ active: true, occurrences: 3 }])),
]);

timeline('a container that restarts in its Pod leaves each attempt and log, though the Pod is deleted', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(
      cronJob('again', { script: failing(7), restartPolicy: 'OnFailure', jobSpec: { backoffLimit: 2 } }),
    ),
  ),
  between('5m10s', '8m', 'a failed run', executions('again', [{ status: 'failed', exitCode: 7 }])),
  between(
    '5m10s',
    '8m',
    'an alarm by the attempt that failed by itself',
    webhookMessages('hook', [{ exitCode: 7, logs: 'hello\noops' }]),
  ),
  between(
    '5m10s',
    '8m',
    'three attempts',
    evidence('again', {
      // Kubernetes cuts the third run off when the second restart uses the retries up.
      exitCodes: [7, 7, 143],
      logs: ['hello\n', 'hello\noops\n', 'hello\noops\n'],
    }),
  ),
]);

timeline('a run past its deadline is a failure, with as much of its log as there is', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(cronJob('slow', { script: failing(3, 600_000), jobSpec: { activeDeadlineSeconds: 30 } })),
  ),
  between(
    '5m25s',
    '5m45s',
    'a failed run',
    executions('slow', [{ status: 'failed', reason: 'DeadlineExceeded', exitCode: -1 }]),
  ),
  between('5m25s', '5m45s', 'one alarm', webhookMessages('hook', [{ status: 'firing', logs: 'hello' }])),
]);

timeline('a run that is replaced by the next slot is recorded and raises no alert', [
  at('0s', watched),
  at('1s', (world) =>
    world.create(cronJob('long', { script: succeeding(400_000), spec: { concurrencyPolicy: 'Replace' } })),
  ),
  between(
    '9m50s',
    '10m10s',
    'a replaced run',
    executions('long', [{ status: 'failed', reason: 'Replaced' }]),
  ),
  throughout('0s', '14m', 'no alert', alerts([])),
]);

timeline('a Job that is deleted by hand while it runs is a failure', [
  at('0s', watched),
  at('1s', (world) => world.create(cronJob('cut', { script: succeeding(120_000) }))),
  at('5m30s', deleteJobs),
  between('5m29s', '5m40s', 'a failed run', executions('cut', [{ status: 'failed', reason: 'Deleted' }])),
  between('5m29s', '5m40s', 'an alert', alerts([{ active: true }])),
]);

timeline('a CronJob that is deleted with its running Job raises nothing', [
  at('0s', watched),
  at('1s', (world) => world.create(cronJob('away', { script: succeeding(120_000) }))),
  at('5m30s', (world) => world.delete(cronJob('away'))),
  throughout('0s', '10m', 'no alert', alerts([])),
]);

const nightly = cronJob('nightly', { script: failing(3) });

timeline('runs that fail while the service is down are recorded and told when it is back', [
  at('0s', watched),
  at('1s', (world) => world.create(nightly)),
  at('4m', (world) => world.stopService()),
  at('6m', (world) => world.startService()),
  between('4m', '6m10s', 'a failed run', async (world) => {
    try {
      return await executions('nightly', [{ status: 'failed', exitCode: 3 }])(world);
    } catch {
      return 'the service is down';
    }
  }),
  throughout(
    '6m10s',
    '9m',
    'one alarm',
    webhookMessages('hook', [{ status: 'firing', logs: 'hello\noops' }]),
  ),
  at('9m', (world) => world.patch(nightly, nowRuns(succeeding()))),
  between('10m', '10m20s', 'the alert ended', alerts([{ active: false }])),
]);
