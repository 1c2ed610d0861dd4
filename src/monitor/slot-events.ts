import type { ControllerEvent } from '../slot/controller-event.ts';
import type { CronJob } from '../execution/cron-job.ts';
import { redact } from '../execution/redact.ts';
import type { Clock } from '../lib/clock.ts';
import { SECOND } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { CronJobEntry } from './view.ts';

/** What the cluster tells of a CronJob. */
export interface SlotEventCluster {
  /** Rejects when the cluster is away. */
  eventsAbout(
    object: {
      readonly namespace: string;
      readonly kind: 'CronJob';
      readonly name: string;
      readonly uid: string;
    },
    signal: AbortSignal,
  ): Promise<readonly ControllerEvent[]>;
}

export interface SlotEventsOptions {
  readonly cluster: SlotEventCluster;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a CronJob's `events` were set. */
  readonly onAnswered: (entry: CronJobEntry) => void;
}

/** Requests at once: many CronJobs may be overdue at the same minute. */
const CONCURRENCY = 4;
/** Real time after which the slot is judged without the controller's words. */
const DEADLINE_MS = 3 * SECOND;

/** Asks the cluster what its CronJob controller reported of CronJobs that started no run. */
export class SlotEvents {
  readonly #options: SlotEventsOptions;
  readonly #semaphore = new Semaphore(CONCURRENCY);
  readonly #stopping = new AbortController();
  readonly #asking = new Set<CronJobEntry>();
  #failure: string | null = null;

  constructor(options: SlotEventsOptions) {
    this.#options = options;
  }

  /** Asks, unless an answer is on its way. What comes, or nothing in time, becomes the entry's `events`. */
  ask(entry: CronJobEntry): void {
    const { cronJob } = entry;
    if (cronJob === null || this.#asking.has(entry) || this.#stopping.signal.aborted) return;
    this.#asking.add(entry);
    const askedAt = this.#options.clock.now();
    void this.#semaphore.run(async () => {
      const events = await this.#fetch(cronJob);
      this.#asking.delete(entry);
      if (this.#stopping.signal.aborted) return;
      entry.events = { askedAt, events };
      this.#options.onAnswered(entry);
    });
  }

  /** Whether no answer is on its way. */
  idle(): boolean {
    return this.#asking.size === 0;
  }

  /** Gives up what is on its way. */
  stop(): void {
    this.#stopping.abort(new Error('stopped'));
  }

  async #fetch({ namespace, name, uid }: CronJob): Promise<ControllerEvent[]> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(DEADLINE_MS)]);
    try {
      const about = { namespace, kind: 'CronJob', name, uid } as const;
      const events = await this.#options.cluster.eventsAbout(about, signal);
      this.#failure = null;
      return events.map(({ reason, message, firstAt, lastAt }) => ({
        reason,
        message: redact(message),
        firstAt,
        lastAt,
      }));
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#tellFailure(error);
      return [];
    }
  }

  #tellFailure(error: unknown): void {
    if (String(error) === this.#failure) return;
    this.#failure = String(error);
    this.#options.log.warn({ err: error }, 'events of a CronJob could not be fetched');
  }
}
