import type { RateLimiting } from '../alert/channel-spec.ts';
import type { Delivery, Digest, OutboxMessage } from '../alert/delivery.ts';
import { groupStorm, type WaitingCause } from '../alert/group-storm.ts';
import type { DeliveryTry } from '../alert/ledger.ts';
import { joinMessages } from '../alert/join-messages.ts';
import type { Clock } from '../lib/clock.ts';
import { SECOND } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import { nextStep } from './next-step.ts';
import { type Allowance, nextTurn, refillTime } from './next-turn.ts';
import type { DeliveryOutcome } from './outcome.ts';

/** The rows behind the outbox. Every call is one transaction. */
export interface OutboxStore {
  /** What each channel has to send, but for `busyChannels`. */
  queues(now: number, busyChannels: readonly string[]): Promise<readonly ChannelQueue[]>;
  /**
   * Takes up to `limit` rows of the channel that are due, leaving out those behind an older unsent row of
   * the same alert. Nobody else is given them for `leaseMs`.
   */
  claimDue(channel: string, now: number, limit: number, leaseMs: number): Promise<readonly OutboxMessage[]>;
  /** Frees the rows that a process before this one had taken. */
  releaseLeases(): Promise<unknown>;
  /** Marks the row and, where it is a digest, its members; likewise the two below. */
  markSent(id: string, tried: DeliveryTry): Promise<unknown>;
  reschedule(id: string, tried: DeliveryTry, nextAttemptAt: number): Promise<unknown>;
  reject(id: string, tried: DeliveryTry): Promise<unknown>;
}

export interface ChannelQueue extends Allowance {
  readonly channel: string;
  readonly due: number;
  /** How many, due or not, tell of failures that others may share. */
  readonly shared: number;
  /** When the earliest unsent row wants to be looked at. */
  readonly nextDueAt: number;
}

/** Makes one message of several that wait, in one step. */
export interface DigestStore {
  /** Of the channel's rows that are due. False when there were not two of them. */
  joinDue(channel: string, now: number, join: (members: readonly Delivery[]) => Digest): Promise<boolean>;
  /** Of the channel's rows of a cause, due or not. */
  joinCause(
    channel: string,
    cause: string,
    now: number,
    join: (members: readonly Delivery[]) => Digest,
  ): Promise<boolean>;
  waitingCauses(channel: string, now: number): Promise<readonly WaitingCause[]>;
  /** Lets the rows of a cause wait on for others. */
  putOff(channel: string, cause: string, until: number): Promise<unknown>;
}

/** Sends one message through the channel that it names; never throws for what a receiver does. */
export interface Sender {
  send(message: OutboxMessage): Promise<DeliveryOutcome>;
  /** How much a channel may send. */
  rateLimiting(channel: string): RateLimiting;
  /** Told when messages wait until the channel may send again. */
  messagesWait(channel: string): void;
}

/** What a channel shows of its past. */
export interface ChannelCounters {
  countSent(
    channel: string,
    at: number,
    sent: { readonly alerts: number; readonly refillMs: number },
  ): Promise<unknown>;
  countFailed(channel: string, alerts: number): Promise<unknown>;
}

export interface OutboxOptions {
  readonly store: OutboxStore;
  readonly digests: DigestStore;
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
 * receiver delays no other. What a channel's limit does not let out waits, and several that wait are joined
 * into a digest: a row like the others, which takes its members along wherever it goes.
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
    const { clock, log } = this.#options;
    this.#cancelTimer();
    try {
      await this.#releaseLeases();
      const queues = await this.#queues();
      const wakeUps: number[] = [];
      for (const queue of queues) wakeUps.push(await this.#take(queue));
      this.#wakeAt(Math.min(...wakeUps));
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read; trying again');
      this.#wakeAt(clock.now() + FAULT_PAUSE_MS);
    }
  }

