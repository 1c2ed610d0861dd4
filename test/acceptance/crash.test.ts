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
import { type ReceivedMessage, Receiver } from '../../src/sandbox/receiver.ts';
import { BusyCluster, EXIT_CODE_ANNOTATION } from './crash/busy-cluster.ts';
import { type Ledger, settledLedger } from './crash/ledger.ts';
import { PunctualProcess } from './crash/punctual-process.ts';
import { channel, collectionPath, monitor } from './manifests.ts';

const KILLS = 50;
const SEED = 'kill -9';
/** One life in so many ends while the service still comes up, the others while it works. */
const YOUNG_DEATHS = 0.2;
const LONGEST_LIFE_MS = 500;
const QUIET_MS = 60_000;
/** Every alert has a message of its own, by whose key it can be told whether it was sent. */
const NO_LIMIT = { burstLimit: 100_000, maxAlertsPerHour: 10_000_000 };

/** What the cluster itself says of a finished Job. */
interface FinishedJob {
  readonly uid: string;
  readonly name: string;
  readonly cronJob: string;
  readonly outcome: 'success' | 'failed';
  readonly exitCode: number;
}

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
  const hook = channel('hook', 'webhook', receiver.url, { rateLimiting: NO_LIMIT });
  const all = monitor('all', [], {
    alerting: { channelRefs: [{ name: 'hook' }], suppressDuplicatesFor: '0s' },
  });
  for (const manifest of [...hook, all]) {
    await cluster.json(collectionPath(manifest), { method: 'POST', body: manifest });
  }

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
  everyRunIsRecordedOnce(ledger, jobs);
  alertsAreWhatTheRunsDemand(ledger, jobs);
  everyAlertWasTold(ledger, messages);
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

function everyRunIsRecordedOnce({ executions }: Ledger, jobs: readonly FinishedJob[]): void {
  const recorded = executions.map(({ id, status, exitCode }) => `${id} ${status} ${exitCode}`);
  const wanted = jobs.map(({ uid, outcome, exitCode }) => `${uid} ${outcome} ${exitCode}`);
  assert.deepEqual(recorded.sort(), wanted.sort());
}

/** Failures in a row are one alert; it is active when nothing followed them. */
function alertsAreWhatTheRunsDemand({ alerts }: Ledger, jobs: readonly FinishedJob[]): void {
  const wanted = [...Map.groupBy(jobs, ({ cronJob }) => cronJob).values()].flatMap(demandedAlerts);
  const seen = alerts.map(({ jobName, occurrences, active }) => `${jobName} ${occurrences} ${active}`);
  assert.deepEqual(seen.sort(), wanted.sort());
}

/** Of one CronJob: `<last failed Job> <failures> <active>`. */
function demandedAlerts(jobs: readonly FinishedJob[]): string[] {
  const alerts: string[] = [];
  let failures = 0;
  const inOrder = jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const [index, { name, outcome }] of inOrder.entries()) {
    failures = outcome === 'failed' ? failures + 1 : 0;
    const next = inOrder[index + 1];
    if (failures > 0 && next?.outcome !== 'failed') alerts.push(`${name} ${failures} ${next === undefined}`);
  }
  return alerts;
}

/** Beginning and end reached the receiver, in this order; what came again came as the same message. */
function everyAlertWasTold({ alerts }: Ledger, messages: readonly ReceivedMessage[]): void {
  const byKey = Map.groupBy(messages, ({ idempotencyKey }) => idempotencyKey ?? '');
  for (const { jobName, active, deliveries } of alerts) {
    // A further failure is not told while the message about the one before is still on its way.
    const told = deliveries.filter(({ state }) => state !== 'untold');
    const events = told.map(({ event, state }) => `${event} ${state}`);
    const end = active ? [] : ['resolved sent'];
    assert.deepEqual(
      events,
      [...events.slice(0, events.length - end.length).fill('firing sent'), ...end],
      `of the alert about ${jobName}`,
    );
    assert.equal(events[0], 'firing sent', `of the alert about ${jobName}`);
    const received = told.map(({ id }) => messages.findIndex(({ idempotencyKey }) => idempotencyKey === id));
    assert.ok(!received.includes(-1), `a message about ${jobName} is marked as sent and never came`);
    assert.deepEqual(
      received,
      received.toSorted((a, b) => a - b),
      `the end of ${jobName} came first`,
    );
    for (const { id } of told) {
      for (const { body } of byKey.get(id)!) assert.deepEqual(body, byKey.get(id)![0]!.body);
    }
  }
  const known = new Set(alerts.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
  assert.deepEqual(
    [...byKey.keys()].filter((key) => !known.has(key)),
    [],
    'messages that no alert sent',
  );
}

interface JobObject {
  readonly metadata: {
    readonly uid: string;
    readonly name: string;
    readonly annotations: Readonly<Record<string, string>>;
    readonly ownerReferences: readonly { readonly name: string }[];
  };
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}

async function finishedJobs(cluster: Transport): Promise<FinishedJob[]> {
  const list = await cluster.json('/apis/batch/v1/namespaces/default/jobs');
  return (list as { items: JobObject[] }).items.map(({ metadata, status }) => {
    const failed = status.conditions.some(({ type, status: holds }) => type === 'Failed' && holds === 'True');
    return {
      uid: metadata.uid,
      name: metadata.name,
      cronJob: metadata.ownerReferences[0]!.name,
      outcome: failed ? 'failed' : 'success',
      exitCode: Number(metadata.annotations[EXIT_CODE_ANNOTATION]),
    };
  });
}
