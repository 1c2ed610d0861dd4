import type { Clock } from '../../lib/clock.ts';
import type { Cluster } from '../cluster.ts';
import type { ClusterEvent, ResourceType } from '../cluster-types.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import type { ControllerOptions } from './cron-job-controller.ts';
import { finishedCondition } from './job-conditions.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Kubernetes' Job controller looks at an ended Pod up to a second later (SyncJobBatchPeriod), so that even
 * with a TTL of 0 a Pod and its log outlive their end by that. The sandbox's looks at once; the deletion
 * waits in its place. A condition's time is cut to the second, so this is at most a second after the end.
 */
const REACTION_MS = 1_000;

/** Deletes finished Jobs, with their Pods, when their ttlSecondsAfterFinished is over. */
export class TtlController {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #queue: WorkQueue;
  readonly #jobs: ResourceType;
  #unsubscribe: (() => void) | null = null;

  constructor(options: Omit<ControllerOptions, 'events'>) {
    this.#cluster = options.cluster;
    this.#clock = options.clock;
    this.#jobs = options.cluster.findType('batch', 'jobs')!;
    this.#queue = new WorkQueue({ ...options, sync: (uid) => this.#sync(uid) });
  }

  /** Looks at every Job and from then on follows the changes. */
  start(): void {
    this.#unsubscribe ??= this.#cluster.subscribe((event) => this.#onEvent(event));
    for (const job of this.#cluster.list(this.#jobs, null)) this.#queue.add(job.metadata.uid);
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#queue.stop();
  }

  idle(): boolean {
    return this.#queue.idle;
  }

  #onEvent({ type, resource, object }: ClusterEvent): void {
    if (resource !== this.#jobs) return;
    if (type === 'DELETED') this.#queue.remove(object.metadata.uid);
    else if ((object.spec?.ttlSecondsAfterFinished ?? null) !== null) this.#queue.add(object.metadata.uid);
  }

  #sync(uid: string): void {
    const job = this.#cluster.byUid(uid)?.object;
    const ttlSeconds = job?.spec?.ttlSecondsAfterFinished ?? null;
    if (job === undefined || ttlSeconds === null || job.metadata.deletionTimestamp !== undefined) return;
    const finishedAt = parseTimestamp(finishedCondition(job)?.lastTransitionTime);
    if (finishedAt === null) return;
    const expiresAt = finishedAt + ttlSeconds * 1_000 + REACTION_MS;
    if (expiresAt > this.#clock.now()) return this.#queue.addAt(uid, expiresAt);
    const { namespace, name } = job.metadata;
    this.#cluster.delete(this.#jobs, namespace!, name, { uid, propagationPolicy: 'Foreground' });
  }
}
