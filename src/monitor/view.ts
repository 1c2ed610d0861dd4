import type { ControllerEvents } from '../slot/controller-event.ts';
import { type CronJob, cronJobKey } from '../execution/cron-job.ts';
import { type AttemptLog, EMPTY_ATTEMPT_LOG, observePod } from '../execution/attempt-log.ts';
import type { CronJobFacts } from '../execution/cron-job-facts.ts';
import type { Departure } from '../execution/fold-execution.ts';
import type { Job } from '../execution/job.ts';
import type { Pod } from '../execution/pod.ts';
import type { StartedRun } from '../slot/started-run.ts';
import type { Timetable } from '../schedule/timetable.ts';
import type { Change } from './change.ts';
import type { JudgedState } from './judged-state.ts';

/** A CronJob and what is left of its Jobs. */
export interface CronJobEntry {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** As last seen; null while only Jobs of it were seen. */
  cronJob: CronJob | null;
  /** Whether the cluster has it now. */
  present: boolean;
  /** Null until it was written or found. */
  stored: StoredRow | null;
  /** By uid. Recorded ones stay as long as the cluster has them. */
  readonly jobs: Map<string, JobEntry>;
  /** Those of them whose run is not in the store, as far as is known. */
  readonly unrecorded: Set<JobEntry>;
  /** When it was seen to be gone; null while the cluster has it, and until then. */
  goneSince: number | null;
  /** How far its alerts were judged; null before the first time. */
  judged: JudgedState | null;
  /** Its Jobs as its slots are judged by them, by uid; kept until no slot depends on them. */
  runs: ReadonlyMap<string, StartedRun>;
  /** Whether `runs` has those that the store knows of. */
  runsLoaded: boolean;
  /** What the controller reported when it was last asked; null when it never was. */
  events: ControllerEvents | null;
  /** The timetable that was read last, and what from. */
  read: {
    readonly schedule: string;
    readonly timeZone: string | null;
    readonly timetable: Timetable;
  } | null;
  /** Runs that were under way when an earlier process last looked, and whose Jobs were gone at the start. */
  vanished: readonly VanishedRun[];
}

export interface VanishedRun {
  readonly jobName: string;
  /** The slot; null when it was started by hand. */
  readonly scheduledFor: number | null;
}

/**
 * The row of a CronJob as it was last written. Its `slotsJudgedUntil` may be ahead of what is in the store:
 * where only slots with a run passed, the next write carries it.
 */
export interface StoredRow extends CronJobFacts {
  readonly id: number;
  /** Null where the row tells nothing of it. */
  readonly cronJob: CronJob | null;
  readonly nextRunAt: number | null;
  readonly windowDays: number;
  /** As JSON, for comparison. */
  readonly running: string;
  /** Null unless the row says that it is gone. */
  readonly deletedAt: number | null;
}

/** A Job of a CronJob, from its first sight until it is gone and recorded. */
export interface JobEntry {
  readonly cronJob: CronJobEntry;
  job: Job;
  /** What was seen of its Pods, those that are gone included. Empty once the run is recorded. */
  log: AttemptLog;
  /** How it went from the cluster; null while it is there. */
  departure: Departure | null;
  /** Whether its run is in the store; null until the store was asked. */
  recorded: boolean | null;
  /** When its end was first seen, by our clock; null before. */
  endSeenAt: number | null;
}

/** Pods that came before their Job. */
interface Strays {
  log: AttemptLog;
  /** The uids of those that the cluster has. */
  readonly live: Set<string>;
}

/**
 * The CronJobs, Jobs and Pods that the cluster has now, joined, whatever order they are told in, and
 * the Jobs that went before their run was recorded. Holds nothing else: what is gone and recorded is
 * forgotten. Every method that takes a change can be told the same thing twice.
 */
export class View {
  readonly #cronJobs = new Map<string, CronJobEntry>();
  readonly #jobs = new Map<string, JobEntry>();
  /** Jobs that no CronJob owns, so that their Pods are not taken for strays. */
  readonly #foreign = new Set<string>();
  readonly #strays = new Map<string, Strays>();

  get cronJobs(): ReadonlyMap<string, CronJobEntry> {
    return this.#cronJobs;
  }

  get jobs(): ReadonlyMap<string, JobEntry> {
    return this.#jobs;
  }

  cronJobChanged(change: Change<CronJob>): CronJobEntry {
    const cronJob = change.kind === 'deleted' ? change.last : change.next;
    const entry = this.#cronJobEntry(cronJob.namespace, cronJob.name);
    entry.cronJob = cronJob;
    entry.present = change.kind !== 'deleted';
    if (entry.present) entry.goneSince = null;
    return entry;
  }

  /** The entries that changed: two when the Job took the name of another, none for a Job without a CronJob. */
  jobChanged(change: Change<Job>, now: number): readonly JobEntry[] {
    const departed =
      change.kind === 'replaced'
        ? this.#jobDeparted(change.previous, { at: now, finalStateKnown: false })
        : change.kind === 'deleted'
          ? this.#jobDeparted(change.last, { at: now, finalStateKnown: change.finalStateKnown })
          : null;
    const seen = change.kind === 'deleted' ? null : this.#jobSeen(change.next);
    return [departed, seen].filter((entry) => entry !== null);
  }

