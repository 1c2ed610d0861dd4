import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../lib/duration.ts';
import { toTimetable } from '../schedule/timetable.ts';
import { UTC } from '../schedule/zone.ts';
import type { Finding } from './finding.ts';
import {
  evaluateMissedSchedule,
  type MissedScheduleFacts,
  type MissedScheduleSpec,
  type PassedSlot,
} from './missed-schedule.ts';

/** Monday. */
const MON = Date.UTC(2026, 2, 2);

function timetable(schedule: string, timeZone: string | null = null, base = MON - 30 * DAY) {
  return toTimetable({ schedule, timeZone }, UTC, [base]);
}

/** A CronJob due at 09:00 on weekdays that exists for a month and ran on Friday. */
function facts(given: Partial<MissedScheduleFacts> = {}): MissedScheduleFacts {
  return {
    cronJobName: 'report',
    timetable: timetable('0 9 * * 1-5'),
    expectedSince: MON - 30 * DAY,
    paused: false,
    lastStartedAt: MON - 3 * DAY + 9 * HOUR,
    lastSuccessAt: MON - 3 * DAY + 9 * HOUR + MINUTE,
    succeeded: null,
    finalUntil: -Infinity,
    passedSlots: [],
    ...given,
  };
}

function unknown(at: number): PassedSlot {
  return { at, isKnown: false, why: null };
}

function notStarted(at: number): PassedSlot {
  return { at, isKnown: true, why: null };
}

interface Case {
  readonly name: string;
  readonly spec?: Partial<MissedScheduleSpec>;
  readonly facts?: Partial<MissedScheduleFacts>;
  readonly now: number;
  readonly state: Finding['state'];
  /** When to look again. */
  readonly next: number | null;
}

const DUE = MON + 10 * HOUR;

const CASES: readonly Case[] = [
  { name: 'a slot is awaited until its buffer is over', now: DUE - 1, state: 'unchanged', next: DUE },
  { name: 'a slot without a run fires when its buffer is over', now: DUE, state: 'firing', next: DUE + DAY },
  { name: 'a weekend has no slots to miss', now: MON, state: 'unchanged', next: DUE },
  {
    name: 'a run that started at its slot is no miss',
    facts: { lastStartedAt: MON + 9 * HOUR },
    now: DUE,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a run that started at the last instant of the buffer is no miss',
    facts: { lastStartedAt: DUE },
    now: DUE,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a run from before the slot does not count for it',
    facts: { lastStartedAt: MON + 9 * HOUR - 1_000 },
    now: DUE,
    state: 'firing',
    next: DUE + DAY,
  },
  {
    name: 'a monthly schedule is awaited for weeks',
    facts: { timetable: timetable('0 0 1 * *'), lastStartedAt: Date.UTC(2026, 2, 1) },
    now: MON,
    state: 'unchanged',
    next: Date.UTC(2026, 3, 1, 1),
  },
  {
    name: 'a CronJob whose first slot has not come yet has missed nothing',
    facts: { expectedSince: MON + 9 * HOUR + 1, lastStartedAt: null, lastSuccessAt: null },
    now: DUE,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a monitor asks for no slot from before it existed',
    facts: { expectedSince: MON + 9 * HOUR },
    now: DUE,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a CronJob that never ran misses its first slot as any other',
    facts: { expectedSince: MON, lastStartedAt: null, lastSuccessAt: null },
    now: DUE,
    state: 'firing',
    next: DUE + DAY,
  },
  {
    name: 'a suspended CronJob is not asked',
    facts: { paused: true },
    now: DUE,
    state: 'unchanged',
    next: null,
  },
  {
    name: 'a success by hand ends what was missed before the suspension',
    facts: { paused: true, lastSuccessAt: DUE, succeeded: 'by-hand' },
    now: DUE,
    state: 'ok',
    next: null,
  },
  {
    name: 'a schedule that cannot be read has no slot to miss',
    facts: { timetable: timetable('0 9 * *') },
    now: DUE,
    state: 'unchanged',
    next: null,
  },
  {
    name: 'a success ends what was missed before the schedule could not be read any more',
    facts: { timetable: timetable('0 9 * *'), succeeded: 'report-by-hand' },
    now: DUE,
    state: 'ok',
    next: null,
  },
  {
    name: 'fewer slots in a row than asked for say nothing yet',
    spec: { missedScheduleThreshold: 3 },
    now: DUE + DAY,
    state: 'unchanged',
    next: DUE + 2 * DAY,
  },
  {
    name: 'as many slots in a row as asked for fire at the last one',
    spec: { missedScheduleThreshold: 3 },
    now: DUE + 2 * DAY,
    state: 'firing',
    next: DUE + 3 * DAY,
  },
  {
    name: 'a slot of which nothing is known is no miss',
    facts: { finalUntil: DUE, passedSlots: [unknown(MON + 9 * HOUR)] },
    now: DUE,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a slot that is final before its buffer is over is awaited all the same',
    facts: { finalUntil: DUE - 1, passedSlots: [notStarted(MON + 9 * HOUR)] },
    now: DUE - 1,
    state: 'unchanged',
    next: DUE,
  },
  {
    name: 'slots in a row may be final or not',
    spec: { missedScheduleThreshold: 2 },
    facts: { finalUntil: MON + DAY, passedSlots: [notStarted(MON + 9 * HOUR)] },
    now: DUE + DAY,
    state: 'firing',
    next: DUE + 2 * DAY,
  },
  {
    name: 'a slot that an edited schedule would have had is none',
    facts: { finalUntil: MON + 9 * HOUR + MINUTE },
    now: DUE,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a success ends it',
    facts: { lastStartedAt: DUE + HOUR, lastSuccessAt: DUE + HOUR, succeeded: 'report-1' },
    now: DUE + HOUR,
    state: 'ok',
    next: DUE + DAY,
  },
  {
    name: 'a success of a run from before the slot ends it too',
    facts: { lastSuccessAt: DUE + HOUR, succeeded: 'report-1' },
    now: DUE + HOUR,
    state: 'ok',
    next: DUE + DAY,
  },
  {
    name: 'a run that started late does not end it before it succeeds',
    facts: { lastStartedAt: DUE + HOUR },
    now: DUE + HOUR,
    state: 'unchanged',
    next: DUE + DAY,
  },
  {
    name: 'a night that the clock skips has no slot',
    facts: {
      timetable: timetable('30 2 * * *', 'Europe/Berlin'),
      lastStartedAt: Date.UTC(2026, 2, 28, 1, 30),
    },
    now: Date.UTC(2026, 2, 29, 12),
    state: 'unchanged',
    next: Date.UTC(2026, 2, 30, 1, 30),
  },
  {
    name: '@every counts from the last slot',
    facts: { timetable: timetable('@every 90m', null, MON + 9 * HOUR), lastStartedAt: MON + 9 * HOUR },
    now: MON + 11 * HOUR,
    state: 'unchanged',
    next: MON + 11.5 * HOUR,
  },
  {
    name: 'a schedule that never comes is never missed',
    facts: { timetable: timetable('0 0 31 2 *'), lastStartedAt: null },
    now: DUE + 400 * DAY,
    state: 'unchanged',
    next: null,
  },
  {
    name: 'an invalid schedule is never missed',
    facts: { timetable: timetable('often') },
    now: DUE,
    state: 'unchanged',
    next: null,
  },
];
for (const { name, spec = {}, facts: given = {}, now, state, next } of CASES) {
  test(name, () => {
    const { finding, nextCheckAt } = evaluateMissedSchedule(
      { bufferMs: HOUR, missedScheduleThreshold: 1, ...spec },
      facts(given),
      now,
    );
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, next);
  });
}

