// What the store does in a second, and how long the API's reads take on a large history.
// `node bench/store.ts [--cron-jobs 10000] [--executions 1000000] [--path <file> | --database-url <url>]`; prints,
// judges nothing. A database that is given by its URL is empty before and keeps what was written.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomUUID } from 'node:crypto';
import type { Alert } from '../src/alert/alert.ts';
import type { Execution } from '../src/execution/execution.ts';
import { aCronJob, anExecution } from '../src/execution/testing.ts';
import { DAY, MINUTE } from '../src/lib/duration.ts';
import { parsePostgresUrl } from '../src/config/postgres-url.ts';
import { openStore, type Store, type StoreLocation } from '../src/store/store.ts';
import { writeHistory } from './history.ts';
import { percentiles, print, timed } from './report.ts';
import { timeApi } from './store-api.ts';

const { values } = parseArgs({
  options: {
    'cron-jobs': { type: 'string', default: '10000' },
    executions: { type: 'string', default: '1000000' },
    path: { type: 'string' },
    'database-url': { type: 'string' },
  },
});
const CRON_JOBS = Number(values['cron-jobs']);
const EXECUTIONS = Number(values.executions);
/** Executions committed at once: what a queue of busy CronJobs gathers in some ms. */
const BATCH = 500;
/** The history reaches back so far; the statistics' windows are the last week of it. */
const HISTORY_DAYS = 30;
const NOW = Date.UTC(2026, 2, 10, 12);
const TODAY = Math.floor(NOW / DAY);
/** More runs are written in bulk, but for a sample that is recorded as the service records it. */
const MOST_RECORDED = 1_000_000;
const RECORDED = EXECUTIONS > MOST_RECORDED ? MOST_RECORDED / 10 : EXECUTIONS;

