import type { CronJob } from '../execution/cron-job.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY, HOUR, MINUTE } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import type { SelectingMonitor } from './membership.ts';
import { type RetentionDefaults, type RetentionTerms, retentionTerms } from './retention-terms.ts';

/** Where records are kept, and deleted in small transactions. */
export interface RetentionStore {
  readonly cronJobs: { all(): Promise<readonly RetainedCronJob[]> };
  expire(request: Expiry): Promise<PrunedRows>;
  readonly watchSessions: {
    /** Keeps the last that ended before: it tells where a gap begins. */
    forgetBefore(instant: number): Promise<unknown>;
  };
  /** Of Jobs whose run was never recorded. */
  removeOrphans(request: Pick<Expiry, 'keeps' | 'signal'>): Promise<PrunedRows>;
  /** Those of the CronJobs that are deleted and of which no run, slot or alert is kept; answers how many went. */
  forgetCronJobs(request: Forgetting): Promise<number>;
}

/** A CronJob that the cluster has or had. */
export interface RetainedCronJob extends CronJob {
  readonly id: number;
  /** Null while it is in the cluster. */
  readonly deletedAt: number | null;
  /** Null before the first judgement. */
  readonly slotsJudgedUntil: number | null;
}

export interface Expiry {
  readonly cronJobIds: readonly number[];
  /** Runs that ended earlier go. */
  readonly succeededBefore: number;
  readonly failedBefore: number;
  /** Runs that ended earlier lose their logs, if they stay. */
  readonly logsBefore: number;
  readonly eventsBefore: number;
  readonly forgetsNamesakes: boolean;
  readonly keeps: (jobUid: string) => boolean;
  readonly signal: AbortSignal;
}

export interface Forgetting {
  readonly cronJobIds: readonly number[];
  /** Asked right before the CronJob would go. */
  readonly keeps: (cronJobId: number) => boolean;
  readonly signal: AbortSignal;
}

export interface PrunedRows {
  readonly executions: number;
  readonly logs: number;
  readonly events: number;
}

export interface RetentionOptions {
  readonly store: RetentionStore;
  /** The monitors that select a CronJob, or did as long as it was there. */
  readonly selecting: (cronJob: CronJob) => readonly SelectingMonitor[];
  /** Whether the cluster has the Job: its run, if deleted, would be taken for a new one and recorded again. */
  readonly keeps: (jobUid: string) => boolean;
  /** Whether the cluster has the CronJob or any Job of it, or its deletion is still to be judged. */
  readonly watches: (cronJob: CronJob) => boolean;
  readonly defaults: RetentionDefaults;
  readonly clock: Clock;
  readonly log: Log;
}

/** Terms are days: a quarter of one more or less matters to nobody, and a pass over many CronJobs costs. */
const EVERY_MS = 6 * HOUR;
/** After a start, a deletion or a recreation: so that many at once cost one pass. */
const SOON_MS = MINUTE;
/** Evidence without a run is rare. */
const ORPHANS_EVERY_MS = DAY;

/**
 * Deletes what was kept for long enough: every six hours, and a minute after it is woken. One pass at a time; a
 * pass that fails is told and repeated at the next time.
 */
export class Retention implements AsyncDisposable {
  readonly #options: RetentionOptions;
  readonly #stopping = new AbortController();
  #timer: { readonly at: number; readonly cancel: () => void } | null = null;
  #pass: Promise<void> | null = null;
  #orphansDueAt = -Infinity;
  #started = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** To be called once it is known which Jobs the cluster has. */
  start(): void {
    if (this.#started || this.#stopping.signal.aborted) return;
    this.#started = true;
    this.#passAt(this.#options.clock.now() + SOON_MS);
  }

  /** A CronJob was deleted or made anew, and its records may have to go. */
  wake(): void {
    if (this.#started) this.#passAt(this.#options.clock.now() + SOON_MS);
  }

  /** Whether no pass is under way. */
  idle(): boolean {
    return this.#pass === null;
  }

  /** Ends after the chunk in hand; calling it again waits for the same. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer?.cancel();
    this.#timer = null;
    await this.#pass;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** The earlier of two times wins. */
  #passAt(at: number): void {
    if (this.#stopping.signal.aborted || (this.#timer !== null && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    this.#timer = { at, cancel: this.#options.clock.setTimer(at, () => this.#begin()) };
  }

  #begin(): void {
    this.#timer = null;
    this.#passAt(this.#options.clock.now() + EVERY_MS);
    // One that takes this long goes on; the next time comes.
    this.#pass ??= this.#run().finally(() => (this.#pass = null));
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    try {
      const pruned = await this.#expireAll();
      // Evidence goes every day; runs are worth a line.
      if (pruned.executions > 0) log.info(pruned, 'old records were deleted');
      else if (pruned.logs + pruned.events > 0) log.debug(pruned, 'old evidence was deleted');
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'old records could not be deleted');
    }
  }