function firing(given: Partial<MissedScheduleFacts>, now: number, bufferMs = HOUR) {
  const { finding } = evaluateMissedSchedule({ bufferMs, missedScheduleThreshold: 1 }, facts(given), now);
  assert.ok(finding.state === 'firing');
  return finding;
}

test('the message names the slot in the zone of the CronJob, the limit and the last run', () => {
  const zone = 'Europe/Berlin';
  const { title, message } = firing({ timetable: timetable('0 9 * * 1-5', zone) }, MON + 9 * HOUR);
  assert.equal(title, 'report missed its slot of Mon 2026-03-02 09:00 Europe/Berlin');
  assert.equal(
    message,
    'No run started for the slot of Mon 2026-03-02 09:00 Europe/Berlin; 1h passed. ' +
      'The last run started Fri 2026-02-27 10:00 Europe/Berlin.',
  );
});

test('the message says what hindered the run, where that is known', () => {
  const slot = MON + 9 * HOUR;
  const message = 'Job report-1 was still active (concurrencyPolicy Forbid)';
  const passedSlots = [{ at: slot, isKnown: true, why: { message, knownAt: DUE } }];
  assert.match(
    firing({ finalUntil: slot, passedSlots }, DUE).message,
    /Job report-1 was still active \(concurrencyPolicy Forbid\)\./,
  );
});

test('what hindered it is not told before it was certain', () => {
  const slot = MON + 9 * HOUR;
  const passedSlots = [{ at: slot, isKnown: true, why: { message: 'Too busy', knownAt: DUE + 1 } }];
  assert.doesNotMatch(firing({ finalUntil: slot, passedSlots }, DUE).message, /Too busy/);
});

test('each further slot is a cause of its own, and the slots in a row are counted', () => {
  const { cause, title, message } = firing({}, DUE + 2 * DAY);
  assert.equal(cause, String(MON + 2 * DAY + 9 * HOUR));
  assert.equal(title, 'report missed 3 slots in a row');
  assert.match(message, /It is the latest of 3 slots in a row without a run\./);
});

test('thousands of missed slots are found and told without counting them all', () => {
  const { cause, title } = firing({ timetable: timetable('* * * * *') }, MON + 30 * DAY);
  assert.equal(cause, String(MON + 30 * DAY - HOUR));
  assert.equal(title, 'report missed more than 100 slots in a row');
});
