// Everything at once for some minutes: open dashboards that poll, exports of a million rows, a prune of as many runs,
// and runs that go on being recorded. `node bench/soak.ts [--seconds 300] [--clients 100] [--exports 10]
// [--rows 1000000] [--cron-jobs 10000] [--runs-per-second 30]`; exit code 1 when anything went wrong, the main thread
// stalled, or memory grew.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { DAY, MINUTE } from '../src/lib/duration.ts';
import { PunctualProcess } from '../test/acceptance/crash/punctual-process.ts';
import { writeHistory } from './history.ts';
import { percentiles, print } from './report.ts';
import { keepLooking, type PollReport } from './soak/dashboards.ts';
import { exportRows } from './soak/exports.ts';
import { isFlat, type Sample, watchProcess } from './soak/watch-process.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    clients: { type: 'string', default: '100' },
    exports: { type: 'string', default: '10' },
    rows: { type: 'string', default: '1000000' },
    'cron-jobs': { type: 'string', default: '10000' },
    'runs-per-second': { type: 'string', default: '30' },
  },
});
const ROWS = Number(values.rows);
const CRON_JOBS = Number(values['cron-jobs']);
const CLIENTS = Number(values.clients);

/** The older half goes, the newer half is exported; a tenth more, since neither reaches to the middle by the second. */
const HISTORY_DAYS = 60;
const PRUNED_DAYS = 30;
const EXPORTED_DAYS = 29;
const RUNS = Math.ceil(2.2 * ROWS);

const LONGEST_STALL_MS = 100;

const directory = mkdtempSync(join(tmpdir(), 'punctual-soak-'));
const kubeconfig = join(directory, 'kubeconfig');
const errors: string[] = [];
await using started = new AsyncDisposableStack();
started.defer(() => rmSync(directory, { recursive: true, force: true }));
const cluster = fork(
  join(import.meta.dirname, 'cluster/keep-completing.ts'),
  [kubeconfig, values['cron-jobs'], values['runs-per-second']],
  { execArgv: ['--disable-warning=ExperimentalWarning'] },
);
started.defer(() => void cluster.kill());
await once(cluster, 'message');
const now = await writeRuns();
// What is recorded meanwhile started later.
const exported = { from: now - EXPORTED_DAYS * DAY, to: now - MINUTE };
const expected = countRuns(exported);
const service = PunctualProcess.service(directory, kubeconfig);
started.defer(() => service.kill());
await service.ready();
const origin = await service.url;
const agent = new Agent();
started.defer(() => agent.destroy());
const samples = await soak();
report(samples);

/** The CronJobs as the service itself records them, then their history past it. Answers the instant of the newest run. */
async function writeRuns(): Promise<number> {
  const recorder = PunctualProcess.service(directory, kubeconfig);
  await recorder.ready();
  await recorder.kill();
  const path = join(directory, 'punctual.db');
  using database = new DatabaseSync(path);
  const ids = database.prepare('select id from cron_jobs order by id').all() as { id: number }[];
  if (ids.length !== CRON_JOBS) throw new Error(`${ids.length} CronJobs were recorded`);
  const newest = Date.now();
  writeHistory(path, { cronJobIds: ids.map(({ id }) => id), runs: RUNS, days: HISTORY_DAYS, now: newest });
  return newest;
}

function countRuns({ from, to }: { readonly from: number; readonly to: number }): number {
  using database = new DatabaseSync(join(directory, 'punctual.db'), { readOnly: true });
  const count = database.prepare('select count(*) as runs from executions where started_at between ? and ?');
  return Number(count.get(from, to)!['runs']);
}

/** Ends when the time is over, every first export is whole and the prune is through. */
async function soak(): Promise<readonly Sample[]> {
  const ended = new AbortController();
  const polls: PollReport = { errors, tookMs: [], unchanged: 0 };
  const began = performance.now();
  cluster.send('begin');
  const watching = watch(ended.signal);
  const looking = Array.from({ length: CLIENTS }, (_, reader) =>
    keepLooking(agent, origin, { reader, cronJobs: CRON_JOBS }, polls, ended.signal),
  );
  const exporting = Array.from({ length: Number(values.exports) }, () => exportAgainAndAgain(ended.signal));
  await Promise.all([
    sleep(Number(values.seconds) * 1_000),
    pruneOldHalf(),
    ...exporting.map(({ first }) => first),
  ]);
  ended.abort();
  await Promise.all([...looking, ...exporting.map(({ all }) => all)]);
  const samples = await watching;
  print('seconds in all; load average of the machine', `${seconds(began)}; ${loadavg()[0]!.toFixed(1)}`);
  print(`polls of ${CLIENTS} pages, of which unchanged`, `${polls.tookMs.length}, ${polls.unchanged}`);
  print('  answered after ms, p50 / p99', percentiles(polls.tookMs));
  return samples;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0);
}

async function watch(signal: AbortSignal): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for await (const sample of watchProcess(origin, errors, signal)) {
    samples.push(sample);
    print(
      `${sample.seconds} s: resident MB, longest stall of the main thread in ms`,
      `${sample.rssMb.toFixed(0)}, ${sample.longestStallMs.toFixed(0)}`,
    );
  }
  return samples;
}

/** One export after the other; those that the end of the soak cuts short count for nothing. */
function exportAgainAndAgain(signal: AbortSignal): { first: Promise<void>; all: Promise<void> } {
  const first = exportOnce(new AbortController().signal);
  const all = first.then(async () => {
    while (!signal.aborted) await exportOnce(signal);
  });
  return { first, all };
}

async function exportOnce(signal: AbortSignal): Promise<void> {
  const began = performance.now();
  try {
    const rows = await exportRows(agent, origin, exported, signal);
    if (rows !== expected) errors.push(`an export has ${rows} rows of ${expected}`);
    print(`an export of ${rows} rows, seconds`, seconds(began));
  } catch (error) {
    if (!signal.aborted) errors.push(`an export broke off: ${(error as Error).message}`);
  }
}

async function pruneOldHalf(): Promise<void> {
  const began = performance.now();
  const { statusCode, body } = await request(`${origin}/api/v1/admin/prune`, {
    method: 'POST',
    dispatcher: agent,
    body: JSON.stringify({ olderThanDays: PRUNED_DAYS }),
    headersTimeout: 0,
  });
  const { executionsDeleted = 0 } = (await body.json()) as { executionsDeleted?: number };
  if (statusCode !== 200) errors.push(`the prune answered ${statusCode}`);
  if (executionsDeleted < ROWS) errors.push(`the prune deleted ${executionsDeleted} of ${ROWS} runs`);
  print(`a prune of ${executionsDeleted} runs, seconds`, seconds(began));
}

function report(samples: readonly Sample[]): void {
  const longest = Math.max(...samples.map(({ longestStallMs }) => longestStallMs));
  const flat = isFlat(samples);
  print('errors', String(errors.length));
  for (const [error, times] of Map.groupBy(errors, (each) => each))
    console.log(`  ${times.length} × ${error}`);
  print(`longest stall of the main thread, ms (reach ${LONGEST_STALL_MS})`, longest.toFixed(0));
  print('memory after the first third', flat === null ? 'too short to tell' : flat ? 'flat' : 'GREW');
  if (errors.length > 0 || longest > LONGEST_STALL_MS || flat === false) process.exitCode = 1;
}
