// The API on the real store: every field that interface.md specifies is there with its type, and what
// the store orders and filters comes out as specified.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Alert } from '../../src/alert/alert.ts';
import {
  anAlert,
  aDelivery,
  aLog,
  anAttempt,
  anEvent,
  type RunningServer,
  startServer,
} from '../../src/api/testing.ts';
import type { CronJob } from '../../src/execution/cron-job.ts';
import type { Execution } from '../../src/execution/execution.ts';
import { VirtualClock } from '../../src/lib/virtual-clock.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { aPostgresDatabase } from '../postgres.ts';
import { DATABASES, type DatabaseType } from './world.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Of the database that the test in hand is about. */
let store: Store;
let server: RunningServer;
const parts = new AsyncDisposableStack();
const worlds = new Map<DatabaseType, { readonly store: Store; readonly server: RunningServer }>();
before(async () => {
  const { connection } = parts.use(await aPostgresDatabase());
  for (const [database, location] of [
    ['sqlite', { path: ':memory:' }],
    ['postgres', { postgres: connection }],
  ] as const) {
    store = await openStore({ ...location, log: { info: () => undefined } });
    parts.adopt(store, (opened) => opened.close());
    await fill();
    server = parts.use(await startServer(ports()));
    worlds.set(database, { store, server });
  }
});
after(() => parts[Symbol.asyncDispose]());

/** A test on each kind of database. */
function apiTest(name: string, run: () => Promise<void>): void {
  for (const database of DATABASES) {
    test(`${database}: ${name}`, async () => {
      ({ store, server } = worlds.get(database)!);
      await run();
    });
  }
}

function ports(): Parameters<typeof startServer>[0] {
  return {
    ...store,
    clock: new VirtualClock(NOW),
    uptimeMs: () => 90 * MINUTE,
    cluster: {
      triggerCronJob: async () => ({ kind: 'created', jobName: 'backup-manual-x7k2p' }),
      suspendCronJob: async () => ({ kind: 'done' }),
    },
    notifier: { testChannel: async () => ({ kind: 'done', success: true, message: 'Answered 200.' }) },
  };
}

/** shop/backup fails every other hour and has an alert; shop/report is suspended and never ran; web/sync is healthy. */
async function fill(): Promise<void> {
  const [backup, report, sync] = await Promise.all([
    upsert({ namespace: 'shop', name: 'backup' }),
    upsert({ namespace: 'shop', name: 'report', suspend: true }),
    upsert({ namespace: 'web', name: 'sync' }),
  ]);
  for (let hour = 6; hour >= 1; hour--) await store.executions.insert(backup, hourly(hour), NOW);
  await store.evidence.saveLog(aLog({ jobUid: 'run-2' }));
  await store.evidence.saveEvents('run-2', [anEvent({ jobUid: 'run-2' })]);
  await store.alerts.insert(backup, anAlert({ id: 'open', jobUid: 'run-2', openedAt: NOW - HOUR }));
  await store.alerts.insert(backup, resolved('older', NOW - 5 * HOUR));
  await store.alerts.insert(sync, resolved('other', NOW - 2 * HOUR));
  await store.deliveries.insert([aDelivery({ alertId: 'open' })]);
  const monitor = await store.monitors.upsert({
    uid: 'monitor-uid',
    namespace: 'shop',
    name: 'nightly',
    generation: 1,
    spec: { sla: { minSuccessRate: 95 } },
  });
  await store.monitors.replaceMembers(monitor, [backup, report]);
  await store.monitors.setConditions(monitor, [
    {
      type: 'Ready',
      status: 'True',
      reason: 'Accepted',
      message: '',
      lastTransitionAt: NOW,
      observedGeneration: 1,
    },
  ]);
  await store.channels.upsert({ uid: 'channel-uid', name: 'ops', generation: 1, type: 'chat', spec: {} });
  await store.channels.countSent('ops', NOW - HOUR, { alerts: 1, refillMs: 36_000 });
}

