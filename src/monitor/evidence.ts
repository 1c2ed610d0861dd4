import { systemClock, type Clock } from '../lib/clock.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { AttemptLog, SeenPod } from '../execution/attempt-log.ts';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import type { Job } from '../execution/job.ts';
import { redact } from '../execution/redact.ts';
import { cutLog } from './cut-log.ts';
import { logRequests, type LogRequest } from './log-requests.ts';
import type { Log } from '../lib/log.ts';

/** What the cluster tells about a failure. Both reject when the object is gone. */
export interface EvidenceCluster {
  podLog(request: PodLogRequest, signal: AbortSignal): Promise<PodLog>;
  eventsAbout(object: ObjectReference, signal: AbortSignal): Promise<readonly ClusterEvent[]>;
}

export interface PodLogRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Of the container's run before the present one. */
  readonly previous: boolean;
  readonly tailLines: number;
  /** Counted from the end. */
  readonly limitBytes: number;
}

export interface PodLog {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
}

export interface ObjectReference {
  readonly namespace: string;
  readonly kind: 'Job' | 'Pod';
  readonly name: string;
  readonly uid: string;
}

export type ClusterEvent = Omit<CapturedEvent, 'jobUid'>;

/** Where evidence is kept. Saving again replaces what was saved for the same container's run or event. */
export interface EvidenceStore {
  saveLog(log: CapturedLog): Promise<unknown>;
  saveEvents(jobUid: string, events: readonly CapturedEvent[]): Promise<unknown>;
}

export interface EvidenceOptions {
  readonly cluster: EvidenceCluster;
  readonly store: EvidenceStore;
  /** Stamps what is captured. Deadlines of requests are real time, since the network is real. */
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the last piece of a Job's evidence that was on its way has settled. */
  readonly onSettled: (jobUid: string) => void;
  /** Real time after which a request to the cluster is given up. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 5_000;
/** Requests at once: enough for a hundred failures a second, few enough for any API server. */
const CONCURRENCY = 8;
const TAIL_LINES = 200;
const KEPT_BYTES = 100 << 10;
/** More than is kept, because redaction comes before the cut: a secret cut in two would not be recognised. */
const FETCHED_BYTES = 2 * KEPT_BYTES;
/** A Job of a thousand failing Pods says the same thing a thousand times. */
const LOGS_PER_JOB = 100;
const PODS_PER_JOB = 10;
/** Controllers write an event after the change that it tells of: what came late is fetched once more. */
const LATE_EVENTS_MS = 3_000;

interface Capture {
  readonly certainty: LogRequest['certainty'];
  readonly done: Promise<void>;
}

interface JobEvidence {
  /** By Pod, container and restart. */
  readonly logs: Map<string, Capture>;
  eventsAsked: boolean;
  /** Likewise of a run that does not start. */
  startEventsAsked: boolean;
  inFlight: number;
}

/**
 * Fetches the logs and events of failing runs before the cluster forgets them, and saves them with
 * secrets redacted. Best effort: what cannot be had within its deadline is missing, and nothing
 * waits for it longer.
 */
export class EvidenceCollector {
  readonly #options: EvidenceOptions;
  readonly #semaphore = new Semaphore(CONCURRENCY);
  readonly #jobs = new Map<string, JobEvidence>();
  readonly #stopping = new AbortController();
  readonly #timers = new Set<() => void>();
  #inFlight = 0;
  /** The last request's failure, so that the same one again is not told again; null after a success. */
  #failure: string | null = null;

  constructor(options: EvidenceOptions) {
    this.#options = options;
  }

  /** Fetches what the state of the Job's Pods calls for and was not fetched before. */
  captureLogs(jobUid: string, { pods }: AttemptLog): void {
    for (const seen of pods) {
      for (const request of logRequests(seen)) this.#captureLog(jobUid, seen, request);
    }
  }

  /** Fetches the events about a failed Job and its latest Pods, and a little later those that came since. */
  captureEvents(job: Job, { pods }: AttemptLog): void {
    const evidence = this.#evidenceOf(job.uid);
    if (evidence.eventsAsked) return;
    evidence.eventsAsked = true;
    const objects = objectsOf(job, pods);
    void this.#track(job.uid, () => this.#fetchEvents(job.uid, objects));
    // Nothing waits for these, and the Job may be forgotten by then.
    this.#later(LATE_EVENTS_MS, () => this.#run(job.uid, () => this.#fetchEvents(job.uid, objects)));
  }

