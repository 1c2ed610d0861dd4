import { backoffMs } from '../lib/backoff.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { ApiError, isExpired, isNotFound, type StatusBody, toApiError } from './api-error.ts';
import { type Change, Collection, newListing } from './collection.ts';
import { FailureLog } from './failure-log.ts';
import { JsonLines } from './json-lines.ts';
import type { KubeObject } from './kube-object.ts';
import { listCollection } from './list-collection.ts';
import { SilenceWatchdog } from './silence-watchdog.ts';
import type { Transport } from './transport.ts';

export interface ReflectorOptions<T> {
  readonly transport: Pick<Transport, 'request' | 'json'>;
  /** Of the collection, such as `/apis/batch/v1/jobs`. */
  readonly path: string;
  /** Selectors. */
  readonly query?: Readonly<Record<string, string>>;
  /** The part of an object to keep. An object that it throws at is left out and counted. */
  readonly transform: (object: KubeObject) => T;
  /** Called in the cluster's order, synchronously. What it throws is counted and changes nothing. */
  readonly onChange: (change: Change<T>) => void;
  /** Called after each list. */
  readonly onSynced?: () => void;
  /**
   * Called after a list that had to follow an expired resourceVersion, with the ms since the last change
   * that was told before: what came and went in them nobody saw.
   */
  readonly onListedAgain?: (blindMs: number) => void;
  readonly log: Log;
  /** For a kind that may not be installed: 404 means that there is nothing, and is no failure. */
  readonly absentIsEmpty?: boolean;
  /** Shortened in tests. */
  readonly timing?: Partial<ReflectorTiming>;
  /** Network time is real time, even in a virtual world. */
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface ReflectorTiming {
  readonly pageSize: number;
  readonly pageTimeoutMs: number;
  /** The server ends a watch after this to twice this, so that not all clients return at once. */
  readonly watchSeconds: number;
  /** A watch that is silent for so long is taken for dead. Bookmarks come about every minute. */
  readonly stallMs: number;
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
}

/** client-go's numbers. The first wait is doubled, since backoffMs spreads over the upper half. */
const TIMING: ReflectorTiming = {
  pageSize: 500,
  pageTimeoutMs: 60_000,
  watchSeconds: 300,
  stallMs: 90_000,
  firstBackoffMs: 1_600,
  longestBackoffMs: 30_000,
};

/** A server may ask for patience, but not blind us for hours. */
const LONGEST_RETRY_AFTER_MS = 300_000;
/** A watch that ends sooner and without an event is a failure, though the server calls it none. */
const SHORTEST_WATCH_MS = 1_000;

export interface ReflectorStats {
  lists: number;
  watches: number;
  events: number;
  bookmarks: number;
  expired: number;
  stalls: number;
  errors: number;
  handlerErrors: number;
  transformErrors: number;
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object?: KubeObject & StatusBody;
}

/**
 * Keeps `store` equal to a collection of the cluster: list, then watch from the list's resourceVersion,
 * and again from the last one seen whenever the watch ends, breaks or falls silent. Only an expired
 * resourceVersion (410) makes it list again; what the comparison finds then is told as changes. No
 * answer and no failure of the network stops it before `stop`.
 */
export class Reflector<T extends { readonly uid: string }> {
  readonly stats: ReflectorStats = {
    lists: 0,
    watches: 0,
    events: 0,
    bookmarks: 0,
    expired: 0,
    stalls: 0,
    errors: 0,
    handlerErrors: 0,
    transformErrors: 0,
  };
  readonly #options: ReflectorOptions<T>;
  readonly #timing: ReflectorTiming;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #collection: Collection<T>;
  readonly #connectionFailures: FailureLog;
  readonly #ownFailures: FailureLog;
  #resourceVersion = '';
  #synced = false;
  #absent = false;
  #lastByteAt: number | null = null;
  #broken = false;
  /** When the resourceVersion was the newest, by our clock. */
  #toldAt: number | null = null;
  #failures = 0;
  #run: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#collection = new Collection({
      transform: (object) => this.#transform(object),
      onChange: (change) => this.#guard(() => options.onChange(change)),
    });
    this.#connectionFailures = new FailureLog(options.log);
    this.#ownFailures = new FailureLog(options.log);
  }

  /** By `namespace/name`, or `name` for a cluster-scoped kind. */
  get store(): ReadonlyMap<string, T> {
    return this.#collection.objects;
  }

  /** Whether the collection was read to its end once. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Whether the kind is not installed; only ever true with `absentIsEmpty`. */
  get absent(): boolean {
    return this.#absent;
  }

  /** Everything up to it was told; empty before the first list and while a new one is needed. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** When the server last sent anything, by our clock; null before the first byte. */
  get lastByteAt(): number | null {
    return this.#lastByteAt;
  }

  /** Whether the connection failed and nothing was heard since: what happens meanwhile is not told. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Begins, or does nothing when it runs. After `stop` it goes on where it was. */
  start(): void {
    if (this.#run) return;
    const stop = new AbortController();
    this.#run = { stop, ended: this.#loop(stop.signal) };
  }

  /** Resolves when the watch is closed and no handler will be called any more. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    run.stop.abort();
    await run.ended;
    if (this.#run === run) this.#run = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#resourceVersion === '') await this.#list(signal);
        await this.#watch(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#broken = true;
        this.#note(error);
        await this.#clock.sleep(this.#pause(error), signal).catch(() => {});
      }
    }
  }

  #note(error: unknown): void {
    if (this.#options.absentIsEmpty && isNotFound(error)) {
      // A watch's 404 is only believed when a list says so too: what follows is a deletion of all.
      if (this.#resourceVersion === '') this.#becomeAbsent();
      this.#resourceVersion = '';
    } else if (isExpired(error)) {
      this.stats.expired++;
      this.#resourceVersion = '';
    } else {
      this.stats.errors++;
      this.#connectionFailures.failed('warn', 'the watch of the cluster fails and is tried again', error);
    }
  }

  #pause(error: unknown): number {
    const backoff = { firstMs: this.#timing.firstBackoffMs, longestMs: this.#timing.longestBackoffMs };
    const own = backoffMs(backoff, ++this.#failures, this.#random());
    const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    return Math.max(own, Math.min(asked, LONGEST_RETRY_AFTER_MS));
  }

  #recovered(): void {
    this.#failures = 0;
    this.#connectionFailures.recovered('the watch of the cluster works again');
  }

  /** The kind is not installed, or no longer. */
  #becomeAbsent(): void {
    this.#alive();
    this.#absent = true;
    this.#collection.replace(newListing());
    if (!this.#synced) this.#becomeSynced();
  }

  async #list(signal: AbortSignal): Promise<void> {
    this.stats.lists++;
    const listing = newListing<T>();
    const resourceVersion = await listCollection({
      transport: this.#options.transport,
      path: this.#options.path,
      query: this.#options.query ?? {},
      pageSize: this.#timing.pageSize,
      pageTimeoutMs: this.#timing.pageTimeoutMs,
      signal,
      onObject: (object) => this.#collection.list(listing, object),
      onRestart: () => {
        listing.objects.clear();
        listing.versions.clear();
      },
    });
    this.#alive();
    this.#absent = false;
    this.#resourceVersion = resourceVersion;
    this.#collection.replace(listing);
    const now = this.#clock.now();
    const blindMs = this.#toldAt === null ? null : now - this.#toldAt;
    this.#toldAt = now;
    if (blindMs !== null) this.#guard(() => this.#options.onListedAgain?.(blindMs));
    this.#becomeSynced();
  }

  #becomeSynced(): void {
    this.#synced = true;
    this.#guard(() => this.#options.onSynced?.());
  }

  async #watch(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.stats.watches++;
    const openedAt = this.#clock.now();
    const eventsBefore = this.stats.events;
    const connection = new AbortController();
    const close = () => connection.abort();
    signal.addEventListener('abort', close);
    const watchdog = new SilenceWatchdog(this.#clock, this.#timing.stallMs, close);
    try {
      await this.#readWatch(connection.signal, watchdog);
    } catch (error) {
      if (signal.aborted || !watchdog.barked) throw error;
      // Silence is no failure of the server's: go on at once from where we are.
      this.stats.stalls++;
      return;
    } finally {
      watchdog.end();
      signal.removeEventListener('abort', close);
    }
    const barren = this.stats.events === eventsBefore;
    if (barren && this.#clock.now() - openedAt < SHORTEST_WATCH_MS) {
      throw new Error('the watch closed at once, without an event');
    }
    this.#recovered();
  }

  async #readWatch(signal: AbortSignal, watchdog: SilenceWatchdog): Promise<void> {
    const timeoutSeconds = Math.round(this.#timing.watchSeconds * (1 + this.#random()));
    const query = {
      ...this.#options.query,
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: this.#resourceVersion,
      timeoutSeconds,
    };
    const response = await this.#options.transport.request(this.#options.path, { query, signal });
    const alive = () => {
      this.#alive();
      watchdog.heard();
    };
    alive();
    const lines = new JsonLines();
    for await (const chunk of response.body) {
      alive();
      lines.feed(chunk, (event) => this.#apply(event as WatchEvent));
    }
  }

  #alive(): void {
    this.#broken = false;
    this.#lastByteAt = this.#clock.now();
  }

  #apply({ type, object }: WatchEvent): void {
    if (!object) throw new Error(`a watch event of type ${type} has no object`);
    if (type === 'ERROR') throw toApiError(Number(object.code ?? 500), object);
    const { resourceVersion } = object.metadata;
    if (typeof resourceVersion !== 'string' || resourceVersion === '') {
      throw new Error(`a watch event of type ${type} has no resourceVersion`);
    }
    this.stats.events++;
    if (type === 'BOOKMARK') this.stats.bookmarks++;
    else if (type === 'DELETED') this.#collection.remove(object);
    else this.#collection.put(object);
    // Only now: what was not told must come again after a break.
    this.#resourceVersion = resourceVersion;
    this.#toldAt = this.#clock.now();
    this.#recovered();
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.stats.handlerErrors++;
      this.#ownFailures.failed('error', 'a handler of cluster changes failed', error);
    }
  }

  #transform(object: KubeObject): T | null {
    try {
      return this.#options.transform(object);
    } catch (error) {
      this.stats.transformErrors++;
      this.#ownFailures.failed('error', 'an object of the cluster could not be read', error);
      return null;
    }
  }
}
