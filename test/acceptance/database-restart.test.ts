import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadKubeconfig } from '../../src/kube/kubeconfig.ts';
import { Transport } from '../../src/kube/transport.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { Receiver } from '../../src/sandbox/receiver.ts';
import { PostgresServer } from '../postgres-server.ts';
import { BusyCluster } from './crash/busy-cluster.ts';
import { finishedJobs } from './crash/finished-jobs.ts';
import { settledLedger } from './crash/ledger.ts';
import { expectNothingLost } from './crash/nothing-lost.ts';
import { PunctualProcess } from './crash/punctual-process.ts';
import { toldAtOnce } from './crash/told-at-once.ts';
import { collectionPath } from './manifests.ts';

const CRASHES = 8;
const SEED = 'kill -QUIT';
/** Between two crashes, and while the server is away: shorter and longer than anybody waits for it. */
const LONGEST_LIFE_MS = 2_000;
const LONGEST_ABSENCE_MS = 1_500;
const LONG_ABSENCE_MS = 6_000;
const QUIET_MS = 90_000;

test(`a database that crashes ${CRASHES} times under its service loses no run and no alert`, async (t) => {
  await using scope = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'punctual-restart-'));
  scope.defer(() => rmSync(directory, { recursive: true, force: true }));
  const server = await PostgresServer.start({ safe: true });
  scope.defer(() => server.stop());
  const { host, port, database, user } = await server.createDatabase();
  const receiver = scope.use(await Receiver.start({ clock: systemClock, host: '127.0.0.1', port: 0 }));
  const sandbox = PunctualProcess.sandbox(join(directory, 'cluster'));
  scope.defer(() => sandbox.kill());
  await sandbox.url;
  const kubeconfig = join(directory, 'cluster/kubeconfig');
  const access = await loadKubeconfig({ paths: [kubeconfig], context: null, env: {} });
  const cluster = new Transport({ access });
  scope.defer(() => cluster.close());
  for (const manifest of toldAtOnce(receiver.url)) {
    await cluster.json(collectionPath(manifest), { method: 'POST', body: manifest });
  }
  const service = PunctualProcess.service(join(directory, 'service'), kubeconfig, [
    '--database-url',
    `postgres://${user}@/${database}?host=${host}&port=${port}`,
  ]);
  scope.defer(() => service.kill());
  await service.ready();

  const busy = scope.use(new BusyCluster(cluster, SEED));
  await busy.begin();
  await crashAgainAndAgain(server);
  const toldMeanwhile = receiver.messages.length;
  await busy.rest();

  const jobs = await finishedJobs(cluster);
  const ledger = await settledLedger(await service.url, jobs.length, { deadlineMs: QUIET_MS });
  const { messages } = receiver;
  t.diagnostic(
    `${jobs.length} runs, ${ledger.alerts.length} alerts, ${toldMeanwhile} messages between crashes`,
  );
  assert.ok(jobs.length > 100, `only ${jobs.length} runs: that proves little`);
  assert.ok(toldMeanwhile > CRASHES, `only ${toldMeanwhile} messages between the crashes: it hardly worked`);
  expectNothingLost(ledger, jobs, messages);
});

async function crashAgainAndAgain(server: PostgresServer): Promise<void> {
  const random = seededRandom(SEED);
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await sleep(random() * LONGEST_LIFE_MS);
    await server.kill();
    await sleep(crash === CRASHES / 2 ? LONG_ABSENCE_MS : random() * LONGEST_ABSENCE_MS);
    await server.resume();
  }
}
