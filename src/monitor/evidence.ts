import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { AttemptLog, SeenPod } from '../execution/attempt-log.ts';
import type { CapturedEvent, CapturedLog, LogCertainty, SavedLog } from '../execution/evidence.ts';
import type { Job } from '../execution/job.ts';
import type { StartEvent } from '../execution/stuck-start.ts';
import { type EvidenceCluster, EvidenceFetcher, type ObjectReference } from './evidence-fetcher.ts';
import type { EvidencePolicy } from './evidence-policy.ts';
import { logRequests, type LogRequest } from './log-requests.ts';

/** Where evidence is kept. Saving again replaces what was saved for the same container's run or event. */
export interface EvidenceStore {
  saveLog(log: CapturedLog, certainty: LogCertainty): Promise<unknown>;
  saveEvents(jobUid: string, events: readonly CapturedEvent[]): Promise<unknown>;
  /** What is there of a Job, perhaps from before a restart. */
  savedOf(jobUid: string): Promise<SavedEvidence>;
}

export interface SavedEvidence {
  readonly logs: readonly SavedLog[];
  readonly hasEvents: boolean;
}

export interface EvidenceOptions {
  readonly cluster: EvidenceCluster;
  readonly store: EvidenceStore;
  /** Stamps what is captured. */
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the last piece of a Job's evidence that was on its way has settled. */
  readonly onSettled: (jobUid: string) => void;
  /** Real time after which a request to the cluster is given up. */
  readonly deadlineMs?: number;
}

/** A Job of a thousand failing Pods says the same thing a thousand times. */
const LOGS_PER_JOB = 100;
const PODS_PER_JOB = 10;
/** Controllers write an event after the change that it tells of: what came late is fetched once more. */
const LATE_EVENTS_MS = 3_000;
/** A run that does not start for that long is asked about once more: its cause may have changed. */
const STARTING_AGAIN_MS = 8 * 60_000;

interface Capture {
  readonly certainty: LogCertainty;
  readonly done: Promise<void>;
}

interface JobEvidence {
  /** By Pod, container and restart. */
  readonly logs: Map<string, Capture>;
  eventsAsked: boolean;
  /** When it was last asked why the run does not start; null before. */
  startAskedAt: number | null;
  startEvents: readonly StartEvent[];
  /** Asked for when the first piece is wanted. */
  saved: Promise<SavedEvidence> | null;
  inFlight: number;
}

/**
 * Fetches the logs and events of failing runs before the cluster forgets them, and saves them with
 * secrets redacted. Best effort: what cannot be had within its deadline is missing, and nothing
 * waits for it longer. What was saved before a restart is not fetched again.
 */
export class EvidenceCollector {
  readonly #options: EvidenceOptions;
  readonly #fetcher: EvidenceFetcher;
  readonly #jobs = new Map<string, JobEvidence>();
  readonly #stopping = new AbortController();
  readonly #timers = new Set<() => void>();
  #inFlight = 0;

  constructor(options: EvidenceOptions) {
    this.#options = options;
    const { cluster, log, deadlineMs } = options;
    this.#fetcher = new EvidenceFetcher({
      cluster,
      log,
      stopping: this.#stopping.signal,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    });
  }

  /** Fetches what the state of the Job's Pods calls for and was not fetched before. */
  captureLogs(jobUid: string, { pods }: AttemptLog, policy: () => EvidencePolicy): void {
    for (const seen of pods) {
      for (const request of logRequests(seen)) this.#captureLog(jobUid, seen, request, policy);
    }
  }

  /** Fetches the events about a failed Job and its latest Pods, and a little later those that came since. */
  captureEvents(job: Job, log: AttemptLog, policy: () => EvidencePolicy): void {
    const evidence = this.#evidenceOf(job.uid);
    if (evidence.eventsAsked || !policy().storeEvents) return;
    evidence.eventsAsked = true;
    const objects = objectsOf(job, log);
    void this.#track(job.uid, async () => {
      // Those of before a restart are enough for an alert; what came since is fetched below.
      if (!(await this.#savedOf(job.uid, evidence)).hasEvents) await this.#fetchEvents(job.uid, objects);
    });
    // Nothing waits for these, and the Job may be forgotten by then.
    this.#later(LATE_EVENTS_MS, () => this.#run(job.uid, () => this.#fetchEvents(job.uid, objects)));
  }