  /** Fetches, once, the events about a Job that has no running Pod: they say what it waits for. */
  captureStartEvents(job: Job, { pods }: AttemptLog): void {
    const evidence = this.#evidenceOf(job.uid);
    if (evidence.startEventsAsked) return;
    evidence.startEventsAsked = true;
    void this.#track(job.uid, () => this.#fetchEvents(job.uid, objectsOf(job, pods)));
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
    if (!evidence)
      this.#jobs.set(
        jobUid,
        (evidence = { logs: new Map(), eventsAsked: false, startEventsAsked: false, inFlight: 0 }),
      );
    return evidence;
  }

  #captureLog(jobUid: string, { pod }: SeenPod, request: LogRequest): void {
    const { logs } = this.#evidenceOf(jobUid);
    const id = `${pod.uid}/${request.container}/${request.restartCount}`;
    const earlier = logs.get(id);
    if (earlier ? !isSurer(request, earlier) : logs.size >= LOGS_PER_JOB) return;
    const done = this.#track(jobUid, async () => {
      // The surer one is saved last, so that it is the one that stays.
      await earlier?.done;
      await this.#fetchLog(jobUid, pod, request);
    });
    logs.set(id, { certainty: request.certainty, done });
  }

  async #fetchLog(jobUid: string, pod: SeenPod['pod'], request: LogRequest): Promise<void> {
    const { container, previous, restartCount } = request;
    const { cluster, clock, store } = this.#options;
    const log = await this.#ask((signal) =>
      cluster.podLog(
        {
          namespace: pod.namespace,
          pod: pod.name,
          container,
          previous,
          tailLines: TAIL_LINES,
          limitBytes: FETCHED_BYTES,
        },
        signal,
      ),
    );
    if (log === null) return;
    const cut = cutLog(redact(log.text), KEPT_BYTES);
    await store.saveLog({
      jobUid,
      podUid: pod.uid,
      podName: pod.name,
      container,
      restartCount,
      text: cut.text,
      truncated: log.truncated || cut.truncated,
      capturedAt: clock.now(),
    });
  }

  async #fetchEvents(jobUid: string, objects: readonly ObjectReference[]): Promise<void> {
    const { cluster, store } = this.#options;
    const answers = await Promise.all(
      objects.map((object) => this.#ask((signal) => cluster.eventsAbout(object, signal))),
    );
    const events = answers
      .flatMap((answer) => answer ?? [])
      .map((event) => ({ ...event, jobUid, message: redact(event.message) }));
    if (events.length > 0) await store.saveEvents(jobUid, events);
  }

  /** What the cluster answers when its turn has come; null when it has nothing or not in time. */
  async #ask<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const deadlineMs = this.#options.deadlineMs ?? DEADLINE_MS;
    try {
      const answer = await this.#semaphore.run(() =>
        withDeadline(deadlineMs, this.#stopping.signal, request),
      );
      this.#failure = null;
      return answer;
    } catch (error) {
      if (!isNotFound(error) && !this.#stopping.signal.aborted) this.#tellFailure(error);
      return null;
    }
  }

  #tellFailure(error: unknown): void {
    if (String(error) === this.#failure) return;
    this.#failure = String(error);
    this.#options.log.warn({ err: error }, 'evidence could not be fetched');
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

const SURENESS: Readonly<Record<LogRequest['certainty'], number>> = { partial: 0, likely: 1, certain: 2 };

function isSurer(request: LogRequest, earlier: Capture): boolean {
  return SURENESS[request.certainty] > SURENESS[earlier.certainty];
}

/** The Pod, or the container's previous run, is gone: nothing to say about it. */
function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 404 || error.code === 400);
}

async function withDeadline<T>(
  ms: number,
  stop: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  function abort(reason: unknown): void {
    controller.abort(reason);
    reject(reason);
  }
  const onStop = () => abort(stop.reason);
  const cancel = systemClock.setTimer(Date.now() + ms, () => abort(new Error(`no answer within ${ms} ms`)));
  stop.addEventListener('abort', onStop, { once: true });
  try {
    stop.throwIfAborted();
    // Raced, so that a client that ignores the signal cannot hold it up either.
    return await Promise.race([request(controller.signal), aborted]);
  } finally {
    cancel();
    stop.removeEventListener('abort', onStop);
  }
}

/** The Job and its latest Pods. */
function objectsOf({ namespace, name, uid }: Job, pods: AttemptLog['pods']): ObjectReference[] {
  return [
    { namespace, kind: 'Job', name, uid },
    ...pods
      .slice(-PODS_PER_JOB)
      .map(({ pod }) => ({ namespace, kind: 'Pod' as const, name: pod.name, uid: pod.uid })),
  ];
}
