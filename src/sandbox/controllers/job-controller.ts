import type { Clock } from '../../lib/clock.ts';
import type { Cluster } from '../cluster.ts';
import { type ClusterEvent, type KubeObject, type ResourceType, StatusError } from '../cluster-types.ts';
import { controllerUid } from './controller-uid.ts';
import type { ControllerOptions } from './cron-job-controller.ts';
import { decideJob, type JobDecision } from './decide-job.ts';
import type { RecordEvent } from './event-recorder.ts';
import { type JobBackoff, NO_BACKOFF } from './job-backoff.ts';
import type { JobStatus } from './job-facts.ts';
import { isTracked, TRACKING_FINALIZER } from './pod-facts.ts';
import { podFromTemplate } from './pod-from-template.ts';
import { WorkQueue } from './work-queue.ts';

/** Acts on what `decideJob` decides, for every Job of the cluster. Keyed by the Job's uid. */
export class JobController {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #queue: WorkQueue;
  readonly #record: RecordEvent;
  readonly #jobs: ResourceType;
  readonly #pods: ResourceType;
  /** Forgotten at a restart, as by the real controller: the next replacement then comes at once. */
  readonly #backoffs = new Map<string, JobBackoff>();
  #unsubscribe: (() => void) | null = null;

  constructor(options: ControllerOptions) {
    this.#cluster = options.cluster;
    this.#clock = options.clock;
    this.#record = options.events.for('job-controller');
    this.#jobs = options.cluster.findType('batch', 'jobs')!;
    this.#pods = options.cluster.findType('', 'pods')!;
    this.#queue = new WorkQueue({ ...options, sync: (uid) => this.#sync(uid) });
  }

  /** Looks at every Job and from then on follows the changes. */
  start(): void {
    this.#unsubscribe ??= this.#cluster.subscribe((event) => this.#onEvent(event));
    for (const job of this.#cluster.list(this.#jobs, null)) this.#queue.add(job.metadata.uid);
    for (const pod of this.#cluster.list(this.#pods, null)) this.#releaseOrphan(pod);
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#queue.stop();
  }

  idle(): boolean {
    return this.#queue.idle;
  }

  #onEvent({ type, resource, object }: ClusterEvent): void {
    const { uid } = object.metadata;
    if (resource === this.#jobs) {
      if (type !== 'DELETED') return this.#queue.add(uid);
      this.#queue.remove(uid);
      this.#backoffs.delete(uid);
    }
    if (resource !== this.#pods) return;
    const owner = controllerUid(object);
    if (owner !== null && this.#cluster.byUid(owner)?.type === this.#jobs) this.#queue.add(owner);
    else if (type !== 'DELETED') this.#releaseOrphan(object);
  }

  /** A Pod whose Job is no more is counted by nobody: the finalizer must not hold it. */
  #releaseOrphan(pod: KubeObject): void {
    const owner = controllerUid(pod);
    const isOwned = owner !== null && this.#cluster.byUid(owner) !== undefined;
    if (!isOwned && isTracked(pod)) this.#release(pod.metadata.uid);
  }

  #sync(uid: string): void {
    const job = this.#cluster.byUid(uid)?.object;
    if (job === undefined) return;
    const pods = this.#cluster
      .byOwner(uid)
      .filter(({ type, object }) => type === this.#pods && controllerUid(object) === uid)
      .map(({ object }) => object);
    const decision = decideJob(job, pods, this.#backoffs.get(uid) ?? NO_BACKOFF, this.#clock.now());
    if (decision === null) {
      this.#backoffs.delete(uid);
      for (const pod of pods) if (isTracked(pod)) this.#release(pod.metadata.uid);
      return;
    }
    this.#act(job, decision);
  }

  #act(job: KubeObject, decision: JobDecision): void {
    for (const pod of decision.remove) this.#removePod(job, pod, decision.removeUncounted);
    for (const pod of decision.create) this.#createPod(job, () => podFromTemplate(job, pod));
    const { uid } = job.metadata;
    if (decision.interimStatus !== null) this.#writeStatus(uid, decision.interimStatus);
    this.#backoffs.set(uid, decision.backoff);
    for (const pod of decision.release) this.#release(pod.metadata.uid);
    this.#writeStatus(uid, decision.finalStatus);
    for (const event of decision.events) this.#record(job, event);
    if (decision.requeueAt !== null) this.#queue.addAt(uid, decision.requeueAt);
  }

  #createPod(job: KubeObject, build: () => ReturnType<typeof podFromTemplate>): void {
    try {
      const pod = this.#cluster.create(this.#pods, build());
      this.#record(job, {
        type: 'Normal',
        reason: 'SuccessfulCreate',
        message: `Created pod: ${pod.metadata.name}`,
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#record(job, { type: 'Warning', reason: 'FailedCreate', message: `Error creating: ${why}` });
      throw error;
    }
  }

  #removePod(job: KubeObject, pod: KubeObject, uncounted: boolean): void {
    if (uncounted) this.#release(pod.metadata.uid);
    if (!deleteIfPresent(this.#cluster, this.#pods, pod)) return;
    const message = `Deleted pod: ${pod.metadata.name}`;
    this.#record(job, { type: 'Normal', reason: 'SuccessfulDelete', message });
  }

  #release(podUid: string): void {
    const pod = this.#cluster.byUid(podUid)?.object;
    if (pod === undefined || !isTracked(pod)) return;
    const finalizers = pod.metadata.finalizers!.filter((name) => name !== TRACKING_FINALIZER);
    this.#cluster.update(this.#pods, { ...pod, metadata: { ...pod.metadata, finalizers } });
  }

  #writeStatus(uid: string, status: JobStatus): void {
    const job = this.#cluster.byUid(uid)?.object;
    if (job === undefined) return;
    this.#cluster.update(this.#jobs, { ...job, status }, { subresource: 'status' });
  }
}

function deleteIfPresent(cluster: Cluster, type: ResourceType, object: KubeObject): boolean {
  try {
    const { namespace, name, uid } = object.metadata;
    cluster.delete(type, namespace!, name, { uid });
    return true;
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return false;
    throw error;
  }
}
