import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../lib/duration.ts';
import { latestSlot, slotAfter, slotsAfter, type ReadableTimetable, toTimetable } from './timetable.ts';
import { findZone, UTC } from './zone.ts';

const T = Date.UTC(2026, 2, 2, 9);

function timetable(
  schedule: string,
  given: { timeZone?: string; lastScheduledFor?: number } = {},
): ReadableTimetable {
  const { timeZone = null, lastScheduledFor = null } = given;
  const found = toTimetable({ schedule, timeZone }, UTC, [lastScheduledFor ?? T]);
  assert.equal(found.kind, 'slots');
  return found;
}

test('the zone is that of the schedule, else of the CronJob, else of the controller', () => {
  const zone = (schedule: string, timeZone?: string) =>
    timetable(schedule, timeZone === undefined ? {} : { timeZone }).zone;
  assert.equal(zone('CRON_TZ=Asia/Tokyo 0 9 * * *', 'Europe/Berlin'), findZone('Asia/Tokyo'));
  assert.equal(zone('0 9 * * *', 'Europe/Berlin'), findZone('Europe/Berlin'));
  assert.equal(zone('0 9 * * *'), UTC);
});

test('an invalid schedule and an unknown zone cannot be read, say why, and have no slot', () => {
  const invalid = toTimetable({ schedule: 'often', timeZone: null }, UTC);
  const unknown = toTimetable({ schedule: '0 9 * * *', timeZone: 'Mars/Olympus' }, UTC);
  assert.ok(invalid.kind === 'unreadable' && unknown.kind === 'unreadable');
  assert.deepEqual([invalid.reason, unknown.reason], ['InvalidSchedule', 'UnknownTimeZone']);
  assert.match(unknown.problem, /Mars\/Olympus/);
  assert.deepEqual([slotAfter(invalid, T), latestSlot(unknown, T, T + HOUR)], [null, null]);
});

test('@every begins anew at each anchor on its way', () => {
  const every = toTimetable({ schedule: '@every 1h', timeZone: null }, UTC, [T, T + 150 * MINUTE]);
  assert.deepEqual(
    slotsAfter(every, T, T + 5 * HOUR, 10),
    [60, 120, 150, 210, 270].map((minutes) => T + minutes * MINUTE),
  );
  assert.deepEqual(latestSlot(every, T, T + 5 * HOUR), { slot: T + 270 * MINUTE, missed: 5 });
});

test('@every counts from the last slot in both directions, else from the creation', () => {
  const every = timetable('@every 90m', { lastScheduledFor: T + 10 * MINUTE });
  assert.deepEqual(slotsAfter(every, T - 2 * HOUR, T + 2 * HOUR, 10), [
    T - 80 * MINUTE,
    T + 10 * MINUTE,
    T + 100 * MINUTE,
  ]);
  assert.equal(slotAfter(timetable('@every 90m'), T), T + 90 * MINUTE);
});

test('the latest slot is found among thousands, with a count that stops', () => {
  assert.deepEqual(latestSlot(timetable('* * * * *'), T, T + 9_000 * MINUTE + 1), {
    slot: T + 9_000 * MINUTE,
    missed: 101,
  });
  assert.equal(latestSlot(timetable('0 9 * * *'), T, T + HOUR), null);
});
