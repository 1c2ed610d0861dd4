import type { Clock } from '../../lib/clock.ts';
import type { Cluster } from '../cluster.ts';
import { type ClusterEvent, type KubeObject, type ResourceType, StatusError } from '../cluster-types.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import { controllerUid } from './controller-uid.ts';
import { type CronJobSlots, cronJobSlots, readCronJobSpec } from './cron-job-spec.ts';
import { nextWakeUp } from './cron-slots.ts';
import { type CronJobStatus, decideCronJob, type JobReference, withoutJobs } from './decide-cron-job.ts';
import type { EventRecorder, EventText, RecordEvent } from './event-recorder.ts';
import { jobFromTemplate } from './job-from-template.ts';
import { forbidden } from '../status-errors.ts';
import { WorkQueue } from './work-queue.ts';

export interface ControllerOptions {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly events: EventRecorder;
  /** Told of every pass that failed; the pass is repeated after a while. */
  readonly onError: (key: string, error: unknown) => void;
}

/** What hinders the CronJob controller: for simulations of a cluster that is not well. */
export interface Hindrances {
  /** Until when a CronJob is not looked at, in ms of the clock; null when it is. */
  heldBackUntil(namespace: string, cronJob: string): number | null;
  /** Why its Job is not admitted now, as a quota or a webhook would say; null when it is. */
  refusal(namespace: string, cronJob: string): string | null;
}

export interface CronJobControllerOptions extends ControllerOptions {
  /** Nothing hinders it without them. */
  readonly hindrances?: Hindrances | undefined;
}

/** Acts on what `decideCronJob` decides, for every CronJob of the cluster. Keyed by the CronJob's uid. */
export class CronJobController {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #queue: WorkQueue;
  readonly #record: RecordEvent;
  readonly #cronJobs: ResourceType;
  readonly #jobs: ResourceType;
  /** By spec, which stays the same object for as long as it says the same. */
  readonly #slots = new WeakMap<object, CronJobSlots>();
  readonly #hindrances: Hindrances | undefined;
  #unsubscribe: (() => void) | null = null;

  constructor(options: CronJobControllerOptions) {
    this.#cluster = options.cluster;
    this.#clock = options.clock;
    this.#hindrances = options.hindrances;
    this.#record = options.events.for('cronjob-controller');
    this.#cronJobs = options.cluster.findType('batch', 'cronjobs')!;
    this.#jobs = options.cluster.findType('batch', 'jobs')!;
    this.#queue = new WorkQueue({ ...options, sync: (uid) => this.#sync(uid) });
  }

  /** Looks at every CronJob and from then on follows the changes. */
  start(): void {
    this.#unsubscribe ??= this.#cluster.subscribe((event) => this.#onEvent(event));
    for (const cronJob of this.#cluster.list(this.#cronJobs, null)) this.#queue.add(cronJob.metadata.uid);
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#queue.stop();
  }

  idle(): boolean {
    return this.#queue.idle;
  }

  #onEvent(event: ClusterEvent): void {
    if (event.resource === this.#jobs) {
      const owner = controllerUid(event.object);
      if (owner !== null && this.#cluster.byUid(owner)?.type === this.#cronJobs) this.#queue.add(owner);
    }
    if (event.resource === this.#cronJobs) this.#onCronJob(event);
  }

  #onCronJob({ type, object, previous }: ClusterEvent): void {
    const { uid } = object.metadata;
    if (type === 'DELETED') this.#queue.remove(uid);
    else if (previous !== undefined && scheduleDiffers(previous, object)) this.#onNewSchedule(object);
    else this.#queue.add(uid);
  }

  /** An edited schedule is first looked at when its own next slot comes: no catching up right away. */
  #onNewSchedule(cronJob: KubeObject): void {
    const slots = this.#slotsOf(cronJob);
    if (slots.kind === 'invalid') {
      const message = `unparseable schedule for cronjob: ${cronJob.spec.schedule}`;
      this.#record(cronJob, { type: 'Warning', reason: 'UnParseableCronJobSchedule', message });
      return;
    }
    const now = this.#clock.now();
    const last = cronJob.status?.lastScheduleTime ?? cronJob.metadata.creationTimestamp;
    const at = nextWakeUp({ lastScheduledOrCreated: parseTimestamp(last) ?? now, now }, slots.next);
    if (at !== null) this.#queue.addAt(cronJob.metadata.uid, at);
  }