  /** The Job's entry when the Pod belongs to a run that is not recorded yet, else null. */
  podChanged(change: Change<Pod>, now: number): JobEntry | null {
    if (change.kind === 'replaced') this.#podGone(change.previous, now);
    return change.kind === 'deleted' ? this.#podGone(change.last, now) : this.#podSeen(change.next);
  }

  /** The entry of a CronJob that the store knows and the cluster may not. */
  entryOf(cronJob: { readonly namespace: string; readonly name: string }): CronJobEntry {
    return this.#cronJobEntry(cronJob.namespace, cronJob.name);
  }

  /** Notes that the run is in the store; frees what it needed until then. */
  markRecorded(entry: JobEntry): void {
    entry.recorded = true;
    entry.cronJob.unrecorded.delete(entry);
    entry.log = EMPTY_ATTEMPT_LOG;
    if (entry.departure !== null) this.drop(entry);
  }

  /** Forgets a Job. */
  drop(entry: JobEntry): void {
    entry.cronJob.jobs.delete(entry.job.uid);
    entry.cronJob.unrecorded.delete(entry);
    this.#jobs.delete(entry.job.uid);
  }

  /** Forgets a CronJob once neither it nor any Job of it is left and its row says so. */
  forgetIfGone(entry: CronJobEntry): void {
    const written = entry.stored === null || entry.stored.deletedAt !== null;
    const awaited = entry.judged?.nextCheckAt ?? null;
    if (!entry.present && entry.jobs.size === 0 && written && awaited === null)
      this.#cronJobs.delete(entry.key);
  }

  #cronJobEntry(namespace: string, name: string): CronJobEntry {
    const key = cronJobKey({ namespace, name });
    let entry = this.#cronJobs.get(key);
    if (!entry) {
      entry = {
        key,
        namespace,
        name,
        cronJob: null,
        present: false,
        stored: null,
        goneSince: null,
        judged: null,
        jobs: new Map(),
        unrecorded: new Set(),
        runs: new Map(),
        runsLoaded: false,
        events: null,
        read: null,
        vanished: [],
      };
      this.#cronJobs.set(key, entry);
    }
    return entry;
  }

  #jobSeen(job: Job): JobEntry | null {
    if (job.owner === null) {
      this.#foreign.add(job.uid);
      this.#strays.delete(job.uid);
      return null;
    }
    this.#foreign.delete(job.uid);
    const known = this.#jobs.get(job.uid);
    if (known) {
      known.job = job;
      return known;
    }
    return this.#newJob(job, job.owner.name);
  }

  #newJob(job: Job, cronJobName: string): JobEntry {
    const cronJob = this.#cronJobEntry(job.namespace, cronJobName);
    const strays = this.#strays.get(job.uid);
    this.#strays.delete(job.uid);
    const entry: JobEntry = {
      cronJob,
      job,
      log: strays?.log ?? EMPTY_ATTEMPT_LOG,
      departure: null,
      recorded: null,
      endSeenAt: null,
    };
    cronJob.jobs.set(job.uid, entry);
    cronJob.unrecorded.add(entry);
    this.#jobs.set(job.uid, entry);
    return entry;
  }

  /** A Job whose deletion is the first thing seen of it still counts: it carries its last state. */
  #jobDeparted(job: Job, departure: Departure): JobEntry | null {
    const entry = this.#jobSeen(job);
    if (entry === null) this.#foreign.delete(job.uid);
    else entry.departure ??= departure;
    return entry;
  }

  #podSeen(pod: Pod): JobEntry | null {
    const owner = this.#observe(pod);
    if (owner !== null && 'live' in owner) owner.live.add(pod.uid);
    return owner !== null && 'job' in owner ? owner : null;
  }

  /** A Pod that a list showed missing carries no time of deletion. */
  #podGone(pod: Pod, now: number): JobEntry | null {
    const owner = this.#observe({ ...pod, deletedAt: pod.deletedAt ?? now });
    if (owner === null || 'job' in owner) return owner;
    owner.live.delete(pod.uid);
    // The Job went before its Pods, as it does when both are collected: nothing to wait for.
    if (owner.live.size === 0) this.#strays.delete(pod.jobUid!);
    return null;
  }

  /** Null when nobody wants to know any more. */
  #observe(pod: Pod): JobEntry | Strays | null {
    if (pod.jobUid === null || this.#foreign.has(pod.jobUid)) return null;
    const owner = this.#jobs.get(pod.jobUid) ?? this.#straysOf(pod.jobUid);
    if ('job' in owner && owner.recorded === true) return null;
    owner.log = observePod(owner.log, pod);
    return owner;
  }

  #straysOf(jobUid: string): Strays {
    let strays = this.#strays.get(jobUid);
    if (!strays) this.#strays.set(jobUid, (strays = { log: EMPTY_ATTEMPT_LOG, live: new Set() }));
    return strays;
  }
}
