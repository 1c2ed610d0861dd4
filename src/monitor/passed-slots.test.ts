import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { HOUR, SECOND } from '../lib/duration.ts';
import { toTimetable } from '../schedule/timetable.ts';
import { UTC } from '../schedule/zone.ts';
import type { KnownRun } from './moments.ts';
import { passedSlots } from './passed-slots.ts';

const timetable = toTimetable({ schedule: '0 * * * *', timeZone: null }, UTC);

function run(scheduledFor: number | null): KnownRun {
  return { jobUid: 'a', jobName: 'a', startedAt: T0, scheduledFor, endedAt: null };
}

test('slots without a run and slots of runs that may be late are in order, once each', () => {
  const slots = passedSlots({
    empty: [
      { at: T0 + HOUR, outcome: 'skipped', reason: 'NotStarted', message: null },
      { at: T0, outcome: 'unknown', reason: null, message: null },
    ],
    runs: [run(T0 + 2 * HOUR), run(T0 + 9 * HOUR), run(null)],
    finalUntil: T0 + 3 * HOUR,
    timetable,
    startingDeadlineSeconds: null,
  });
  assert.deepEqual(slots, [
    { at: T0, isKnown: false, why: null },
    { at: T0 + HOUR, isKnown: true, why: null },
    { at: T0 + 2 * HOUR, isKnown: true, why: null },
  ]);
});

test('what hindered a run is known when the slot is given up', () => {
  const [slot] = passedSlots({
    empty: [{ at: T0, outcome: 'skipped', reason: 'Forbidden', message: 'Job b was still running.' }],
    runs: [],
    finalUntil: T0,
    timetable,
    startingDeadlineSeconds: null,
  });
  assert.deepEqual(slot?.why, { message: 'Job b was still running.', knownAt: T0 + HOUR + 10 * SECOND });
});
