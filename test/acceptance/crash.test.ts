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
import { BusyCluster } from './crash/busy-cluster.ts';
import { finishedJobs } from './crash/finished-jobs.ts';
import { settledLedger } from './crash/ledger.ts';
import { expectNothingLost } from './crash/nothing-lost.ts';
import { PunctualProcess } from './crash/punctual-process.ts';
import { toldAtOnce } from './crash/told-at-once.ts';
import { collectionPath } from './manifests.ts';

const KILLS = 50;
const SEED = 'kill -9';
/** One life in so many ends while the service still comes up, the others while it works. */
const YOUNG_DEATHS = 0.2;
const LONGEST_LIFE_MS = 500;
const QUIET_MS = 60_000;

test(`a service killed ${KILLS} times records every run once and tells every alert`, async (t) => {
  await using scope = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'punctual-crash-'));
  scope.defer(() => rmSync(directory, { recursive: true, force: true }));
  const receiver = scope.use(await Receiver.start({ clock: systemClock, host: '127.0.0.1', port: 0 }));
  const sandbox = PunctualProcess.sandbox(join(directory, 'cluster'));
  scope.defer(() => sandbox.kill());
  await sandbox.url;
  const kubeconfig = join(directory, 'cluster/kubeconfig');
  const startService = () => PunctualProcess.service(join(directory, 'service'), kubeconfig);
  const access = await loadKubeconfig({ paths: [kubeconfig], context: null, env: {} });
  const cluster = new Transport({ access });
  scope.defer(() => cluster.close());
  for (const manifest of toldAtOnce(receiver.url)) {
    await cluster.json(collectionPath(manifest), { method: 'POST', body: manifest });
  }

  // The others start more quickly by what it keeps.
  const first = startService();
  await first.ready();
  await first.stop();

  const busy = scope.use(new BusyCluster(cluster, SEED));
  await busy.begin();
  const lives = await liveAndDie(startService);
  const toldMeanwhile = receiver.messages.length;
  await busy.rest();

  const last = startService();
  scope.defer(() => last.kill());
  const jobs = await finishedJobs(cluster);
  const ledger = await settledLedger(await last.url, jobs.length, { deadlineMs: QUIET_MS });
  const { messages } = receiver;
  const repeated = messages.length - new Set(messages.map(({ idempotencyKey }) => idempotencyKey)).size;
  t.diagnostic(
    `${jobs.length} runs, ${ledger.alerts.length} alerts, ${messages.length} messages (${toldMeanwhile} between kills, ${repeated} repeated), ` +
      `${lives.filter(({ isReady }) => isReady).length} of ${KILLS} kills at work`,
  );

  assert.ok(jobs.length > 300, `only ${jobs.length} runs: that proves little`);
  assert.ok(toldMeanwhile > KILLS, `only ${toldMeanwhile} messages between the kills: it hardly worked`);
  assert.ok(messages.length < 1_000, 'the receiver has forgotten messages');
  expectNothingLost(ledger, jobs, messages);
  assert.deepEqual(
    [...lives, last, sandbox].flatMap(({ errors }) => errors),
    [],
  );
});

/** Starts and kills the service, each time at another instant. */
async function liveAndDie(start: () => PunctualProcess): Promise<readonly PunctualProcess[]> {
  const random = seededRandom(SEED);
  const lives: PunctualProcess[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const life = start();
    lives.push(life);
    if (random() >= YOUNG_DEATHS) await life.ready();
    await sleep(random() * LONGEST_LIFE_MS);
    await life.kill();
  }
  return lives;
}
