import { storableText } from '../lib/storable-text.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { CapturedEvent } from '../execution/evidence.ts';
import { redact } from '../execution/redact.ts';
import { type CutLog, cutLog, headBytes } from './cut-log.ts';

/** What the cluster tells about a failure. All reject when the object is gone. */
export interface EvidenceCluster {
  podLog(request: PodLogRequest, signal: AbortSignal): Promise<PodLog>;
  /** The first bytes of a log. */
  podLogHead(request: PodLogHeadRequest, signal: AbortSignal): Promise<string>;
  eventsAbout(object: ObjectReference, signal: AbortSignal): Promise<readonly ClusterEvent[]>;
}

interface LogReference {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Of the container's run before the present one. */
  readonly previous: boolean;
}

export interface PodLogRequest extends LogReference {
  readonly tailLines: number;
  /** Counted from the end. */
  readonly limitBytes: number;
}

export interface PodLogHeadRequest extends LogReference {
  /** Counted from the beginning. */
  readonly limitBytes: number;
}

export interface PodLog {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
  /** How much of it; null, or absent, when it was not counted. */
  readonly omittedBytes?: number | null;
}

export interface ObjectReference {
  readonly namespace: string;
  readonly kind: 'Job' | 'Pod';
  readonly name: string;
  readonly uid: string;
}

export type ClusterEvent = Omit<CapturedEvent, 'jobUid'>;

export interface EvidenceFetcherOptions {
  readonly cluster: EvidenceCluster;
  readonly log: Log;
  /** Aborted when nothing more is wanted. */
  readonly stopping: AbortSignal;
  /** Real time after which a request to the cluster is given up; 5 s unless given. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 5_000;
/** Requests at once: enough for a hundred failures a second, few enough for any API server. */
const CONCURRENCY = 8;
/** Behind a cluster that answers nothing requests would wait for hours; what waited so long is given up. */
const LONGEST_WAIT_MS = 60_000;
/** Kubelets find the last lines without reading the log: enough for whole logs mostly, few enough to send at once. */
const TAIL_LINES = 5_000;
/** Read beyond what is kept, because redaction comes before the cut: a secret cut in two would not be recognised. */
const MARGIN_BYTES = 64 << 10;

/**
 * Asks the cluster for logs and events, a few at a time, each within a deadline, and answers them fit to be
 * kept: secrets redacted, long logs cut in their middle, text that every database takes. Never rejects: what
 * the cluster does not have, or not in time, is null or missing. Deadlines are real time, since the
 * network is real.
 */
export class EvidenceFetcher {
  readonly #options: EvidenceFetcherOptions;
  readonly #semaphore = new Semaphore(CONCURRENCY);
  /** The last request's failure, so that the same one again is not told again; null after a success. */
  #failure: string | null = null;

  constructor(options: EvidenceFetcherOptions) {
    this.#options = options;
  }

  /** Beginning and end of a container's log, in about `keptBytes`. */
  async log(reference: LogReference, keptBytes: number): Promise<CutLog | null> {
    const { cluster } = this.#options;
    const limitBytes = keptBytes + MARGIN_BYTES;
    const end = await this.#ask((signal) =>
      cluster.podLog({ ...reference, tailLines: TAIL_LINES, limitBytes }, signal),
    );
    if (end === null) return null;
    const omittedBytes = end.omittedBytes ?? (end.truncated ? null : 0);
    const head = isLong(end, omittedBytes, keptBytes) ? await this.#head(reference, keptBytes) : null;
    const { text, truncated } = cutLog({ head, tail: redact(end.text), omittedBytes }, keptBytes);
    return { text: storableText(text), truncated };
  }

  /** The events about the objects, with the Job that they belong to. */
  async events(jobUid: string, objects: readonly ObjectReference[]): Promise<CapturedEvent[]> {
    const { cluster } = this.#options;
    const answers = await Promise.all(
      objects.map((object) => this.#ask((signal) => cluster.eventsAbout(object, signal))),
    );
    return answers
      .flatMap((answer) => answer ?? [])
      .map((event) => ({ ...event, jobUid, message: storableText(redact(event.message)) }));
  }

  async #head(reference: LogReference, keptBytes: number): Promise<string | null> {
    const limitBytes = headBytes(keptBytes) + MARGIN_BYTES;
    const head = await this.#ask((signal) =>
      this.#options.cluster.podLogHead({ ...reference, limitBytes }, signal),
    );
    return head === null ? null : redact(head);
  }

  /** What the cluster answers when its turn has come; null when it has nothing or not in time. */
  async #ask<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const { deadlineMs = DEADLINE_MS, stopping } = this.#options;
    const askedAt = performance.now();
    try {
      const answer = await this.#semaphore.run(() => {
        if (performance.now() - askedAt > LONGEST_WAIT_MS) throw new Error('the cluster answers too slowly');
        return withDeadline(deadlineMs, stopping, request);
      });
      this.#failure = null;
      return answer;
    } catch (error) {
      if (!isNotFound(error) && !stopping.aborted) this.#tellFailure(error);
      return null;
    }
  }

  #tellFailure(error: unknown): void {
    if (String(error) === this.#failure) return;
    this.#failure = String(error);
    this.#options.log.warn({ err: error }, 'evidence could not be fetched');
  }
}

/**
 * Whether the beginning lies before the end that was read. A log of very many very short lines may be longer
 * than was asked for and yet fit: its beginning could overlap the end, and is left out.
 */
function isLong({ text, truncated }: PodLog, omittedBytes: number | null, keptBytes: number): boolean {
  return truncated && Buffer.byteLength(text) + (omittedBytes ?? 0) >= keptBytes;
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