function upsert(fields: Pick<CronJob, 'namespace' | 'name'> & Partial<CronJob>): Promise<number> {
  const cronJob: CronJob = {
    uid: `${fields.namespace}-${fields.name}`,
    generation: 1,
    labels: {},
    schedule: '0 * * * *',
    timeZone: 'Europe/Berlin',
    suspend: false,
    concurrencyPolicy: 'Allow',
    startingDeadlineSeconds: null,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    ttlSecondsAfterFinished: null,
    createdAt: NOW - 30 * 24 * HOUR,
    lastScheduledFor: null,
    lastSuccessfulAt: null,
    ...fields,
  };
  return store.cronJobs.upsert(cronJob, { nextRunAt: NOW + HOUR, windowDays: 7, observedAt: NOW });
}

/** The run that started `hour` hours ago: even hours failed after two attempts. */
function hourly(hour: number): Execution {
  const failed = hour % 2 === 0;
  return {
    jobUid: `run-${hour}`,
    jobName: `backup-${hour}`,
    outcome: failed ? 'failed' : 'success',
    reason: failed ? 'BackoffLimitExceeded' : null,
    message: null,
    manual: false,
    scheduledFor: NOW - hour * HOUR,
    startedAt: NOW - hour * HOUR,
    completedAt: NOW - hour * HOUR + 4 * MINUTE + 5_000,
    exitCode: failed ? 137 : 0,
    attempts: failed
      ? [anAttempt({ number: 1 }), anAttempt({ number: 2 })]
      : [anAttempt({ outcome: 'success', exitCode: 0, signal: null, reason: null })],
    fault: failed ? 'application' : null,
    containers: [],
  };
}

function resolved(id: string, openedAt: number): Alert {
  return anAlert({
    id,
    type: 'deadManSwitch',
    severity: 'warning',
    openedAt,
    resolvedAt: openedAt + MINUTE,
    resolution: 'A run succeeded.',
  });
}

type Kind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'timestamp or null'
  | 'duration'
  | readonly string[];

interface Specified {
  readonly resource: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  /** Where the resource stands in the answer: a field, or the first item of a list. */
  readonly at?: readonly (string | number)[];
  /** Fields by their dotted path, as interface.md has them. */
  readonly fields: Readonly<Record<string, Kind>>;
}

const HEALTH = ['healthy', 'warning', 'critical'] as const;

const EXECUTION: Specified['fields'] = {
  id: 'string',
  jobName: 'string',
  status: ['success', 'failed'],
  startTime: 'timestamp',
  completionTime: 'timestamp',
  duration: 'duration',
  exitCode: 'integer',
};

const ALERT: Specified['fields'] = {
  id: 'string',
  type: ['failure', 'deadManSwitch', 'slaViolation'],
  severity: ['critical', 'warning', 'info'],
  namespace: 'string',
  cronjobName: 'string',
  message: 'string',
  createdAt: 'timestamp',
  resolvedAt: 'timestamp or null',
  active: 'boolean',
};

const MONITOR: Specified['fields'] = {
  namespace: 'string',
  name: 'string',
  cronJobCount: 'integer',
  'healthySummary.healthy': 'integer',
  'healthySummary.warning': 'integer',
  'healthySummary.critical': 'integer',
};

