// What was recorded comes out of the API as a whole: numbers that add up, evidence, and what a change leaves behind.
import assert from 'node:assert/strict';
import { apiTests, NOW, type ServedStore } from './served-store.ts';

const apiTest = apiTests();

apiTest('a CronJob is summed up over its window', async (served) => {
  assert.partialDeepStrictEqual(await served.call('/cronjobs/shop/backup'), {
    status: 'critical',
    successRate: 50,
    lastRun: '2026-01-31T11:00:00Z',
    nextRun: '2026-01-31T13:00:00Z',
    lastStatus: 'success',
    recent: ['failed', 'success', 'failed', 'success', 'failed', 'success'],
    metrics: { successRate: 50, avgDuration: 245, p50Duration: 245, p95Duration: 245, totalExecutions: 6 },
    activeAlerts: 1,
    monitors: [{ namespace: 'shop', name: 'nightly' }],
  });
});

apiTest('a suspended CronJob that never ran has rate 100, no evidence and no next run', async (served) => {
  assert.partialDeepStrictEqual(await served.call('/cronjobs/shop/report'), {
    status: 'healthy',
    suspended: true,
    successRate: 100,
    lastRun: null,
    nextRun: null,
    totalExecutions: 0,
  });
});

apiTest('a failed execution is told with attempts, logs and events', async (served) => {
  assert.partialDeepStrictEqual(await served.call('/executions/run-2'), {
    namespace: 'shop',
    cronjobName: 'backup',
    duration: '4m5s',
    exitCode: 137,
    attempts: [{ number: 1 }, { number: 2 }],
    logs: [{ text: 'disk full\n' }],
    events: [{ reason: 'BackoffLimitExceeded' }],
  });
});

apiTest('a monitor is told with its CronJobs and the statistics of all their runs', async (served) => {
  assert.partialDeepStrictEqual(await served.call('/monitors/shop/nightly'), {
    cronJobCount: 2,
    healthySummary: { healthy: 1, warning: 0, critical: 1 },
    spec: { sla: { minSuccessRate: 95 } },
    cronJobs: [{ name: 'backup' }, { name: 'report' }],
    metrics: { successRate: 50, p50Duration: 245, totalExecutions: 6 },
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-31T12:00:00Z' }],
  });
});

apiTest('the first acknowledgement of an alert counts, and leaves it active', async (served) => {
  const first = await served.call('/alerts/open/acknowledge', 'POST', '{"by":"ann","comment":"on it"}');
  const second = await served.call('/alerts/open/acknowledge', 'POST', '{"by":"bob"}');
  assert.partialDeepStrictEqual(first, {
    acknowledgedBy: 'ann',
    acknowledgedAt: '2026-01-31T12:00:00Z',
    active: true,
  });
  assert.deepEqual(second, first);
  assert.partialDeepStrictEqual(await served.call('/alerts/open'), {
    acknowledgeComment: 'on it',
    deliveries: [{ channel: 'ops', state: 'pending' }],
    logs: [{ text: 'disk full\n' }],
  });
});

apiTest('statistics count what was stored', async (served) => {
  assert.partialDeepStrictEqual(await served.call('/admin/stats'), {
    database: { type: served.store.databaseType, executions: 6, alerts: 3 },
    monitors: 2,
    channels: 1,
    uptime: '1h30m0s',
  });
});

apiTest('the daily statistics of a CronJob tell today last', async (served) => {
  const { items } = (await served.call('/cronjobs/shop/backup/daily?days=14')) as { items: object[] };
  assert.equal(items.length, 14);
  assert.deepEqual(items.at(-1), {
    date: '2026-01-31',
    runs: 6,
    succeeded: 3,
    failed: 3,
    successRate: 50,
    avgDuration: 245,
    p50Duration: 245,
    p95Duration: 245,
    p99Duration: 245,
    flaky: 0,
    manual: 0,
    missed: 0,
  });
});

apiTest('the exports hold what the lists hold', async (served) => {
  const runs = await lines(served, '/export/executions?namespace=shop&from=2026-01-31T10:00:00Z');
  assert.deepEqual(runs, [
    'Execution ID,Namespace,CronJob,Job,Status,Start Time,Completion Time,Duration,Exit Code,Reason',
    'run-1,shop,backup,backup-1,success,2026-01-31T11:00:00Z,2026-01-31T11:04:05Z,4m5s,0,',
    'run-2,shop,backup,backup-2,failed,2026-01-31T10:00:00Z,2026-01-31T10:04:05Z,4m5s,137,OOMKilled',
    '',
  ]);
  const [, ...alerts] = await lines(served, '/export/alerts?type=deadManSwitch');
  assert.deepEqual(
    alerts.map((line) => line.split(',', 1)[0]),
    ['other', 'older', ''],
  );
});

apiTest(
  'a CronJob that was deleted leaves the list, keeps its history and cannot be triggered',
  async (served) => {
    await served.store.cronJobs.markDeleted({ namespace: 'web', name: 'sync' }, NOW);
    assert.partialDeepStrictEqual(await served.call('/cronjobs'), {
      items: [{ name: 'backup' }, { name: 'report' }],
      total: 2,
    });
    assert.partialDeepStrictEqual(await served.call('/cronjobs/web/sync'), {
      deletedAt: '2026-01-31T12:00:00Z',
      nextRun: null,
    });
    const refused = await served.fetch('/cronjobs/web/sync/trigger', { method: 'POST' });
    assert.equal(refused.status, 404);
  },
);

async function lines(served: ServedStore, path: string): Promise<string[]> {
  const response = await served.fetch(path);
  assert.equal(response.status, 200);
  return (await response.text()).split('\r\n');
}
