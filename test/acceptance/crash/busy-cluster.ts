// A sandbox whose CronJobs never rest, as a process of its own: `node busy-cluster.ts <kubeconfig> <seed>`.
// Writes the kubeconfig and sends `ready`; told `begin`, every CronJob has one run after the other;
// told `rest`, it sends `resting` once the last has ended. Ends with its parent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../../../src/lib/clock.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import type { Cluster } from '../../../src/sandbox/cluster.ts';
import type { ClusterEvent, KubeObject } from '../../../src/sandbox/cluster-types.ts';
import { readCrds } from '../../../src/sandbox/read-crds.ts';
import { ScriptRunner } from '../../../src/sandbox/runners/script-runner.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { cronJob, failing, succeeding } from '../manifests.ts';

const CRON_JOBS = 12;
/** Kubernetes tells times in whole seconds: runs that end further apart have an order. */
const REST_MS = 1_050;
/** How often a CronJob that failed succeeds at its next run, and the other way round. */
const CHANGE_OF_LUCK = 0.35;

const [kubeconfigPath = '', seed = ''] = process.argv.slice(2);
const random = seededRandom(seed);

const { cluster, kubeconfig } = await startSandbox({
  clock: systemClock,
  host: '127.0.0.1',
  port: 0,
  runner: new ScriptRunner({ clock: systemClock }),
  token: null,
  tls: false,
  snapshotPath: null,
  crds: readCrds(join(import.meta.dirname, '../../../deploy/crds')),
  log: pino({ level: 'error' }, process.stderr),
});
writeFileSync(kubeconfigPath, kubeconfig);

/** A CronJob's Jobs, one after the other. */
class Chain {
  readonly #cluster: Cluster;
  readonly #cronJob: KubeObject;
  #runs = 0;
  #fails = false;
  /** The Job under way; null while none is. */
  #job: string | null = null;

  constructor(owner: Cluster, name: string) {
    this.#cluster = owner;
    // Suspended, so that no slot adds runs of its own; the limits keep every Job until the end.
    const kept = { suspend: true, successfulJobsHistoryLimit: 10_000, failedJobsHistoryLimit: 10_000 };
    this.#cronJob = owner.create(owner.findType('batch', 'cronjobs')!, cronJob(name, { spec: kept }));
  }

  get resting(): boolean {
    return this.#job === null;
  }

  next(): void {
    if (random() < CHANGE_OF_LUCK) this.#fails = !this.#fails;
    const durationMs = Math.floor(random() * 300);
    const script = this.#fails ? failing(1 + Math.floor(random() * 100), durationMs) : succeeding(durationMs);
    this.#runs += 1;
    const { name, uid } = this.#cronJob.metadata;
    const { jobTemplate } = cronJob(name, { script }).spec as { jobTemplate: { spec: object } };
    const job = this.#cluster.create(this.#cluster.findType('batch', 'jobs')!, {
      metadata: {
        name: `${name}-${String(this.#runs).padStart(4, '0')}`,
        namespace: 'default',
        annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': new Date().toISOString() },
        ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name, uid, controller: true }],
      },
      spec: jobTemplate.spec,
    });
    this.#job = job.metadata.uid;
  }

  /** Whether this is the end of the run under way. */
  ended({ object }: ClusterEvent): boolean {
    if (object.metadata.uid !== this.#job || !isFinished(object)) return false;
    this.#job = null;
    return true;
  }
}

interface JobCondition {
  readonly type: string;
  readonly status: string;
}

function isFinished({ status }: KubeObject): boolean {
  const conditions: readonly JobCondition[] = status?.conditions ?? [];
  return conditions.some(
    ({ type, status: holds }) => holds === 'True' && (type === 'Complete' || type === 'Failed'),
  );
}

const chains = Array.from(
  { length: CRON_JOBS },
  (_, index) => new Chain(cluster, `chain-${String(index).padStart(2, '0')}`),
);
let goesOn = true;

cluster.subscribe((event) => {
  const chain = chains.find((each) => each.ended(event));
  if (chain === undefined) return;
  if (goesOn) setTimeout(() => goesOn && chain.next(), REST_MS + random() * 200);
  else sayWhenResting();
});

function sayWhenResting(): void {
  if (chains.every(({ resting }) => resting)) process.send!('resting');
}

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'begin') for (const chain of chains) setTimeout(() => chain.next(), random() * REST_MS);
  if (message !== 'rest') return;
  goesOn = false;
  sayWhenResting();
});
process.send!('ready');