const SPECIFIED: readonly Specified[] = [
  {
    resource: 'a CronJob summary',
    path: '/cronjobs',
    at: ['items', 0],
    fields: {
      namespace: 'string',
      name: 'string',
      status: HEALTH,
      successRate: 'number',
      lastRun: 'timestamp',
      nextRun: 'timestamp',
    },
  },
  { resource: 'the list of CronJobs', path: '/cronjobs', fields: { total: 'integer' } },
  {
    resource: 'a CronJob detail',
    path: '/cronjobs/shop/backup',
    fields: {
      namespace: 'string',
      name: 'string',
      status: HEALTH,
      schedule: 'string',
      'metrics.successRate': 'number',
      'metrics.avgDuration': 'number',
      'metrics.p50Duration': 'number',
      'metrics.p95Duration': 'number',
      'metrics.totalExecutions': 'integer',
      lastRun: 'timestamp',
      nextRun: 'timestamp',
    },
  },
  {
    resource: 'a CronJob that never ran and is suspended',
    path: '/cronjobs/shop/report',
    fields: { lastRun: 'timestamp or null', nextRun: 'timestamp or null' },
  },
  { resource: 'an execution', path: '/cronjobs/shop/backup/executions', at: ['items', 0], fields: EXECUTION },
  {
    resource: 'a failed execution',
    path: '/cronjobs/shop/backup/executions',
    at: ['items', 1],
    fields: EXECUTION,
  },
  {
    resource: 'the list of executions',
    path: '/cronjobs/shop/backup/executions',
    fields: { total: 'integer' },
  },
  { resource: 'an execution detail', path: '/executions/run-2', fields: EXECUTION },
  {
    resource: 'a trigger',
    method: 'POST',
    path: '/cronjobs/shop/backup/trigger',
    fields: { jobName: 'string', message: 'string' },
  },
  {
    resource: 'a dry run of a prune',
    method: 'POST',
    path: '/admin/prune',
    body: '{"olderThanDays":1,"dryRun":true}',
    fields: { executionsDeleted: 'integer', logsDeleted: 'integer', eventsDeleted: 'integer' },
  },
  { resource: 'a monitor summary', path: '/monitors', at: ['items', 0], fields: MONITOR },
  { resource: 'a monitor detail', path: '/monitors/shop/nightly', fields: MONITOR },
  {
    resource: 'a channel summary',
    path: '/channels',
    at: ['items', 0],
    fields: {
      name: 'string',
      type: ['chat', 'webhook'],
      ready: 'boolean',
      alertsSent: 'integer',
      lastAlertTime: 'timestamp',
      waiting: 'integer',
    },
  },
  {
    resource: 'a channel test',
    method: 'POST',
    path: '/channels/ops/test',
    fields: { success: 'boolean', message: 'string' },
  },
  { resource: 'an active alert', path: '/alerts', at: ['items', 0], fields: ALERT },
  { resource: 'a resolved alert', path: '/alerts', at: ['items', 1], fields: ALERT },
  { resource: 'an alert detail', path: '/alerts/open', fields: ALERT },
  {
    resource: 'an acknowledged alert',
    method: 'POST',
    path: '/alerts/older/acknowledge',
    fields: { ...ALERT, acknowledgedAt: 'timestamp' },
  },
  {
    resource: 'the statistics',
    path: '/admin/stats',
    fields: {
      'database.type': ['sqlite', 'postgres'],
      'database.size': 'string',
      'database.executions': 'integer',
      'database.alerts': 'integer',
      monitors: 'integer',
      channels: 'integer',
      uptime: 'duration',
    },
  },
];

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
const DURATION = /^(\d+h)?(\d+m)?\d+(s|ms)$/;

describe('every specified field is there with its type', () => {
  for (const { resource, method = 'GET', path, body = null, at = [], fields } of SPECIFIED) {
    apiTest(`of ${resource}`, async () => {
      const found = reach(await call(path, method, body), at);
      for (const [field, kind] of Object.entries(fields)) {
        const value = reach(found, field.split('.'));
        assert.ok(isOf(kind, value), `${field} is ${JSON.stringify(value)}, no ${String(kind)}`);
      }
    });
  }
});

function reach(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((each, key) => (each as Record<string | number, unknown>)[key], value);
}

function isOf(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'integer':
      return Number.isInteger(value);
    case 'timestamp':
      return typeof value === 'string' && TIMESTAMP.test(value);
    case 'timestamp or null':
      return value === null || isOf('timestamp', value);
    case 'duration':
      return typeof value === 'string' && DURATION.test(value);
    default:
      return kind.includes(value as string);
  }
}

const names = (items: readonly Record<string, unknown>[]) => items.map((each) => each['name']);
const ids = (items: readonly Record<string, unknown>[]) => items.map((each) => each['id']);