const folder = mkdtempSync(join(tmpdir(), 'punctual-bench-'));
const path = values.path ?? join(folder, 'punctual.db');
const open = (): Promise<Store> => openStore({ ...location(), log: { info: () => undefined } });
let store = await open();
try {
  const ids = await writeCronJobs(store);
  if (EXECUTIONS > MOST_RECORDED) await writeBulk(ids);
  await run(store, ids);
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

function location(): StoreLocation {
  const url = values['database-url'];
  if (url === undefined) return { path };
  const result = parsePostgresUrl(url);
  if (result.kind === 'invalid') throw new Error(`--database-url ${result.problems.join('; ')}`);
  return { postgres: result.url };
}

/** All but the runs that are recorded, while the store is closed; into a file of SQLite alone. */
async function writeBulk(ids: readonly number[]): Promise<void> {
  await store.close();
  const runs = EXECUTIONS - RECORDED;
  const days = (HISTORY_DAYS * runs) / EXECUTIONS;
  writeHistory(path, { cronJobIds: ids, runs, days, now: NOW - (HISTORY_DAYS - days) * DAY });
  store = await open();
}

async function run(store: Store, ids: readonly number[]): Promise<void> {
  await writeExecutions(store, ids);
  print('bytes an execution, indexes included', ((await store.sizeBytes()) / EXECUTIONS).toFixed(0));
  if (store.databaseType === 'sqlite')
    print('write-ahead log, MB', (statSync(`${path}-wal`).size / 1e6).toFixed(1));
  await writeAlerts(store, ids);

  await commits(store, ids, false);
  await commits(store, ids, true);

  const page = { limit: 50, offset: 0 };
  const id = ids[7]!;
  await time(`all ${CRON_JOBS} CronJobs with statistics`, 10, () => store.cronJobs.list({}, NOW));
  await time('a page of 50 CronJobs', 50, () => store.cronJobs.list({ limit: 50, offset: 5_000 }, NOW));
  await time('the CronJobs that are critical', 50, () => store.cronJobs.list({ status: 'critical' }, NOW));
  await time("a monitor's CronJobs", 20, () =>
    store.cronJobs.list({ monitor: { namespace: null, name: 'tenth' } }, NOW),
  );
  await time('one CronJob', 200, () => store.cronJobs.get('ns-7', 'job-7', NOW));
  await time('a page of executions', 200, () => store.executions.list(id, page));
  await time('a page of failed executions', 200, () =>
    store.executions.list(id, { ...page, status: 'failed' }),
  );
  await time('the last 3 outcomes', 200, () => store.executions.recentOutcomes(id, 3));
  await time('a page of alerts', 200, () => store.alerts.list(page));
  await time('the active alerts', 100, () => store.alerts.list({ ...page, active: true }));
  await time('monitors with their health', 50, () => store.monitors.list());
  await time("a monitor's statistics", 20, () => store.monitors.statistics(1, NOW));
  await time('stats', 50, () => store.stats());
  await time("a CronJob's last 90 days, day by day", 100, () =>
    store.dailyStatistics.ofDays(id, TODAY - 90, TODAY),
  );
  await timeApi(store, NOW, CRON_JOBS);
  await exportAll(store);
  await readsWhileWriting(store, ids);
  await pruneWhileReading(store, ids);
}

async function writeCronJobs(store: Store): Promise<number[]> {
  return store.transaction(async (tx) => {
    const ids = await Promise.all(
      Array.from({ length: CRON_JOBS }, (_, index) =>
        tx.cronJobs.upsert(
          aCronJob({
            uid: randomUUID(),
            namespace: `ns-${index % 100}`,
            name: `job-${index}`,
            labels: { app: `app-${index % 50}` },
            schedule: '0 * * * *',
            createdAt: NOW - HISTORY_DAYS * DAY,
          }),
          { nextRunAt: NOW + MINUTE, windowDays: 7, observedAt: NOW },
        ),
      ),
    );
    const resource = { uid: 'm', namespace: 'ns-0', name: 'tenth', generation: 1, spec: { sla: {} } };
    const members = ids.filter((_, index) => index % 10 === 0);
    await tx.monitors.replaceMembers(await tx.monitors.upsert(resource), members);
    return ids;
  });
}

async function writeExecutions(store: Store, ids: readonly number[]): Promise<void> {
  const start = performance.now();
  for (let written = EXECUTIONS - RECORDED; written < EXECUTIONS; written += BATCH) {
    const runs = Array.from({ length: Math.min(BATCH, EXECUTIONS - written) }, (_, index) => written + index);
    await insertAll(store, ids, runs);
  }
  const seconds = (performance.now() - start) / 1_000;
  print(`executions recorded a second, ${BATCH} a transaction`, (RECORDED / seconds).toFixed(0));
}

function insertAll(store: Store, ids: readonly number[], numbers: readonly number[]): Promise<boolean[]> {
  return store.transaction((tx) =>
    Promise.all(
      numbers.map((number) => tx.executions.insert(ids[number % ids.length]!, numbered(number), NOW)),
    ),
  );
}

function numbered(number: number): Execution {
  const startedAt = NOW - Math.round(HISTORY_DAYS * DAY * (1 - number / EXECUTIONS)) + (number % 59) * 1_000;
  const failed = number % 50 === 0;
  return anExecution({
    jobUid: randomUUID(),
    jobName: `job-${number % CRON_JOBS}-${Math.floor(startedAt / MINUTE)}`,
    outcome: failed ? 'failed' : 'success',
    reason: failed ? 'BackoffLimitExceeded' : null,
    scheduledFor: startedAt,
    startedAt,
    completedAt: startedAt + 1_000 + ((number * 7_919) % 90_000),
    exitCode: failed ? 1 : 0,
    fault: failed ? 'application' : null,
  });
}

/** A hundredth of the CronJobs have an active alert, each has had one. */
async function writeAlerts(store: Store, ids: readonly number[]): Promise<void> {
  await store.transaction((tx) =>
    Promise.all(
      ids.flatMap((id, index) => {
        const resolved = tx.alerts.insert(id, anAlert(`r-${id}`, NOW - DAY, NOW - DAY + MINUTE));
        return index % 100 === 0
          ? [resolved, tx.alerts.insert(id, anAlert(`o-${id}`, NOW, null))]
          : [resolved];
      }),
    ),
  );
}

function anAlert(id: string, openedAt: number, resolvedAt: number | null): Alert {
  return {
    id,
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    namespace: '',
    cronJobName: '',
    title: 'A run failed',
    message: 'The run failed with exit code 1',
    cause: 'cause',
    jobUid: null,
    jobName: null,
    occurrences: 1,
    openedAt,
    updatedAt: openedAt,
    resolvedAt,
    resolution: null,
    suggestedFix: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
  };
}

function commits(store: Store, ids: readonly number[], durable: boolean): Promise<void> {
  return time(`a transaction of one run, ${durable ? 'durable' : 'not durable'}`, 100, () =>
    store.transaction((tx) => tx.executions.insert(ids[0]!, numbered(EXECUTIONS), NOW), { durable }),
  );
}

async function exportAll(store: Store): Promise<void> {
  const start = performance.now();
  let rows = 0;
  for await (const page of store.exports.executions({})) rows += page.length;
  print('executions exported a second', (rows / ((performance.now() - start) / 1_000)).toFixed(0));
}

/** Half of the history goes; the runs of 50 CronJobs have a log of 100 KB each. */
async function pruneWhileReading(store: Store, ids: readonly number[]): Promise<void> {
  for (const id of ids.slice(0, 50)) await writeLogs(store, id);
  const before = NOW - (HISTORY_DAYS / 2) * DAY;
  const start = performance.now();
  const ended = { value: false };
  const pruning = store
    .prune({ before, keeps: () => false, dryRun: false })
    .finally(() => (ended.value = true));
  const reads: number[] = [];
  const writes: number[] = [];
  for (let number = EXECUTIONS; !ended.value; number++) {
    const began = performance.now();
    await store.cronJobs.get('ns-7', 'job-7', NOW);
    const read = performance.now();
    await store.transaction((tx) => tx.executions.insert(ids[0]!, numbered(number), NOW));
    reads.push(read - began);
    writes.push(performance.now() - read);
  }
  const { executions } = await pruning;
  print('executions pruned a second', (executions / ((performance.now() - start) / 1_000)).toFixed(0));
  print('  one CronJob meanwhile, ms p50 / p99', percentiles(reads));
  print('  a transaction of one run meanwhile, ms p50 / p99', percentiles(writes));
}

async function writeLogs(store: Store, cronJobId: number): Promise<void> {
  const text = 'x'.repeat(100_000);
  const { items } = await store.executions.list(cronJobId, { limit: 1_000, offset: 0 });
  await store.transaction((tx) =>
    Promise.all(
      items.map(({ jobUid }) =>
        tx.evidence.saveLog({
          jobUid,
          podUid: 'pod',
          podName: 'pod',
          container: 'main',
          restartCount: 0,
          text,
          truncated: false,
          capturedAt: NOW,
        }),
      ),
    ),
  );
}

async function readsWhileWriting(store: Store, ids: readonly number[]): Promise<void> {
  const writing = new AbortController();
  let rows = 0;
  const writer = (async () => {
    while (!writing.signal.aborted) {
      await insertAll(
        store,
        ids,
        Array.from({ length: BATCH }, (_, index) => EXECUTIONS - 1 - index),
      );
      rows += BATCH;
    }
  })();
  const start = performance.now();
  await time('one CronJob, while batches are written', 200, () => store.cronJobs.get('ns-7', 'job-7', NOW));
  writing.abort();
  await writer;
  print(
    '  executions recorded a second meanwhile',
    (rows / ((performance.now() - start) / 1_000)).toFixed(0),
  );
}

async function time(name: string, times: number, read: () => Promise<unknown>): Promise<void> {
  await read();
  print(`${name}, ms p50 / p99`, await timed(times, read));
}
