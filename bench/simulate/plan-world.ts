import { DAY, HOUR, MINUTE, SECOND } from '../../src/lib/duration.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import type { ProfileName } from './profiles.ts';
import {
  type Fault,
  type Outage,
  type PlannedCronJob,
  type PlannedTimetable,
  plannedSlots,
  type WorldPlan,
} from './world-plan.ts';

export interface WorldSize {
  readonly cronJobs: number;
  readonly days: number;
  readonly seed: string;
}

/** A Monday. */
const START_AT = Date.UTC(2026, 0, 5);

/** The same world for the same size and seed. */
export function planWorld({ cronJobs, days, seed }: WorldSize): WorldPlan {
  const endAt = START_AT + days * DAY;
  return {
    startAt: START_AT,
    endAt,
    cronJobs: Array.from({ length: cronJobs }, (_, index) => planCronJob(index, endAt, seed)),
    outages: planOutages(endAt, diceOf(`${seed} outages`)),
  };
}

interface Dice {
  /** True in `share` of all throws. */
  chance(share: number): boolean;
  /** A whole number in [low, high]. */
  between(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
}

function diceOf(seed: string): Dice {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  return {
    chance: (share) => random() < share,
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
  };
}

/** In order; a day or more lies between the end of one and the beginning of the next. */
function planOutages(endAt: number, dice: Dice): readonly Outage[] {
  const outages: Outage[] = [];
  let at = START_AT + 2 * DAY;
  for (;;) {
    const from = at + dice.between(0, 5 * 24) * HOUR + dice.between(0, 59) * MINUTE + 20 * SECOND;
    const until = from + dice.pick([20 * MINUTE, 50 * MINUTE, 3 * HOUR, 7 * HOUR]);
    if (until > endAt - DAY) return outages;
    outages.push({ kind: dice.pick(['service', 'apiServer']), from, until });
    at = until + DAY;
  }
}

/** Schedules of hours that many share, so that few instants are many CronJobs'. */
const TIMETABLES: Readonly<
  Record<'weekly' | 'daily' | 'halfDaily' | 'often', (dice: Dice) => PlannedTimetable>
> = {
  weekly: (dice) => {
    const [weekday, hour] = [dice.between(0, 6), dice.pick([1, 3, 5])];
    // The world begins on a Monday.
    const anchorAt = START_AT + ((weekday + 6) % 7) * DAY + hour * HOUR;
    return { schedule: `0 ${hour} * * ${weekday}`, timeZone: null, anchorAt, periodMs: 7 * DAY };
  },
  daily: (dice) => {
    const [hour, minute] = [dice.pick([0, 1, 2, 3, 5]), dice.pick([0, 30])];
    // India's clock is never changed: 5:30 before UTC.
    const india = dice.chance(0.2);
    const anchorAt = START_AT + hour * HOUR + minute * MINUTE - (india ? 5.5 * HOUR : 0);
    const timeZone = india ? 'Asia/Kolkata' : null;
    return { schedule: `${minute} ${hour} * * *`, timeZone, anchorAt, periodMs: DAY };
  },
  halfDaily: () => ({
    schedule: '0 1,13 * * *',
    timeZone: null,
    anchorAt: START_AT + HOUR,
    periodMs: 12 * HOUR,
  }),
  often: (dice) => {
    const [hours, minute] = [dice.pick([4, 6]), dice.pick([0, 30])];
    const anchorAt = START_AT + minute * MINUTE;
    return { schedule: `${minute} */${hours} * * *`, timeZone: null, anchorAt, periodMs: hours * HOUR };
  },
};

/** How many of a hundred CronJobs have a profile, and how often these run. */
const SHARES: readonly (readonly [ProfileName, number, readonly (keyof typeof TIMETABLES)[]])[] = [
  ['plain', 40, ['weekly', 'daily', 'daily', 'halfDaily', 'often']],
  ['patient', 15, ['daily', 'halfDaily', 'often']],
  ['silent', 15, ['daily', 'halfDaily']],
  ['paused', 15, ['daily', 'weekly']],
  ['strict', 15, ['often']],
];

function planCronJob(index: number, endAt: number, seed: string): PlannedCronJob {
  const dice = diceOf(`${seed} cronjob ${index}`);
  const [profile, often] = profileOf(index);
  const timetable = TIMETABLES[dice.pick(often)](dice);
  const createdAt = START_AT + (dice.chance(0.8) ? 10 * SECOND : dice.between(1, 7) * DAY + 7 * MINUTE);
  const cronJob: Omit<PlannedCronJob, 'faults'> = {
    name: `${profile}-${index}`,
    profile,
    timetable,
    createdAt,
    concurrencyPolicy: dice.pick(['Allow', 'Forbid', 'Replace']),
    startingDeadlineMs: dice.chance(0.2) ? 30 * MINUTE : null,
    // Ends what waits for its image; but what is to run for hours must not end.
    activeDeadlineMs: dice.chance(0.5) ? 30 * MINUTE : null,
    backoffLimit: dice.chance(0.4) ? 2 : 0,
    durationMs: dice.pick([30, 60, 120]) * SECOND,
  };
  return { ...cronJob, faults: planFaults(cronJob, endAt, dice) };
}

function profileOf(index: number): readonly [ProfileName, readonly (keyof typeof TIMETABLES)[]] {
  // A walk that meets every hundredth once, so that small worlds have all profiles too.
  let rest = (index * 37) % 100;
  for (const [profile, share, often] of SHARES) {
    if (rest < share) return [profile, often];
    rest -= share;
  }
  throw new Error('the shares of the profiles are less than a hundred');
}

/** Out of so many slots one begins a fault, at the least every 12 days. */
const SLOTS_PER_FAULT = 14;
const LONGEST_WITHOUT_FAULT = 12 * DAY;
/** Faults begin this much before their slot at most; until then the one before has to be over. */
const LONGEST_LEAD_MS = 20 * MINUTE;

function planFaults(cronJob: Omit<PlannedCronJob, 'faults'>, endAt: number, dice: Dice): readonly Fault[] {
  const { timetable, createdAt } = cronJob;
  const share = Math.max(1 / SLOTS_PER_FAULT, timetable.periodMs / LONGEST_WITHOUT_FAULT);
  const faults: Fault[] = [];
  let quietUntil = createdAt;
  for (const slot of plannedSlots(timetable, createdAt, endAt - 2 * timetable.periodMs)) {
    if (slot - LONGEST_LEAD_MS <= quietUntil || !dice.chance(share)) continue;
    const planned = planFault(cronJob, slot, dice);
    faults.push(...planned);
    quietUntil = Math.max(...planned.map(endOfFault)) + dice.between(0, 3) * timetable.periodMs;
  }
  return faults;
}

/** The faults that begin with a slot. */
function planFault(cronJob: Omit<PlannedCronJob, 'faults'>, slot: number, dice: Dice): readonly Fault[] {
  const { profile, timetable, activeDeadlineMs, backoffLimit } = cronJob;
  const { periodMs } = timetable;
  const span = (kind: 'heldBack' | 'refused' | 'suspension' | 'deletion', from: number, lengthMs: number) =>
    [{ kind, from, until: from + lengthMs }] as const;
  const kinds: (() => readonly Fault[])[] = [
    () => failures(slot, periodMs, dice.pick([1, 1, 2, 3, 4])),
    () => [{ kind: 'slowStart', slot, waitMs: dice.pick([4, 25]) * MINUTE }],
    () => span('heldBack', slot - MINUTE, dice.pick([30 * MINUTE, 3 * HOUR, 1.3 * periodMs, 3.3 * periodMs])),
    () => span('refused', slot - MINUTE, dice.pick([10 * MINUTE, 3.5 * HOUR, 2.4 * periodMs])),
    () => span('suspension', slot - 10 * MINUTE, dice.pick([5 * MINUTE, 3 * HOUR, 1.4 * periodMs, 5 * DAY])),
    () =>
      span(
        'deletion',
        slot - LONGEST_LEAD_MS,
        dice.pick([5 * MINUTE, 35 * MINUTE, 5 * HOUR, 2.2 * periodMs]),
      ),
  ];
  if (backoffLimit > 0) kinds.push(() => [{ kind: 'flake', slot }]);
  if (activeDeadlineMs !== null) {
    kinds.push(() => [{ kind: 'badImage', from: slot - MINUTE, until: slot + dice.pick([1, 3.1]) * HOUR }]);
  } else {
    kinds.push(() => [{ kind: 'duration', slot, durationMs: dice.pick([0.4, 1.3, 2.3]) * periodMs }]);
  }
  if (profile === 'strict') {
    kinds.push(
      () => [{ kind: 'duration', slot, durationMs: dice.pick([3, 8]) * SECOND }],
      () => slowdown(slot, periodMs, dice.between(3, 20), dice.pick([1.2, 4]) * cronJob.durationMs),
    );
  }
  return dice.pick(kinds)();
}

function failures(slot: number, periodMs: number, count: number): readonly Fault[] {
  return Array.from({ length: count }, (_, index) => ({ kind: 'failure', slot: slot + index * periodMs }));
}

function slowdown(slot: number, periodMs: number, count: number, durationMs: number): readonly Fault[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'duration',
    slot: slot + index * periodMs,
    durationMs,
  }));
}

function endOfFault(fault: Fault): number {
  return 'slot' in fault ? fault.slot : fault.until;
}