const LISTS: readonly {
  readonly name: string;
  readonly path: string;
  readonly pick: (items: readonly Record<string, unknown>[]) => unknown[];
  readonly expect: readonly unknown[];
  readonly total: number;
}[] = [
  {
    name: 'CronJobs come by namespace, then name',
    path: '/cronjobs',
    pick: names,
    expect: ['backup', 'report', 'sync'],
    total: 3,
  },
  {
    name: 'a page of CronJobs tells the number of all',
    path: '/cronjobs?limit=1&offset=1',
    pick: names,
    expect: ['report'],
    total: 3,
  },
  {
    name: 'CronJobs of a namespace',
    path: '/cronjobs?namespace=web',
    pick: names,
    expect: ['sync'],
    total: 1,
  },
  {
    name: 'CronJobs with a critical alert',
    path: '/cronjobs?status=critical',
    pick: names,
    expect: ['backup'],
    total: 1,
  },
  {
    name: 'CronJobs without an active alert',
    path: '/cronjobs?status=healthy',
    pick: names,
    expect: ['report', 'sync'],
    total: 2,
  },
  {
    name: 'CronJobs of a monitor by its name',
    path: '/cronjobs?monitor=nightly',
    pick: names,
    expect: ['backup', 'report'],
    total: 2,
  },
  {
    name: 'CronJobs of a monitor by namespace and name',
    path: '/cronjobs?monitor=shop/nightly',
    pick: names,
    expect: ['backup', 'report'],
    total: 2,
  },
  {
    name: 'no CronJob of a monitor elsewhere',
    path: '/cronjobs?monitor=web/nightly',
    pick: names,
    expect: [],
    total: 0,
  },
  {
    name: 'executions come newest first',
    path: '/cronjobs/shop/backup/executions',
    pick: ids,
    expect: ['run-1', 'run-2', 'run-3', 'run-4', 'run-5', 'run-6'],
    total: 6,
  },
  {
    name: 'a page of executions',
    path: '/cronjobs/shop/backup/executions?limit=2&offset=1',
    pick: ids,
    expect: ['run-2', 'run-3'],
    total: 6,
  },
  {
    name: 'failed executions',
    path: '/cronjobs/shop/backup/executions?status=failed',
    pick: ids,
    expect: ['run-2', 'run-4', 'run-6'],
    total: 3,
  },
  {
    name: 'executions of a range, both ends inclusive',
    path: '/cronjobs/shop/backup/executions?from=2026-01-31T08:00:00Z&to=2026-01-31T11:00:00%2B01:00',
    pick: ids,
    expect: ['run-2', 'run-3', 'run-4'],
    total: 3,
  },
  {
    name: 'alerts come newest first',
    path: '/alerts',
    pick: ids,
    expect: ['open', 'other', 'older'],
    total: 3,
  },
  { name: 'active alerts', path: '/alerts?active=true', pick: ids, expect: ['open'], total: 1 },
  { name: 'resolved alerts', path: '/alerts?active=false', pick: ids, expect: ['other', 'older'], total: 2 },
  {
    name: 'alerts of a CronJob',
    path: '/alerts?namespace=shop&cronjob=backup',
    pick: ids,
    expect: ['open', 'older'],
    total: 2,
  },
  { name: 'alerts of a type', path: '/alerts?type=failure', pick: ids, expect: ['open'], total: 1 },
  {
    name: 'alerts of a severity',
    path: '/alerts?severity=warning',
    pick: ids,
    expect: ['other', 'older'],
    total: 2,
  },
  {
    name: 'alerts of a range, both ends inclusive',
    path: '/alerts?from=2026-01-31T07:00:00Z&to=2026-01-31T10:00:00Z',
    pick: ids,
    expect: ['other', 'older'],
    total: 2,
  },
];

describe('lists', () => {
  for (const { name, path, pick, expect, total } of LISTS) {
    apiTest(name, async () => {
      const body = (await call(path)) as { items: Record<string, unknown>[]; total: number };
      assert.deepEqual(pick(body.items), expect);
      assert.equal(body.total, total);
    });
  }
});

