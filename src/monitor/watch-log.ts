import type { Period } from '../slot/slot-facts.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { MINUTE, SECOND } from '../lib/duration.ts';

/** Where it is kept when the cluster was watched. */
export interface WatchLogStore {
  extend(session: WatchSession): Promise<void>;
  /** Those that lasted until then or longer, oldest first, and the last one before them. */
  since(since: number): Promise<readonly WatchSession[]>;
}

interface WatchSession {
  readonly startedAt: number;
  readonly until: number;
}

export interface WatchLogOptions {
  readonly store: WatchLogStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the watches are heard: a silent one proves nothing. */
  readonly isFresh: () => boolean;
  /** Times the heartbeats: real time, so that a virtual clock has nothing to do for them. */
  readonly heartbeatClock?: Clock;
}

/** What a crash makes the time that nobody is known to have watched too long by, at most. */
const HEARTBEAT_MS = 30 * SECOND;
/** A shorter silence is a connection that broke and was made again. */
const OUTAGE_FROM_MS = MINUTE;
/** Enough for alerts that come long after their cause; a link that comes and goes must not fill the memory. */
const MOST_OUTAGES = 100;

/** Notes in the store when the cluster is watched, and knows the gaps. */
export class WatchLog {
  readonly #options: WatchLogOptions;
  #session: WatchSession | null = null;
  #blind: readonly Period[] = [];
  #outages: readonly Period[] = [];
  #cancel: () => void = () => {};
  #writing: Promise<void> = Promise.resolve();
  #notedAt: number | null = null;

  constructor(options: WatchLogOptions) {
    this.#options = options;
  }

  /**
   * When nobody watched, oldest first: from the start of time until the first session, and between sessions.
   * Gaps before the instant that `start` was given may be missing.
   */
  get blind(): readonly Period[] {
    return this.#blind;
  }

  /** When this process heard nothing of the API server for long, oldest first; of very many the latest. */
  get outages(): readonly Period[] {
    return this.#outages;
  }

  /** Until when the store knows that the cluster was watched; null before it knows anything. */
  get notedAt(): number | null {
    return this.#notedAt;
  }

  /** Begins a session now, and reads the gaps since `since`. Rejects when the store does. */
  async start(since: number): Promise<void> {
    const now = this.#options.clock.now();
    const sessions = await this.#options.store.since(since);
    this.#blind = gapsBefore(now, sessions);
    this.#session = { startedAt: now, until: now };
    await this.#options.store.extend(this.#session);
    this.#notedAt = now;
    this.#arm();
  }

  /** The watch had to list anew: for the last `blindMs` it saw nothing. */
  listedAgain(blindMs: number): void {
    if (this.#session === null) return;
    const now = this.#options.clock.now();
    const until = Math.max(this.#session.startedAt, now - blindMs);
    this.#write({ ...this.#session, until });
    this.#blind = [...this.#blind, { from: until, to: now }];
    this.#session = { startedAt: now, until: now };
    this.#write(this.#session);
  }

  /** The watches are heard again, after so long a silence. It made nobody blind if they go on where they were. */
  heardAgain(silentMs: number): void {
    if (silentMs < OUTAGE_FROM_MS) return;
    const to = this.#options.clock.now();
    this.#outages = [...this.#outages, { from: to - silentMs, to }].slice(-MOST_OUTAGES);
  }

  /** Ends the session now. */
  async stop(): Promise<void> {
    this.#cancel();
    this.#beat();
    this.#session = null;
    await this.#writing;
  }

  #arm(): void {
    const { heartbeatClock = systemClock } = this.#options;
    this.#cancel = heartbeatClock.setTimer(heartbeatClock.now() + HEARTBEAT_MS, () => {
      this.#beat();
      this.#arm();
    });
  }

  #beat(): void {
    if (this.#session === null || !this.#options.isFresh()) return;
    this.#session = { ...this.#session, until: this.#options.clock.now() };
    this.#write(this.#session);
  }

  /** One after the other, so that an older heartbeat never overwrites a newer one. */
  #write(session: WatchSession): void {
    const { store, log } = this.#options;
    this.#writing = this.#writing.then(async () => {
      try {
        await store.extend(session);
        this.#notedAt = session.until;
      } catch (error) {
        log.warn({ err: error }, 'it could not be noted that the cluster is watched');
      }
    });
  }
}

function gapsBefore(now: number, sessions: readonly WatchSession[]): Period[] {
  const starts = [...sessions.map(({ startedAt }) => startedAt), now];
  const ends = [-Infinity, ...sessions.map(({ until }) => until)];
  return starts.map((to, index) => ({ from: ends[index]!, to })).filter(({ from, to }) => from < to);
}
