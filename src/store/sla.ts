import type { SlaCounts } from '../execution/sla.ts';
import { chunks } from '../lib/chunks.ts';
import type { Session } from './database.ts';
import { advanceWindows } from './sla-advance.ts';
import { slaSubjects } from './sla-subjects.ts';
import { type CountedWindows, type MaintenancePeriod, recountWindows } from './sla-recount.ts';

/** How a monitor counts. */
export interface SlaTerms {
  /** Its uid. */
  readonly monitor: string;
  /** Of the spec that the terms are of: other terms come with another generation. */
  readonly generation: number;
  readonly widthMs: number;
  /** The maintenance within [from, to): periods apart from each other, in order. */
  readonly maintenance: (from: number, to: number) => readonly MaintenancePeriod[];
}

/** The counts of (to - width, to], and of as long a time before it. */
export interface SlaFigures {
  readonly current: SlaCounts;
  readonly previous: SlaCounts;
  /** While nothing is recorded they stay the same at any later `to` before this; Infinity when for ever. */
  readonly holdUntil: number;
}

/** What was counted last by the terms of each monitor: an entry for each of its CronJobs, none for a run. */
export type SlaMemory = Map<string, CountedByTerms>;

interface CountedByTerms {
  readonly generation: number;
  readonly cronJobs: Map<number, CountedWindows>;
}

/** Of more monitors the one that was asked about longest ago is counted anew. */
const MOST_MONITORS = 1_000;

/** Below SQLite's most parameters of a statement (32,766), and few enough to let other reads pass in between. */
const CRON_JOBS_PER_STATEMENT = 200;

/**
 * What an SLA counts of slots and runs. The windows are remembered and moved on by what came and went since, so
 * that neither a judgement nor a report reads one anew. Without a memory all is counted anew: within a
 * transaction, whose changes may yet be undone.
 */
export function sla(session: Session, memory: SlaMemory | null) {
  async function figures(
    cronJobId: number,
    terms: SlaTerms,
    to: number,
    knownUntil = to,
  ): Promise<SlaFigures | null> {
    const known = recall(memory, terms);
    const counted = known.get(cronJobId);
    const inMaintenance = (at: number): boolean => terms.maintenance(at, at + 1).length > 0;
    const moved =
      counted === undefined
        ? null
        : await advanceWindows(session, cronJobId, counted, { to, knownUntil }, inMaintenance);
    if (moved === null) return (await countAnew([cronJobId], terms, to, knownUntil)).get(cronJobId) ?? null;
    known.set(cronJobId, moved);
    return toFigures(moved);
  }

  /** In statements that other reads can pass between. */
  async function countAnew(
    cronJobIds: readonly number[],
    terms: SlaTerms,
    to: number,
    knownUntil = to,
  ): Promise<Map<number, SlaFigures>> {
    const { widthMs } = terms;
    const known = recall(memory, terms);
    const maintenance = terms.maintenance(to - 2 * widthMs, to + 1);
    const result = new Map<number, SlaFigures>();
    for (const chunk of chunks(cronJobIds, CRON_JOBS_PER_STATEMENT)) {
      const question = { to, knownUntil, widthMs, maintenance };
      for (const [id, counted] of await recountWindows(session, chunk, question)) {
        if (!counted.isPast) known.set(id, counted);
        result.set(id, toFigures(counted));
      }
    }
    return result;
  }

  /** Those of which nothing came or went since they were counted. */
  async function currentOnes(
    cronJobIds: readonly number[],
    known: CountedByTerms['cronJobs'],
    to: number,
  ): Promise<Set<number>> {
    const current = new Set<number>();
    for (const chunk of chunks(cronJobIds, CRON_JOBS_PER_STATEMENT)) {
      const rows = await session.db
        .selectFrom('cron_jobs')
        .select(['id', 'history_revision'])
        .where('id', 'in', chunk)
        .execute();
      for (const { id, history_revision: revision } of rows) {
        const counted = known.get(id);
        if (counted?.revision !== revision) continue;
        if (to >= counted.windows.to && to < counted.movesAt) current.add(id);
      }
    }
    return current;
  }

  return {
    ...slaSubjects(session),

    /**
     * Of one CronJob, null when there is none of that id. Nothing later than `knownUntil` counts: what became of
     * it, though it is told by now, was not known at `to`.
     */
    figures,

    /** Of many; those that do not exist are left out. */
    async figuresOf(
      cronJobIds: readonly number[],
      terms: SlaTerms,
      to: number,
    ): Promise<Map<number, SlaFigures>> {
      const known = recall(memory, terms);
      const current = await currentOnes(cronJobIds, known, to);
      const unknown = cronJobIds.filter((id) => !known.has(id));
      const result = await countAnew(unknown, terms, to);
      for (const id of current) result.set(id, toFigures(known.get(id)!));
      const others = cronJobIds.filter((id) => !result.has(id) && known.has(id));
      for (const chunk of chunks(others, CRON_JOBS_PER_STATEMENT)) {
        const moved = await Promise.all(chunk.map((id) => figures(id, terms, to)));
        chunk.forEach((id, index) => moved[index] && result.set(id, moved[index]));
      }
      return result;
    },
  };
}

/** What is remembered of the CronJobs by these terms; nothing when they were others. */
function recall(memory: SlaMemory | null, { monitor, generation }: SlaTerms): CountedByTerms['cronJobs'] {
  if (memory === null) return new Map();
  const remembered = memory.get(monitor);
  const counted = remembered?.generation === generation ? remembered : { generation, cronJobs: new Map() };
  // Put last: the first of the map is the one that was asked about longest ago.
  memory.delete(monitor);
  memory.set(monitor, counted);
  if (memory.size > MOST_MONITORS) memory.delete(memory.keys().next().value!);
  return counted.cronJobs;
}

function toFigures({ windows: { current, previous }, movesAt }: CountedWindows): SlaFigures {
  return { current, previous, holdUntil: movesAt };
}
