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
/** Of each kind: enough for alerts that come long after their cause. A link that comes and goes must not fill the memory. */
const MOST_SILENCES = 100;
/** Of more gaps the older ones are forgotten, but for the one before anybody watched: their slots are judged. */
const MOST_GAPS = 1_000;
/** Of this process: as many as one kind may have to be listed again while another does not. */
const MOST_SESSIONS = 100;

/** Notes in the store when the cluster is watched, and knows the gaps and the silences. */
export class WatchLog {
  readonly #options: WatchLogOptions;
  /** The one that goes on; null before `start` and after `stop`. */
  #session: WatchSession | null = null;
  /** Those of this process before it, oldest first. */
  #earlier: readonly WatchSession[] = [];
  #blind: readonly Period[] = [];
  #silences: readonly Period[] = [];
  #outages: readonly Period[] = [];
  #heardAt: number;
  /** Of this process; what it did not see before, another one may have. */
  #startedAt = Infinity;
  #startedAfter: Period | null = null;
  #cancel: () => void = () => {};
  #writing: Promise<void> = Promise.resolve();
  #notedAt: number | null = null;

  constructor(options: WatchLogOptions) {
    this.#options = options;
    this.#heardAt = options.clock.now();
  }

  /** Whether the watches are heard now. */
  isFresh(): boolean {
    const fresh = this.#options.isFresh();
    if (fresh) this.#heardAt = this.#options.clock.now();
    return fresh;
  }

  /**
   * When nobody watched, oldest first: from the start of time until the first session, and between sessions.
   * Gaps before the instant that `start` was given may be missing.
   */
  get blind(): readonly Period[] {
    return this.#blind;
  }

  /** The gap that the start of this process ended; null when it followed another at once, or none. */
  get startedAfter(): Period | null {
    return this.#startedAfter;
  }

  /**
   * When the watches of this process were silent, until they were heard again, oldest first; of very many the
   * latest. What happened in a silence is told after it, but not when it happened.
   */
  get silences(): readonly Period[] {
    return this.#silences;
  }

  /** The silences that were long: the API server was out of reach. */
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
    this.#startedAt = now;
    const earlier = await this.#options.store.since(since);
    this.#blind = gapsBefore(now, earlier);
    this.#startedAfter = this.#blind.find(({ from, to }) => to === now && from !== -Infinity) ?? null;
    this.#session = { startedAt: now, until: now };
    await this.#options.store.extend(this.#session);
    this.#notedAt = now;
    this.#arm();
  }

  /**
   * The watch of one kind had to list anew: for the last `blindMs` it saw nothing, though that of another kind
   * may have begun a session since.
   */
  listedAgain(blindMs: number): void {
    if (this.#session === null) return;
    const now = this.#options.clock.now();
    const known = [...this.#earlier, { ...this.#session, until: now }];
    const gap = { from: Math.max(now - blindMs, this.#startedAt), to: now };
    const cut = known.map((session) => endedBy(session, gap.from));
    this.#session = { startedAt: now, until: now };
    for (const session of [...cut, this.#session]) if (!this.#earlier.includes(session)) this.#write(session);
    this.#earlier = cut.slice(-MOST_SESSIONS);
    this.#blind = latestOf(withGap(this.#blind, gap));
  }

  /** The watches are heard again, after so long a silence. It made nobody blind if they go on where they were. */
  heardAgain(silentMs: number): void {
    const to = this.#options.clock.now();
    const from = to - silentMs;
    // Where the clock is virtual the network's time says nothing: nobody knows more than when they were heard last.
    this.#silences = [...this.#silences, { from: Math.min(this.#heardAt, from), to }].slice(-MOST_SILENCES);
    if (silentMs < OUTAGE_FROM_MS) return;
    this.#outages = [...this.#outages, { from, to }].slice(-MOST_SILENCES);
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
    if (this.#session === null || !this.isFresh()) return;
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

function endedBy(session: WatchSession, at: number): WatchSession {
  const until = Math.max(session.startedAt, at);
  return session.until <= until ? session : { ...session, until };
}

/** In order and apart from each other, but for the one before anybody watched, as they are before; the new one ends last. */
function withGap(gaps: readonly Period[], gap: Period): readonly Period[] {
  if (gap.from >= gap.to) return gaps;
  const before = gaps.filter(({ from, to }) => from === -Infinity || to < gap.from);
  const [touched] = gaps.slice(before.length);
  return [...before, { from: Math.min(gap.from, touched?.from ?? Infinity), to: gap.to }];
}

function latestOf([first, ...later]: readonly Period[]): readonly Period[] {
  return [...(first === undefined ? [] : [first]), ...later.slice(-MOST_GAPS)];
}