  /** Fetches the events about a run that does not start; no run waits for them. `onSettled` is called when they came. */
  captureStartEvents(job: Job, log: AttemptLog): void {
    const evidence = this.#evidenceOf(job.uid);
    const now = this.#options.clock.now();
    if (evidence.startAskedAt !== null && now - evidence.startAskedAt < STARTING_AGAIN_MS) return;
    evidence.startAskedAt = now;
    void this.#run(job.uid, async () => {
      evidence.startEvents = await this.#fetcher.events(job.uid, objectsOf(job, log));
      if (!this.#stopping.signal.aborted) this.#options.onSettled(job.uid);
    });
  }

  /** The events about a run that does not start, as far as they were fetched. */
  startEvents(jobUid: string): readonly StartEvent[] {
    return this.#jobs.get(jobUid)?.startEvents ?? [];
  }

  /** Whether evidence of the Job is still on its way. */
  pending(jobUid: string): boolean {
    return (this.#jobs.get(jobUid)?.inFlight ?? 0) > 0;
  }

  /** Frees what is remembered of a Job. What is on its way is still saved. */
  forget(jobUid: string): void {
    this.#jobs.delete(jobUid);
  }

  /** Whether nothing is on its way. */
  idle(): boolean {
    return this.#inFlight === 0;
  }

  /** Gives up what is on its way. */
  stop(): void {
    this.#stopping.abort(new Error('stopped'));
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #later(ms: number, work: () => Promise<void>): void {
    const { clock } = this.#options;
    const cancel = clock.setTimer(clock.now() + ms, () => {
      this.#timers.delete(cancel);
      void work();
    });
    this.#timers.add(cancel);
  }

  #evidenceOf(jobUid: string): JobEvidence {
    let evidence = this.#jobs.get(jobUid);
    if (!evidence) {
      evidence = {
        logs: new Map(),
        eventsAsked: false,
        startAskedAt: null,
        startEvents: [],
        saved: null,
        inFlight: 0,
      };
      this.#jobs.set(jobUid, evidence);
    }
    return evidence;
  }

  #savedOf(jobUid: string, evidence: JobEvidence): Promise<SavedEvidence> {
    return (evidence.saved ??= this.#options.store.savedOf(jobUid));
  }

  #captureLog(jobUid: string, { pod }: SeenPod, request: LogRequest, policy: () => EvidencePolicy): void {
    // Held here: the Job may be forgotten before what is on its way has come.
    const evidence = this.#evidenceOf(jobUid);
    const { logs } = evidence;
    const id = logId({ ...request, podUid: pod.uid });
    const earlier = logs.get(id);
    if (earlier ? !isSurer(request, earlier) : logs.size >= LOGS_PER_JOB) return;
    const { storeLogs, maxLogBytes } = policy();
    if (!storeLogs) return;
    const done = this.#track(jobUid, async () => {
      // The surer one is saved last, so that it is the one that stays.
      await earlier?.done;
      const saved = (await this.#savedOf(jobUid, evidence)).logs.find((log) => logId(log) === id);
      if (saved === undefined || isSurer(request, saved))
        await this.#fetchLog(jobUid, pod, request, maxLogBytes);
    });
    logs.set(id, { certainty: request.certainty, done });
  }

  async #fetchLog(
    jobUid: string,
    pod: SeenPod['pod'],
    request: LogRequest,
    keptBytes: number,
  ): Promise<void> {
    const { container, previous, restartCount } = request;
    const { clock, store } = this.#options;
    const reference = { namespace: pod.namespace, pod: pod.name, container, previous };
    const log = await this.#fetcher.log(reference, keptBytes);
    if (log === null) return;
    const captured = {
      jobUid,
      podUid: pod.uid,
      podName: pod.name,
      container,
      restartCount,
      ...log,
      capturedAt: clock.now(),
    };
    await store.saveLog(captured, request.certainty);
  }

  async #fetchEvents(jobUid: string, objects: readonly ObjectReference[]): Promise<void> {
    const events = await this.#fetcher.events(jobUid, objects);
    if (events.length > 0) await this.#options.store.saveEvents(jobUid, events);
  }

  /** Work that the Job's run waits for. */
  async #track(jobUid: string, work: () => Promise<void>): Promise<void> {
    const evidence = this.#evidenceOf(jobUid);
    evidence.inFlight += 1;
    await this.#run(jobUid, work);
    evidence.inFlight -= 1;
    if (evidence.inFlight === 0 && !this.#stopping.signal.aborted) this.#options.onSettled(jobUid);
  }

  async #run(jobUid: string, work: () => Promise<void>): Promise<void> {
    this.#inFlight += 1;
    try {
      await work();
    } catch (error) {
      this.#options.log.warn({ jobUid, err: error }, 'evidence could not be saved');
    }
    this.#inFlight -= 1;
  }
}

/** The Job and its latest Pods. */
function objectsOf({ namespace, name, uid }: Job, { pods }: AttemptLog): readonly ObjectReference[] {
  return [
    { namespace, kind: 'Job', name, uid },
    ...pods
      .slice(-PODS_PER_JOB)
      .map(({ pod }) => ({ namespace, kind: 'Pod' as const, name: pod.name, uid: pod.uid })),
  ];
}

function logId({ podUid, container, restartCount }: Omit<SavedLog, 'certainty'>): string {
  return `${podUid}/${container}/${restartCount}`;
}

const SURENESS: Readonly<Record<LogCertainty, number>> = { partial: 0, likely: 1, certain: 2 };

function isSurer(request: LogRequest, earlier: { readonly certainty: LogCertainty }): boolean {
  return SURENESS[request.certainty] > SURENESS[earlier.certainty];
}
