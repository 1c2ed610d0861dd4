import { wordDuration } from '../lib/word-duration.ts';
import { MOST_MISSED_COUNTED } from '../schedule/slots.ts';
import { latestSlot, type ReadableTimetable, slotsAfter, type Timetable } from '../schedule/timetable.ts';
import { wordInstant } from '../schedule/word-instant.ts';
import { type Judgement, quietUnless } from './finding.ts';

export interface MissedScheduleSpec {
  /** How late a run may start. */
  readonly bufferMs: number;
  /** So many missed slots in a row raise the alert. */
  readonly missedScheduleThreshold: number;
}

/** As of one instant. */
export interface MissedScheduleFacts {
  readonly cronJobName: string;
  /** No slot ever comes when it cannot be read. */
  readonly timetable: Timetable;
  /** Since when a run is expected: CronJob and monitor existed, no suspension was in force that monitoring pauses with. */
  readonly expectedSince: number;
  /** Whether silence means nothing now: it is suspended, and the monitor pauses with it. */
  readonly paused: boolean;
  /** Of the newest run, manual or not; null before the first. */
  readonly lastStartedAt: number | null;
  /** When the last success ended; null before the first. */
  readonly lastSuccessAt: number | null;
  /** The Job that succeeded at this very moment; null when another thing happened. */
  readonly succeeded: string | null;
  /** Slots up to here had a run in time or are among `passedSlots`. Later ones follow from the timetable. */
  readonly finalUntil: number;
  /** Oldest first. Of very many the latest are enough. */
  readonly passedSlots: readonly PassedSlot[];
}

/** A slot for which no run started in time. */
export interface PassedSlot {
  readonly at: number;
  /** False where nobody watched and nothing tells whether a run started. */
  readonly isKnown: boolean;
  /** What hindered the run, in words, and from when on that was certain; null where nothing more is known. */
  readonly why: { readonly message: string; readonly knownAt: number } | null;
}

const reason = 'MissedSchedule';

/**
 * A slot is missed when no run started from it on until it was `bufferMs` old. So many slots in a row,
 * counted from the last start, fire, and each further one adds to the alert. A slot of which nothing is
 * known begins the count anew. Any success ends the alert.
 */
export function evaluateMissedSchedule(
  spec: MissedScheduleSpec,
  facts: MissedScheduleFacts,
  now: number,
): Judgement {
  const { timetable, paused, succeeded } = facts;
  if (timetable.kind === 'unreadable') return quietUnless(succeeded, reason, 'No slot ever comes.');
  // Nothing is missed now, but a run by hand makes good what was.
  if (paused) return quietUnless(succeeded, reason, 'It is suspended, and monitoring pauses with it.');
  const missed = missedSlots(spec, facts, timetable, now);
  const threshold = spec.missedScheduleThreshold;
  const wanted = Math.max(1, threshold - missed.count);
  const nextCheckAt = dueAfter(spec, facts, timetable, missed.countFrom, now, wanted);
  if (missed.latest === null || missed.count < threshold) {
    return quietUnless(succeeded, reason, 'No slot is overdue.', nextCheckAt);
  }
  const { latest, count } = missed;
  return {
    finding: {
      state: 'firing',
      reason,
      cause: String(latest),
      run: null,
      ...words(spec, facts, timetable, { latest, inARow: count, now }),
    },
    nextCheckAt,
  };
}

interface MissedSlots {
  /** Slots up to here are settled. */
  readonly countFrom: number;
  /** `MOST_MISSED_COUNTED` when that many or more. */
  readonly count: number;
  /** Null when there is none. */
  readonly latest: number | null;
}

/** The slots in a row whose buffer is over. */
function missedSlots(
  spec: MissedScheduleSpec,
  facts: MissedScheduleFacts,
  timetable: ReadableTimetable,
  now: number,
): MissedSlots {
  const countFrom = countedFrom(spec, facts, now);
  const dueUntil = now - spec.bufferMs;
  const empty = facts.passedSlots.filter(({ at }) => at > countFrom && at <= dueUntil);
  const later = latestSlot(timetable, Math.max(countFrom, facts.finalUntil), dueUntil);
  return {
    countFrom,
    count: Math.min(empty.length + (later?.missed ?? 0), MOST_MISSED_COUNTED),
    latest: later?.slot ?? empty.at(-1)?.at ?? null,
  };
}

/** A run started after these slots, a success made good for them, or they do not count. */
function countedFrom(
  { bufferMs }: MissedScheduleSpec,
  { expectedSince, lastStartedAt, lastSuccessAt, passedSlots }: MissedScheduleFacts,
  now: number,
): number {
  const unknown = passedSlots.findLast(({ isKnown, at }) => !isKnown && at <= now);
  return Math.max(
    expectedSince,
    lastStartedAt ?? -Infinity,
    lastSuccessAt === null ? -Infinity : lastSuccessAt - bufferMs,
    unknown?.at ?? -Infinity,
  );
}

/** When the buffer of the `count`th slot from now on is over, if no run starts; null when none comes. */
function dueAfter(
  { bufferMs }: MissedScheduleSpec,
  { finalUntil, passedSlots }: MissedScheduleFacts,
  timetable: ReadableTimetable,
  countFrom: number,
  now: number,
  count: number,
): number | null {
  const from = Math.max(countFrom, now - bufferMs);
  const empty = passedSlots.map(({ at }) => at).filter((at) => at > from);
  const later = slotsAfter(timetable, Math.max(from, finalUntil), Infinity, count);
  const slot = [...empty, ...later][count - 1];
  return slot === undefined ? null : slot + bufferMs;
}

function words(
  { bufferMs }: MissedScheduleSpec,
  { cronJobName, lastStartedAt, passedSlots }: MissedScheduleFacts,
  { zone }: ReadableTimetable,
  { latest, inARow, now }: { readonly latest: number; readonly inARow: number; readonly now: number },
): { readonly title: string; readonly message: string } {
  const slot = wordInstant(latest, zone);
  const why = passedSlots.findLast(({ at }) => at === latest)?.why ?? null;
  const count = inARow < MOST_MISSED_COUNTED ? String(inARow) : 'more than 100';
  const sentences = [
    `No run started for the slot of ${slot}; ${wordDuration(bufferMs)} passed.`,
    why === null || why.knownAt > now ? null : asSentence(why.message),
    inARow > 1 ? `It is the latest of ${count} slots in a row without a run.` : null,
    lastStartedAt === null ? null : `The last run started ${wordInstant(lastStartedAt, zone)}.`,
  ];
  return {
    title:
      inARow > 1
        ? `${cronJobName} missed ${count} slots in a row`
        : `${cronJobName} missed its slot of ${slot}`,
    message: sentences.filter((sentence) => sentence !== null).join(' '),
  };
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