apiTest('a CronJob is summed up over its window', async () => {
  assert.partialDeepStrictEqual(await call('/cronjobs/shop/backup'), {
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

apiTest('a suspended CronJob that never ran has rate 100, no evidence and no next run', async () => {
  assert.partialDeepStrictEqual(await call('/cronjobs/shop/report'), {
    status: 'healthy',
    suspended: true,
    successRate: 100,
    lastRun: null,
    nextRun: null,
    totalExecutions: 0,
  });
});

apiTest('a failed execution is told with attempts, logs and events', async () => {
  assert.partialDeepStrictEqual(await call('/executions/run-2'), {
    namespace: 'shop',
    cronjobName: 'backup',
    duration: '4m5s',
    exitCode: 137,
    attempts: [{ number: 1 }, { number: 2 }],
    logs: [{ text: 'disk full\n' }],
    events: [{ reason: 'BackoffLimitExceeded' }],
  });
});

apiTest('a monitor is told with its CronJobs and the statistics of all their runs', async () => {
  assert.partialDeepStrictEqual(await call('/monitors/shop/nightly'), {
    cronJobCount: 2,
    healthySummary: { healthy: 1, warning: 0, critical: 1 },
    spec: { sla: { minSuccessRate: 95 } },
    cronJobs: [{ name: 'backup' }, { name: 'report' }],
    metrics: { successRate: 50, p50Duration: 245, totalExecutions: 6 },
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-31T12:00:00Z' }],
  });
});

apiTest('the first acknowledgement of an alert counts, and leaves it active', async () => {
  const first = await call('/alerts/open/acknowledge', 'POST', '{"by":"ann","comment":"on it"}');
  const second = await call('/alerts/open/acknowledge', 'POST', '{"by":"bob"}');
  assert.partialDeepStrictEqual(first, {
    acknowledgedBy: 'ann',
    acknowledgedAt: '2026-01-31T12:00:00Z',
    active: true,
  });
  assert.deepEqual(second, first);
  assert.partialDeepStrictEqual(await call('/alerts/open'), {
    acknowledgeComment: 'on it',
    deliveries: [{ channel: 'ops', state: 'pending' }],
    logs: [{ text: 'disk full\n' }],
  });
});

apiTest('statistics count what was stored', async () => {
  assert.partialDeepStrictEqual(await call('/admin/stats'), {
    database: { type: store.databaseType, executions: 6, alerts: 3 },
    monitors: 1,
    channels: 1,
    uptime: '1h30m0s',
  });
});

apiTest('the daily statistics of a CronJob tell today last', async () => {
  const { items } = (await call('/cronjobs/shop/backup/daily?days=14')) as { items: object[] };
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

apiTest('the exports hold what the lists hold', async () => {
  const runs = await lines('/export/executions?namespace=shop&from=2026-01-31T10:00:00Z');
  assert.deepEqual(runs, [
    'Execution ID,Namespace,CronJob,Job,Status,Start Time,Completion Time,Duration,Exit Code,Reason',
    'run-1,shop,backup,backup-1,success,2026-01-31T11:00:00Z,2026-01-31T11:04:05Z,4m5s,0,',
    'run-2,shop,backup,backup-2,failed,2026-01-31T10:00:00Z,2026-01-31T10:04:05Z,4m5s,137,OOMKilled',
    '',
  ]);
  const [, ...alerts] = await lines('/export/alerts?type=deadManSwitch');
  assert.deepEqual(
    alerts.map((line) => line.split(',', 1)[0]),
    ['other', 'older', ''],
  );
});

apiTest('a CronJob that was deleted leaves the list, keeps its history and cannot be triggered', async () => {
  await store.cronJobs.markDeleted({ namespace: 'web', name: 'sync' }, NOW);
  const { items } = (await call('/cronjobs')) as { items: Record<string, unknown>[] };
  assert.deepEqual(names(items), ['backup', 'report']);
  assert.partialDeepStrictEqual(await call('/cronjobs/web/sync'), {
    deletedAt: '2026-01-31T12:00:00Z',
    nextRun: null,
  });
  const refused = await fetch(`${server.origin}/api/v1/cronjobs/web/sync/trigger`, { method: 'POST' });
  assert.equal(refused.status, 404);
});

async function lines(path: string): Promise<string[]> {
  const response = await fetch(`${server.origin}/api/v1${path}`);
  assert.equal(response.status, 200);
  return (await response.text()).split('\r\n');
}

async function call(path: string, method = 'GET', body: string | null = null): Promise<object> {
  const response = await fetch(`${server.origin}/api/v1${path}`, { method, body });
  assert.equal(response.status, 200, `${method} ${path}`);
  return (await response.json()) as object;
}
