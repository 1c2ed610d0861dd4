import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Alert } from '../../../src/alert/alert.ts';
import {
  aDelivery,
  aLog,
  anAlert,
  anAttempt,
  anEvent,
  type RunningServer,
  startServer,
} from '../../../src/api/testing.ts';
import type { CronJob } from '../../../src/execution/cron-job.ts';
import type { Execution } from '../../../src/execution/execution.ts';
import { aCronJob, aFailedExecution, anExecution } from '../../../src/execution/testing.ts';
import { VirtualClock } from '../../../src/lib/virtual-clock.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { aPostgresDatabase } from '../../postgres.ts';
import { DATABASES, type DatabaseType } from '../world.ts';

/** The instant at which its clock stands. */
export const NOW = Date.UTC(2026, 0, 31, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A filled store, and the API that is served from it. */
export class ServedStore {
  readonly store: Store;
  readonly #server: RunningServer;

  constructor(store: Store, server: RunningServer) {
    this.store = store;
    this.#server = server;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#server.origin}/api/v1${path}`, init);
  }

  /** The answer of a call that succeeds. */
  async call(path: string, method = 'GET', body: string | null = null): Promise<object> {
    const response = await this.fetch(path, { method, body });
    assert.equal(response.status, 200, `${method} ${path}`);
    return (await response.json()) as object;
  }
}

type ApiTest = (name: string, run: (served: ServedStore) => Promise<void>) => void;

/** What makes a test of each kind of database; the tests of a file share one filled store of each. */
export function apiTests(): ApiTest {
  const parts = new AsyncDisposableStack();
  const served = new Map<DatabaseType, ServedStore>();
  before(async () => {
    const { connection } = parts.use(await aPostgresDatabase());
    for (const [database, location] of [
      ['sqlite', { path: ':memory:' }],
      ['postgres', { postgres: connection }],
    ] as const) {
      const store = await openStore({ ...location, log: { info: () => undefined } });
      parts.adopt(store, (opened) => opened.close());
      await fill(store);
      served.set(database, new ServedStore(store, parts.use(await startServer(ports(store)))));
    }
  });
  after(() => parts[Symbol.asyncDispose]());
  return (name, run) => {
    for (const database of DATABASES) void test(`${database}: ${name}`, () => run(served.get(database)!));
  };
}

function ports(store: Store): Parameters<typeof startServer>[0] {
  return {
    ...store,
    knownCronJobs: store.cronJobs,
    clock: new VirtualClock(NOW),
    uptimeMs: () => 90 * MINUTE,
    cluster: {
      triggerCronJob: async () => ({ kind: 'created', jobName: 'backup-manual-x7k2p' }),
      suspendCronJob: async () => ({ kind: 'done' }),
    },
    notifier: { testChannel: async () => ({ kind: 'done', success: true, message: 'Answered 200.' }) },
  };
}

/** shop/backup fails every other hour and has an alert; shop/report is suspended and never ran; web/sync is healthy and never ran. */
async function fill(store: Store): Promise<void> {
  const [backup, report, sync] = await Promise.all([
    upsert(store, { namespace: 'shop', name: 'backup' }),
    upsert(store, { namespace: 'shop', name: 'report', suspend: true }),
    upsert(store, { namespace: 'web', name: 'sync' }),
  ]);
  for (let hour = 6; hour >= 1; hour--) await store.executions.insert(backup, hourly(hour), NOW);
  await store.evidence.saveLog(aLog({ jobUid: 'run-2' }));
  await store.evidence.saveEvents('run-2', [anEvent({ jobUid: 'run-2' })]);
  await store.alerts.insert(backup, anAlert({ id: 'open', jobUid: 'run-2', openedAt: NOW - HOUR }));
  await store.alerts.insert(backup, resolved('older', NOW - 5 * HOUR));
  await store.alerts.insert(sync, resolved('other', NOW - 2 * HOUR));
  await store.deliveries.insert([aDelivery({ alertId: 'open' })]);
  await watch(store, { namespace: 'shop', name: 'nightly' }, [backup, report]);
  await watch(store, { namespace: 'web', name: 'hourly' }, [sync]);
  await store.channels.upsert({ uid: 'channel-uid', name: 'ops', generation: 1, type: 'chat', spec: {} });
  await store.channels.countSent('ops', NOW - HOUR, { alerts: 1, refillMs: 36_000 });
}

/** A monitor with an SLA that selects the CronJobs. */
async function watch(
  store: Store,
  monitor: { readonly namespace: string; readonly name: string },
  cronJobIds: readonly number[],
): Promise<void> {
  const id = await store.monitors.upsert({
    uid: `${monitor.name}-uid`,
    ...monitor,
    generation: 1,
    spec: { sla: { minSuccessRate: 95 } },
  });
  await store.monitors.replaceMembers(id, cronJobIds);
  await store.monitors.setConditions(id, [
    {
      type: 'Ready',
      status: 'True',
      reason: 'Accepted',
      message: '',
      lastTransitionAt: NOW,
      observedGeneration: 1,
    },
  ]);
}

function upsert(
  store: Store,
  fields: Pick<CronJob, 'namespace' | 'name'> & Partial<CronJob>,
): Promise<number> {
  const cronJob = aCronJob({
    uid: `${fields.namespace}-${fields.name}`,
    schedule: '0 * * * *',
    timeZone: 'Europe/Berlin',
    createdAt: NOW - 30 * 24 * HOUR,
    ...fields,
  });
  return store.cronJobs.upsert(cronJob, { nextRunAt: NOW + HOUR, windowDays: 7, observedAt: NOW });
}

/** The run that started `hour` hours ago: even hours failed after two attempts. */
function hourly(hour: number): Execution {
  const failed = hour % 2 === 0;
  const startedAt = NOW - hour * HOUR;
  const run = {
    jobUid: `run-${hour}`,
    jobName: `backup-${hour}`,
    scheduledFor: startedAt,
    startedAt,
    completedAt: startedAt + 4 * MINUTE + 5_000,
  };
  return failed
    ? aFailedExecution({
        ...run,
        exitCode: 137,
        attempts: [anAttempt({ number: 1 }), anAttempt({ number: 2 })],
      })
    : anExecution({ ...run, reason: null });
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
