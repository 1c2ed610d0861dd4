import type { RunStatistics } from '../execution/run-statistics.ts';
import type { Session } from './database.ts';
import { statisticsColumns, toRunStatistics } from './run-statistics.ts';

/** A stretch of a CronJob's history: the runs that started at `from` or later and earlier than `before`. */
export interface Stretch {
  readonly cronJobId: number;
  readonly from: number;
  readonly before: number;
}

/** What the row of a CronJob tells of its history. */
interface History {
  /** An id of a row may be given to another CronJob. */
  readonly uid: string;
  readonly history_revision: number;
  readonly past_revision: number;
  readonly last_run_at: number | null;
}

interface Remembered {
  readonly history: History;
  readonly statistics: RunStatistics;
}

/** Some stretches for each CronJob that somebody looks at; those that were asked for longest ago go first. */
const MOST_REMEMBERED = 3_000;

/** What was last computed of stretches. */
export class PastMemory {
  readonly #stretches = new Map<string, Remembered>();

  /** Null when it is not known, or may have changed since. */
  find(stretch: Stretch, now: History): RunStatistics | null {
    const key = keyOf(stretch);
    const known = this.#stretches.get(key);
    if (known === undefined) return null;
    this.#stretches.delete(key);
    if (!isUnchanged(stretch, known.history, now)) return null;
    this.#stretches.set(key, known);
    return known.statistics;
  }

  keep(stretch: Stretch, remembered: Remembered): void {
    this.#stretches.set(keyOf(stretch), remembered);
    if (this.#stretches.size <= MOST_REMEMBERED) return;
    this.#stretches.delete(this.#stretches.keys().next().value!);
  }
}

/**
 * The statistics of a stretch: as remembered while no run of it was added or removed, by whatever process. Without a
 * memory they are computed: within a transaction, whose changes may yet be undone.
 */
export async function pastStatistics(
  session: Session,
  memory: PastMemory | null,
  stretch: Stretch,
): Promise<RunStatistics> {
  // First: what is read after it is as new at least.
  const history = memory === null ? undefined : await readHistory(session, stretch.cronJobId);
  const known = history === undefined ? null : memory!.find(stretch, history);
  if (known !== null) return known;
  const statistics = await compute(session, stretch);
  if (history !== undefined) memory!.keep(stretch, { history, statistics });
  return statistics;
}

/** Runs that are added in their order start after those that were there, and so after a stretch that ended before these. */
function isUnchanged({ before }: Stretch, then: History, now: History): boolean {
  if (then.uid !== now.uid || then.past_revision !== now.past_revision) return false;
  const isOver = then.last_run_at !== null && then.last_run_at >= before;
  return isOver || then.history_revision === now.history_revision;
}

function readHistory({ db }: Session, cronJobId: number): Promise<History | undefined> {
  return db
    .selectFrom('cron_jobs')
    .select(['uid', 'history_revision', 'past_revision', 'last_run_at'])
    .where('id', '=', cronJobId)
    .executeTakeFirst();
}

async function compute(session: Session, { cronJobId, from, before }: Stretch): Promise<RunStatistics> {
  const row = await session.db
    .selectFrom('executions')
    .where('cron_job_id', '=', cronJobId)
    .where('started_at', '>=', from)
    .where('started_at', '<', before)
    .select((eb) => statisticsColumns(session, eb))
    .executeTakeFirst();
  return toRunStatistics(row);
}

function keyOf({ cronJobId, from, before }: Stretch): string {
  return `${cronJobId} ${from} ${before}`;
}
