import type { Delivery } from '../alert/delivery.ts';
import { type Backoff, backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import { HOUR, SECOND } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import type { DeliveryOutcome } from './outcome.ts';

/** The rows behind the outbox. Every call is one transaction. */
export interface OutboxStore {
  /**
   * Takes up to `limit` rows that are due, leaving out those of `busyChannels` and those behind an
   * older unsent row of the same alert and channel. Nobody else is given them for `leaseMs`.
   */
  claimDue(
    now: number,
    limit: number,
    leaseMs: number,
    busyChannels: readonly string[],
  ): Promise<readonly Delivery[]>;
  /** Frees the rows that a process before this one had taken. */
  releaseLeases(): Promise<unknown>;
  markSent(
    id: string,
    at: number,
    answer: { readonly status: number; readonly latencyMs: number },
  ): Promise<unknown>;
  reschedule(
    id: string,
    next: { readonly attempts: number; readonly nextAttemptAt: number; readonly error: string },
  ): Promise<unknown>;
  reject(id: string, at: number, error: string): Promise<unknown>;
  /** When the earliest unsent row wants to be looked at; null when there is none. */
  nextDueAt(busyChannels: readonly string[]): Promise<number | null>;
}

/** Sends one message through the channel that the delivery names; never throws for what a receiver does. */
export interface Sender {
  send(delivery: Delivery): Promise<DeliveryOutcome>;
}

/** What a channel shows of its past. */
export interface ChannelCounters {
  countSent(channel: string, at: number): Promise<unknown>;
  countFailed(channel: string): Promise<unknown>;
}

export interface OutboxOptions {
  readonly store: OutboxStore;
  readonly sender: Sender;
  readonly counters: ChannelCounters;
  readonly clock: Clock;
  readonly log: Log;
  /** In [0, 1); spreads repetitions. */
  readonly random?: () => number;
}

const CLAIM_LIMIT = 100;
/** Longer than a send may take, so that a row is not taken twice while its message is on the way. */
const LEASE_MS = 30 * SECOND;
/** A claimed row is only sent while this much of its lease is left: the send's own timeout and more. */
const LEASE_RESERVE_MS = 15 * SECOND;
const BACKOFF: Backoff = { firstMs: 5 * SECOND, longestMs: HOUR };
const GIVE_UP_AFTER_MS = 24 * HOUR;
/** After a store that failed: how long until the outbox looks again. */
const FAULT_PAUSE_MS = 5 * SECOND;

/**
 * Sends what the outbox holds, at least once each. A row goes
 *
 *   pending --claim--> (leased) --2xx--> sent
 *                         |------retry--> pending, later; after 24 h: rejected
 *                         '------4xx----> rejected
 *
 * and what a process had taken when it died is free again at the next start. The receiver's 2xx
 * comes before the mark, so a crash between the two repeats the message, with the same
 * Idempotency-Key. Channels are served side by side and one message at a time each, so that a slow
 * receiver delays no other.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #random: () => number;
  /** Channel -> the work on its claimed rows. */
  readonly #busy = new Map<string, Promise<void>>();
  #claiming: Promise<void> | null = null;
  #releasedLeases = false;
  #wokenWhileClaiming = false;
  #cancelTimer: () => void = () => {};
  #running = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.wake();
  }

  /** Waits for the messages that are on their way; what was not begun stays in the outbox. */
  async stop(): Promise<void> {
    this.#running = false;
    this.#cancelTimer();
    await this.#claiming;
    await Promise.all(this.#busy.values());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Whether nothing is due and nothing is on its way. */
  idle(): boolean {
    return this.#claiming === null && this.#busy.size === 0;
  }

  /** There may be new rows: look now. */
  wake(): void {
    if (!this.#running) return;
    if (this.#claiming !== null) {
      this.#wokenWhileClaiming = true;
      return;
    }
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = null;
      if (this.#wokenWhileClaiming) {
        this.#wokenWhileClaiming = false;
        this.wake();
      }
    });
  }

  async #claim(): Promise<void> {
    const { store, clock, log } = this.#options;
    this.#cancelTimer();
    try {
      await this.#releaseLeases();
      for (;;) {
        const now = clock.now();
        const busyChannels = [...this.#busy.keys()];
        const rows = await store.claimDue(now, CLAIM_LIMIT, LEASE_MS, busyChannels);
        for (const [channel, deliveries] of Map.groupBy(rows, (row) => row.channel)) {
          this.#serve(channel, deliveries, now + LEASE_MS);
        }
        if (rows.length < CLAIM_LIMIT) break;
      }
      this.#wakeAt(await store.nextDueAt([...this.#busy.keys()]));
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read; trying again');
      this.#wakeAt(clock.now() + FAULT_PAUSE_MS);
    }
  }

  /** Once, before the first claim: this process has no lease yet, and it is the only one. */
  async #releaseLeases(): Promise<void> {
    if (this.#releasedLeases) return;
    await this.#options.store.releaseLeases();
    this.#releasedLeases = true;
  }

  #wakeAt(at: number | null): void {
    if (at === null || !this.#running) return;
    this.#cancelTimer = this.#options.clock.setTimer(at, () => this.wake());
  }

  #serve(channel: string, deliveries: readonly Delivery[], leasedUntil: number): void {
    const work = this.#sendAll(deliveries, leasedUntil).finally(() => {
      this.#busy.delete(channel);
      this.wake();
    });
    this.#busy.set(channel, work);
  }

  async #sendAll(deliveries: readonly Delivery[], leasedUntil: number): Promise<void> {
    const { clock, log } = this.#options;
    for (const delivery of deliveries) {
      if (!this.#running || clock.now() > leasedUntil - LEASE_RESERVE_MS) return;
      try {
        await this.#sendOne(delivery);
      } catch (error) {
        // The lease runs out by itself, so nothing is lost: the row comes back.
        log.error({ err: error, delivery: delivery.id }, 'a delivery could not be recorded');
      }
    }
  }

  async #sendOne(delivery: Delivery): Promise<void> {
    const { store, sender, counters, clock } = this.#options;
    const outcome = await sender.send(delivery);
    const now = clock.now();
    const step = nextStep(delivery, outcome, now, this.#random());
    switch (step.kind) {
      case 'sent':
        await store.markSent(delivery.id, now, { status: step.status, latencyMs: step.latencyMs });
        await counters.countSent(delivery.channel, now);
        return;
      case 'again':
        await store.reschedule(delivery.id, step);
        return;
      case 'rejected':
        await store.reject(delivery.id, now, step.reason);
        await counters.countFailed(delivery.channel);
    }
  }
}

export type NextStep =
  | { readonly kind: 'sent'; readonly status: number; readonly latencyMs: number }
  | {
      readonly kind: 'again';
      readonly attempts: number;
      readonly nextAttemptAt: number;
      readonly error: string;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

/** What becomes of a row after an attempt. `random` is in [0, 1). */
export function nextStep(
  delivery: Pick<Delivery, 'attempts' | 'createdAt'>,
  outcome: DeliveryOutcome,
  now: number,
  random: number,
): NextStep {
  if (outcome.kind === 'delivered') return { ...outcome, kind: 'sent' };
  if (outcome.kind === 'rejected') return outcome;
  if (now - delivery.createdAt >= GIVE_UP_AFTER_MS) {
    return { kind: 'rejected', reason: `given up after 24 h: ${outcome.reason}` };
  }
  const attempts = delivery.attempts + 1;
  const wait = Math.max(backoffMs(BACKOFF, attempts, random), outcome.retryAfterMs ?? 0);
  const latest = delivery.createdAt + GIVE_UP_AFTER_MS;
  return { kind: 'again', attempts, nextAttemptAt: Math.min(now + wait, latest), error: outcome.reason };
}