  #sync(uid: string): void {
    const cronJob = this.#cluster.byUid(uid)?.object;
    if (cronJob === undefined) return;
    const heldBackUntil = this.#hindrances?.heldBackUntil(cronJob.metadata.namespace!, cronJob.metadata.name);
    if (heldBackUntil !== undefined && heldBackUntil !== null) return this.#queue.addAt(uid, heldBackUntil);
    const jobs = this.#cluster
      .byOwner(uid)
      .filter(({ type, object }) => type === this.#jobs && controllerUid(object) === uid)
      .map(({ object }) => object);
    const decision = decideCronJob(cronJob, jobs, this.#slotsOf(cronJob), this.#clock.now());
    for (const job of decision.expired) this.#deleteJob(cronJob, job.metadata.name);
    for (const event of decision.events) this.#record(cronJob, event);
    const replaced = decision.replaced.filter((job) => this.#deleteJob(cronJob, job.name));
    if (replaced.length < decision.replaced.length) throw new Error('a Job could not be replaced');
    const status = withoutJobs(decision.status, new Set(replaced.map((job) => job.uid)));
    try {
      this.#writeStatus(cronJob, this.#start(cronJob, decision.start, status));
    } catch (error) {
      this.#writeStatus(cronJob, status);
      throw error;
    }
    if (decision.requeueAt !== null) this.#queue.addAt(uid, decision.requeueAt);
  }

  /** Creates the Job of a slot; a Job of that name that is ours already counts as created. */
  #start(
    cronJob: KubeObject,
    start: { readonly slot: number; readonly jobName: string } | null,
    status: CronJobStatus,
  ): CronJobStatus {
    const slots = this.#slotsOf(cronJob);
    if (start === null || slots.kind === 'invalid') return status;
    const job = this.#createJob(cronJob, start.jobName, () =>
      this.#cluster.create(this.#jobs, jobFromTemplate(cronJob, start.jobName, start.slot, slots.zone)),
    );
    if (controllerUid(job) !== cronJob.metadata.uid) return status;
    const active = [...(status.active ?? []), referenceTo(job)];
    return { ...status, active, lastScheduleTime: toKubernetesTime(start.slot) };
  }

  #slotsOf(cronJob: KubeObject): CronJobSlots {
    const known = this.#slots.get(cronJob.spec);
    if (known !== undefined) return known;
    const slots = cronJobSlots(readCronJobSpec(cronJob));
    this.#slots.set(cronJob.spec, slots);
    return slots;
  }

  #createJob(cronJob: KubeObject, name: string, create: () => KubeObject): KubeObject {
    try {
      this.#checkAdmission(cronJob, name);
      const job = create();
      this.#note(cronJob, 'Normal', 'SuccessfulCreate', `Created job ${name}`);
      return job;
    } catch (error) {
      const existing = this.#cluster.get(this.#jobs, cronJob.metadata.namespace!, name);
      if (error instanceof StatusError && error.reason === 'AlreadyExists' && existing) return existing;
      this.#note(cronJob, 'Warning', 'FailedCreate', `Error creating job: ${messageOf(error)}`);
      throw error;
    }
  }

  #checkAdmission({ metadata }: KubeObject, jobName: string): void {
    const why = this.#hindrances?.refusal(metadata.namespace!, metadata.name) ?? null;
    if (why !== null) throw forbidden(this.#jobs, jobName, why);
  }

  #deleteJob(cronJob: KubeObject, name: string): boolean {
    try {
      this.#cluster.delete(this.#jobs, cronJob.metadata.namespace!, name, {
        propagationPolicy: 'Background',
      });
    } catch (error) {
      this.#note(cronJob, 'Warning', 'FailedDelete', `Deleted job: ${messageOf(error)}`);
      return false;
    }
    this.#note(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`);
    return true;
  }

  #note(cronJob: KubeObject, type: EventText['type'], reason: string, message: string): void {
    this.#record(cronJob, { type, reason, message });
  }

  #writeStatus(cronJob: KubeObject, status: CronJobStatus): void {
    this.#cluster.update(this.#cronJobs, { ...cronJob, status }, { subresource: 'status' });
  }
}

function scheduleDiffers(a: KubeObject, b: KubeObject): boolean {
  return a.spec?.schedule !== b.spec?.schedule || a.spec?.timeZone !== b.spec?.timeZone;
}

function referenceTo(job: KubeObject): JobReference {
  const { namespace, name, uid, resourceVersion } = job.metadata;
  return { kind: 'Job', apiVersion: 'batch/v1', namespace: namespace!, name, uid, resourceVersion };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
