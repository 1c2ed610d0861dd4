import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../lib/duration.ts';
import { latestSlotOf, slotAfter, slotsOf, type Timetable, toTimetable } from './timetable.ts';
import { findZone, UTC } from './zone.ts';

const T = Date.UTC(2026, 2, 2, 9);

function timetable(
  schedule: string,
  given: { timeZone?: string; lastScheduledFor?: number } = {},
): Timetable {
  const { timeZone = null, lastScheduledFor = null } = given;
  const found = toTimetable({ schedule, timeZone, createdAt: T, lastScheduledFor }, UTC);
  assert.ok(found);
  return found;
}

test('the zone is that of the schedule, else of the CronJob, else of the controller', () => {
  const zone = (schedule: string, timeZone?: string) =>
    timetable(schedule, timeZone === undefined ? {} : { timeZone }).zone;
  assert.equal(zone('CRON_TZ=Asia/Tokyo 0 9 * * *', 'Europe/Berlin'), findZone('Asia/Tokyo'));
  assert.equal(zone('0 9 * * *', 'Europe/Berlin'), findZone('Europe/Berlin'));
  assert.equal(zone('0 9 * * *'), UTC);
});

test('an invalid schedule and an unknown zone have none', () => {
  const cronJob = { schedule: '0 9 * * *', timeZone: null, createdAt: T, lastScheduledFor: null };
  assert.equal(toTimetable({ ...cronJob, schedule: 'often' }, UTC), null);
  assert.equal(toTimetable({ ...cronJob, timeZone: 'Mars/Olympus' }, UTC), null);
});

test('@every counts from the last slot in both directions, else from the creation', () => {
  const every = timetable('@every 90m', { lastScheduledFor: T + 10 * MINUTE });
  assert.deepEqual(slotsOf(every, T - 2 * HOUR, T + 2 * HOUR, 10), [
    T - 80 * MINUTE,
    T + 10 * MINUTE,
    T + 100 * MINUTE,
  ]);
  assert.equal(slotAfter(timetable('@every 90m'), T), T + 90 * MINUTE);
});

test('the latest slot is found among thousands, with a count that stops', () => {
  assert.deepEqual(latestSlotOf(timetable('* * * * *'), T, T + 9_000 * MINUTE + 1), {
    slot: T + 9_000 * MINUTE,
    missed: 101,
  });
  assert.equal(latestSlotOf(timetable('0 9 * * *'), T, T + HOUR), null);
});