  /** With every storm that is over made one message. */
  async #queues(): Promise<readonly ChannelQueue[]> {
    const { store, clock } = this.#options;
    const busyChannels = [...this.#busy.keys()];
    const queues = await store.queues(clock.now(), busyChannels);
    const shared = queues.filter((queue) => queue.due > 0 && queue.shared > 0);
    if (shared.length === 0) return queues;
    for (const { channel } of shared) await this.#gather(channel);
    return store.queues(clock.now(), busyChannels);
  }

  /** Joins the channel's failures of one cause, or lets them wait for others. */
  async #gather(channel: string): Promise<void> {
    const { digests, clock } = this.#options;
    const now = clock.now();
    for (const waiting of await digests.waitingCauses(channel, now)) {
      const step = groupStorm(waiting, now);
      const { cause } = waiting;
      if (step.kind === 'wait') await digests.putOff(channel, cause, step.until);
      if (step.kind === 'join') {
        await digests.joinCause(channel, cause, now, (members) => joinMessages(channel, members, cause, now));
      }
    }
  }

  /** Answers when to look at the channel again; Infinity when that follows from its work. */
  async #take(queue: ChannelQueue): Promise<number> {
    const { store, digests, sender, clock } = this.#options;
    const { channel, due } = queue;
    if (due === 0) return queue.nextDueAt;
    const now = clock.now();
    const turn = nextTurn(due, sender.rateLimiting(channel), queue, now);
    if (turn.kind === 'wait') {
      sender.messagesWait(channel);
      return turn.until;
    }
    if (turn.kind === 'join') {
      await digests.joinDue(channel, now, (members) => joinMessages(channel, members, null, now));
    }
    // What was joined is one message now; digests that wait for another attempt are not joined again.
    const most = turn.kind === 'join' ? 1 : Math.min(turn.most, CLAIM_LIMIT);
    const messages = await store.claimDue(channel, now, most, LEASE_MS);
    if (messages.length > 0) this.#serve(channel, messages, now + LEASE_MS);
    return Infinity;
  }

  /** Once, before the first claim: this process has no lease yet, and it is the only one. */
  async #releaseLeases(): Promise<void> {
    if (this.#releasedLeases) return;
    await this.#options.store.releaseLeases();
    this.#releasedLeases = true;
  }

  #wakeAt(at: number): void {
    if (at === Infinity || !this.#running) return;
    this.#cancelTimer = this.#options.clock.setTimer(at, () => this.wake());
  }

  #serve(channel: string, messages: readonly OutboxMessage[], leasedUntil: number): void {
    const work = this.#sendAll(messages, leasedUntil).finally(() => {
      this.#busy.delete(channel);
      this.wake();
    });
    this.#busy.set(channel, work);
  }

  async #sendAll(messages: readonly OutboxMessage[], leasedUntil: number): Promise<void> {
    const { clock, log } = this.#options;
    for (const message of messages) {
      if (!this.#running || clock.now() > leasedUntil - LEASE_RESERVE_MS) return;
      try {
        await this.#sendOne(message);
      } catch (error) {
        // The lease runs out by itself, so nothing is lost: the row comes back.
        log.error({ err: error, delivery: message.id }, 'a delivery could not be recorded');
      }
    }
  }

  async #sendOne(message: OutboxMessage): Promise<void> {
    const { store, sender, counters, clock } = this.#options;
    const { id, channel } = message;
    const outcome = await sender.send(message);
    const now = clock.now();
    const step = nextStep(message, outcome, now, this.#random());
    const alerts = message.event === 'digest' ? message.context.alerts.length : 1;
    const { status, latencyMs } = outcome;
    const tried = { at: now, status, latencyMs, error: step.kind === 'sent' ? null : step.reason };
    switch (step.kind) {
      case 'sent': {
        await store.markSent(id, tried);
        const refillMs = refillTime(sender.rateLimiting(channel));
        await counters.countSent(channel, now, { alerts, refillMs });
        return;
      }
      case 'again':
        await store.reschedule(id, tried, step.nextAttemptAt);
        return;
      case 'rejected':
        await store.reject(id, tried);
        await counters.countFailed(channel, alerts);
    }
  }
}
