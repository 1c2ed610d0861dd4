import type { Job } from '../../../src/execution/job.ts';
import { Reflector } from '../../../src/kube/reflector.ts';
import { toJob } from '../../../src/kube/to-job.ts';
import type { Transport } from '../../../src/kube/transport.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { collectionPath, type Manifest } from '../manifests.ts';

const CRON_JOBS = 12;
/** Kubernetes tells times in whole seconds: runs that end further apart have an order. */
const REST_MS = 1_050;
/** How often a CronJob that failed succeeds at its next run, and the other way round. */
const CHANGE_OF_LUCK = 0.35;
/** What a Job's process is going to exit with. */
export const EXIT_CODE_ANNOTATION = 'test.punctual.dev/exit-code';

/** Keeps CronJobs of a real sandbox busy: each has one run after the other, as real processes. */
export class BusyCluster implements AsyncDisposable {
  readonly #transport: Transport;
  readonly #random: () => number;
  readonly #jobs: Reflector<Job>;
  readonly #chains = new Map<string, Chain>();
  readonly #rested = Promise.withResolvers<void>();
  #goesOn = true;

  constructor(transport: Transport, seed: string) {
    this.#transport = transport;
    this.#random = seededRandom(seed);
    this.#jobs = new Reflector<Job>({
      transport,
      path: '/apis/batch/v1/jobs',
      transform: toJob,
      onChange: (change) => change.kind === 'modified' && this.#onJob(change.next),
      log: silentLog,
    });
  }

  async begin(): Promise<void> {
    this.#jobs.start();
    for (let index = 0; index < CRON_JOBS; index += 1) {
      const chain = await Chain.create(this.#transport, `chain-${String(index).padStart(2, '0')}`);
      this.#chains.set(chain.name, chain);
      this.#later(chain, this.#random() * REST_MS);
    }
  }

  /** Begins no run any more; resolves when the last one has ended. */
  rest(): Promise<void> {
    this.#goesOn = false;
    this.#sayWhenRested();
    return this.#rested.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#goesOn = false;
    await this.#jobs.stop();
  }

  #onJob(job: Job): void {
    const chain = this.#chains.get(job.owner?.name ?? '');
    if (chain === undefined || !chain.endedWith(job)) return;
    if (this.#goesOn) this.#later(chain, REST_MS + this.#random() * 200);
    else this.#sayWhenRested();
  }

  #later(chain: Chain, ms: number): void {
    setTimeout(() => {
      // A chain that was between two runs is at rest now.
      if (this.#goesOn) void chain.next(this.#random).catch((error: unknown) => this.#rested.reject(error));
    }, ms);
  }

  #sayWhenRested(): void {
    if ([...this.#chains.values()].every(({ resting }) => resting)) this.#rested.resolve();
  }
}

/** A CronJob's Jobs, one after the other. */
class Chain {
  readonly name: string;
  readonly #transport: Transport;
  readonly #uid: string;
  #runs = 0;
  #fails = false;
  /** The name of the Job under way; null while none is. */
  #job: string | null = null;

  private constructor(transport: Transport, name: string, uid: string) {
    this.#transport = transport;
    this.name = name;
    this.#uid = uid;
  }

  static async create(transport: Transport, name: string): Promise<Chain> {
    const manifest = busyCronJob(name);
    const created = await transport.json<{ metadata: { uid: string } }>(collectionPath(manifest), {
      method: 'POST',
      body: manifest,
    });
    return new Chain(transport, name, created.metadata.uid);
  }

  get resting(): boolean {
    return this.#job === null;
  }

  async next(random: () => number): Promise<void> {
    if (random() < CHANGE_OF_LUCK) this.#fails = !this.#fails;
    this.#runs += 1;
    this.#job = `${this.name}-${String(this.#runs).padStart(4, '0')}`;
    const exitCode = this.#fails ? 1 + Math.floor(random() * 100) : 0;
    const manifest = busyJob(this, this.#job, exitCode, random() * 0.3);
    await this.#transport.json(collectionPath(manifest), { method: 'POST', body: manifest });
  }

  get uid(): string {
    return this.#uid;
  }

  /** Whether this is the end of the run under way. */
  endedWith({ name, conditions }: Job): boolean {
    const isFinished = conditions.some(
      ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
    );
    if (name !== this.#job || !isFinished) return false;
    this.#job = null;
    return true;
  }
}

function podSpec(script: string): object {
  return {
    backoffLimit: 0,
    template: {
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'main', image: 'registry.example/work:1', command: ['sh', '-c', script] }],
      },
    },
  };
}

/** Suspended, so that no slot adds runs of its own; the limits keep every Job until the end. */
function busyCronJob(name: string): Manifest {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, namespace: 'default' },
    spec: {
      schedule: '0 0 1 1 *',
      suspend: true,
      successfulJobsHistoryLimit: 10_000,
      failedJobsHistoryLimit: 10_000,
      jobTemplate: { spec: podSpec('exit 0') },
    },
  };
}

function busyJob(owner: Chain, name: string, exitCode: number, seconds: number): Manifest {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace: 'default',
      annotations: {
        'batch.kubernetes.io/cronjob-scheduled-timestamp': new Date().toISOString(),
        [EXIT_CODE_ANNOTATION]: String(exitCode),
      },
      ownerReferences: [
        { apiVersion: 'batch/v1', kind: 'CronJob', name: owner.name, uid: owner.uid, controller: true },
      ],
    },
    spec: podSpec(`echo hello; sleep ${seconds.toFixed(2)}; echo oops >&2; exit ${exitCode}`),
  };
}