  async #expireAll(): Promise<PrunedRows> {
    const { store, selecting, keeps, defaults, clock } = this.#options;
    const { signal } = this.#stopping;
    const now = clock.now();
    const total = { executions: 0, logs: 0, events: 0 };
    const cronJobs = await store.cronJobs.all();
    const groups = await groupByCutOffs(cronJobs, (cronJob) =>
      cutOffsOf(cronJob, retentionTerms(selecting(cronJob), defaults), now),
    );
    for (const { cronJobIds, cutOffs } of groups) {
      if (signal.aborted) return total;
      add(total, await store.expire({ ...cutOffs, cronJobIds, keeps, signal }));
    }
    await this.#forget(cronJobs, groups);
    await store.watchSessions.forgetBefore(unwatchedMattersFrom(cronJobs, groups, defaults, now));
    if (now < this.#orphansDueAt) return total;
    this.#orphansDueAt = now + ORPHANS_EVERY_MS;
    add(total, await store.removeOrphans({ keeps, signal }));
    return total;
  }

  /** Names that never come back, such as those of preview environments, would else stay for ever. */
  async #forget(cronJobs: readonly RetainedCronJob[], groups: readonly Group[]): Promise<void> {
    const { store, watches, log } = this.#options;
    const byId = new Map(cronJobs.map((cronJob) => [cronJob.id, cronJob]));
    const cronJobIds = groups.flatMap(({ cronJobIds, cutOffs }) =>
      cronJobIds.filter((id) => isOver(byId.get(id)!, cutOffs)),
    );
    const count = await store.forgetCronJobs({
      cronJobIds,
      keeps: (id) => watches(byId.get(id)!),
      signal: this.#stopping.signal,
    });
    if (count > 0) log.info({ cronJobs: count }, 'deleted CronJobs without records were forgotten');
  }
}

/** After the end of every run. */
const EVERYTHING = Number.MAX_SAFE_INTEGER;

type CutOffs = Omit<Expiry, 'cronJobIds' | 'keeps' | 'signal'>;

function cutOffsOf({ deletedAt }: RetainedCronJob, terms: RetentionTerms, now: number): CutOffs {
  const { purgeAfterDays, resets } = terms;
  if (deletedAt !== null && purgeAfterDays !== null && now >= deletedAt + purgeAfterDays * DAY) {
    return {
      succeededBefore: EVERYTHING,
      failedBefore: EVERYTHING,
      // Should it come back, its later runs have evidence again.
      logsBefore: now,
      eventsBefore: now,
      forgetsNamesakes: false,
    };
  }
  return {
    succeededBefore: now - terms.runDays * DAY,
    failedBefore: now - terms.failedRunDays * DAY,
    logsBefore: now - terms.evidenceDays * DAY,
    eventsBefore: now - terms.evidenceDays * DAY,
    forgetsNamesakes: resets && deletedAt === null,
  };
}

/** Whether the deletion of a CronJob is as long ago as its runs are kept. */
function isOver({ deletedAt }: RetainedCronJob, { succeededBefore, failedBefore }: CutOffs): boolean {
  return deletedAt !== null && deletedAt < Math.min(succeededBefore, failedBefore);
}

interface Group {
  readonly cronJobIds: number[];
  readonly cutOffs: CutOffs;
}

/** Each is compared with every monitor: so many at a time leave the event loop to others. */
const CRON_JOBS_PER_TURN = 200;

/** Most CronJobs share their terms, and one question to the store then does for all of them. */
async function groupByCutOffs(
  cronJobs: readonly RetainedCronJob[],
  of: (cronJob: RetainedCronJob) => CutOffs,
): Promise<readonly Group[]> {
  const groups = new Map<string, Group>();
  for (const [index, cronJob] of cronJobs.entries()) {
    if (index % CRON_JOBS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    const cutOffs = of(cronJob);
    const key = Object.values(cutOffs).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { cronJobIds: [cronJob.id], cutOffs });
    else group.cronJobIds.push(cronJob.id);
  }
  return [...groups.values()];
}

/**
 * Whether the cluster was watched matters as long as any run is kept, whose neighbours may be missing, and as long as
 * slots are to be judged.
 */
function unwatchedMattersFrom(
  cronJobs: readonly RetainedCronJob[],
  groups: readonly Group[],
  { runDays, failedRunDays }: RetentionDefaults,
  now: number,
): number {
  let from = now - Math.max(runDays, failedRunDays) * DAY;
  for (const { cutOffs } of groups) from = Math.min(from, cutOffs.succeededBefore, cutOffs.failedBefore);
  for (const { deletedAt, slotsJudgedUntil } of cronJobs) {
    if (deletedAt === null) from = Math.min(from, slotsJudgedUntil ?? from);
  }
  return from;
}

function add(total: { -readonly [Key in keyof PrunedRows]: number }, more: PrunedRows): void {
  total.executions += more.executions;
  total.logs += more.logs;
  total.events += more.events;
}
