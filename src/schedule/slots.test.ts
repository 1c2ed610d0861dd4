import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { CronSchedule, Schedule } from './schedule.ts';
import { MOST_MISSED_COUNTED, mostRecentSlot, slotsBetween } from './slots.ts';
import { aSchedule, aZone } from './testing.ts';
import { UTC } from './zone.ts';

const at = Date.parse;

interface Window {
  readonly name: string;
  readonly schedule: string;
  readonly zone?: string;
  readonly after: string;
  readonly until: string;
  readonly slots: readonly string[];
}

const WINDOWS: readonly Window[] = [
  {
    name: 'the beginning is left out and the end is not',
    schedule: '0 * * * *',
    after: '2026-03-02T03:00:00Z',
    until: '2026-03-02T05:00:00Z',
    slots: ['2026-03-02T04:00:00Z', '2026-03-02T05:00:00Z'],
  },
  {
    name: 'a local time that the clock skips has no slot that day',
    schedule: '30 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-03-28T00:00:00Z',
    until: '2026-03-30T12:00:00Z',
    slots: ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z'],
  },
  {
    name: 'a local time that comes twice has two slots',
    schedule: '30 2 * * *',
    zone: 'Europe/Berlin',
    after: '2026-10-24T12:00:00Z',
    until: '2026-10-25T12:00:00Z',
    slots: ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  },
  {
    name: 'a midnight that does not exist costs the day',
    schedule: '0 0 * * *',
    zone: 'Africa/Cairo',
    after: '2026-04-22T12:00:00Z',
    until: '2026-04-25T12:00:00Z',
    slots: ['2026-04-22T22:00:00Z', '2026-04-24T21:00:00Z'],
  },
  {
    name: 'both day fields restricted: either will do',
    schedule: '0 0 */2 * 3',
    after: '2026-08-16T12:00:00Z',
    until: '2026-08-21T12:00:00Z',
    slots: ['2026-08-17T00:00:00Z', '2026-08-19T00:00:00Z', '2026-08-21T00:00:00Z'],
  },
  {
    name: '@every counts from the instant before, without its fraction',
    schedule: '@every 90s',
    after: '2026-03-02T03:00:00.700Z',
    until: '2026-03-02T03:03:00Z',
    slots: ['2026-03-02T03:01:30Z', '2026-03-02T03:03:00Z'],
  },
  {
    name: '31 February never comes',
    schedule: '0 0 31 2 *',
    after: '2026-01-01T00:00:00Z',
    until: '2040-01-01T00:00:00Z',
    slots: [],
  },
  {
    name: 'a field that names nothing never comes',
    schedule: ', * * * *',
    after: '2026-01-01T00:00:00Z',
    until: '2040-01-01T00:00:00Z',
    slots: [],
  },
  {
    name: '29 February is found across four years',
    schedule: '0 0 29 2 *',
    after: '2024-03-01T00:00:00Z',
    until: '2028-03-01T00:00:00Z',
    slots: ['2028-02-29T00:00:00Z'],
  },
  {
    name: "the schedule's own zone wins over the CronJob's",
    schedule: 'TZ=Asia/Tokyo 0 9 * * *',
    zone: 'America/New_York',
    after: '2026-03-01T12:00:00Z',
    until: '2026-03-02T12:00:00Z',
    slots: ['2026-03-02T00:00:00Z'],
  },
];
for (const { name, schedule, zone = 'UTC', after, until, slots } of WINDOWS) {
  test(name, () => {
    assert.deepEqual(
      slotsBetween(aSchedule(schedule), aZone(zone), at(after), at(until), 100),
      slots.map((slot) => at(slot)),
    );
  });
}

test('no more slots than the limit are given, the earliest of them', () => {
  const found = slotsBetween(
    aSchedule('* * * * *'),
    UTC,
    at('2026-03-02T03:00:00Z'),
    at('2027-01-01T00:00:00Z'),
    2,
  );
  assert.deepEqual(found, [at('2026-03-02T03:01:00Z'), at('2026-03-02T03:02:00Z')]);
});

test('no slot passed: there is none to start', () => {
  assert.equal(
    mostRecentSlot(aSchedule('@daily'), UTC, at('2026-03-02T00:00:00Z'), at('2026-03-02T23:59:59Z')),
    null,
  );
});

test('after a long downtime the last slot is found and the count stops at its bound', () => {
  const found = mostRecentSlot(
    aSchedule('*/5 8-9 * * 1-5'),
    UTC,
    at('2020-01-01T00:00:00Z'),
    at('2026-03-01T12:00:00Z'),
  );
  assert.deepEqual(found, { slot: at('2026-02-27T09:55:00Z'), missed: MOST_MISSED_COUNTED });
});

test('a slot at this very instant is the most recent one, however many passed before', () => {
  const [earliest, now] = [at('2026-01-01T00:00:00Z'), at('2026-03-01T12:00:00Z')];
  assert.equal(mostRecentSlot(aSchedule('0 * * * *'), UTC, earliest, now)?.slot, now);
  assert.equal(mostRecentSlot(aSchedule('0 * * * *'), UTC, earliest, now - 1)?.slot, now - 3_600_000);
});

const SCHEDULES = [
  '* * * * *',
  '0 3 * * *',
  '30 2 * * *',
  '0,1 0 * * *',
  '0 0 */2 * 3',
  '15 12 1 1,7 *',
  '@every 97s',
];

test('the most recent slot is the last of all slots, however many passed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SCHEDULES),
      fc.constantFrom('UTC', 'Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe'),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') }),
      fc.integer({ min: 0, max: 4 * 86_400_000 }),
      (text, zoneName, earliest, span) => {
        const [schedule, zone] = [aSchedule(text), aZone(zoneName)];
        const all = slotsBetween(schedule, zone, earliest, earliest + span, Infinity);
        const expected =
          all.length === 0 ? null : { slot: all.at(-1), missed: Math.min(all.length, MOST_MISSED_COUNTED) };
        assert.deepEqual(mostRecentSlot(schedule, zone, earliest, earliest + span), expected);
      },
    ),
    { numRuns: 200 },
  );
});

// Zones whose clock changes move whole hours and no midnight: there the slots are exactly the full
// minutes whose local time the fields name. Elsewhere the reference has habits; see next-slot.test.ts.
const PLAIN_ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'];
const CHANGES = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
];
const fieldText = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('*', '*/2', '*/1', '?'),
    fc.integer({ min, max }).map(String),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 4 }).map((list) => list.join(',')),
  );

test('around the turn of the clock the slots are the minutes whose local time the fields name', () => {
  fc.assert(
    fc.property(
      fc.tuple(fieldText(0, 59), fieldText(0, 4), fieldText(1, 31), fieldText(1, 12), fieldText(0, 6)),
      fc.constantFrom(...PLAIN_ZONES),
      fc.constantFrom(...CHANGES),
      (fields, zoneName, change) => {
        const schedule = aSchedule(fields.join(' ')) as CronSchedule;
        const [from, until] = [at(change) - 6 * 3_600_000, at(change) + 6 * 3_600_000];
        const expected: number[] = [];
        for (let minute = from + 60_000; minute <= until; minute += 60_000) {
          if (names(schedule, minute, zoneName)) expected.push(minute);
        }
        assert.deepEqual(slotsBetween(schedule, aZone(zoneName), from, until, Infinity), expected);
      },
    ),
    { numRuns: 60 },
  );
});

function names(schedule: CronSchedule, instant: number, zoneName: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zoneName);
  const { minutes, hours, daysOfMonth, months, daysOfWeek } = schedule;
  const byMonth = daysOfMonth.values[local.day] === 1;
  const byWeek = daysOfWeek.values[local.dayOfWeek % 7] === 1;
  return (
    minutes.values[local.minute] === 1 &&
    hours.values[local.hour] === 1 &&
    months.values[local.month] === 1 &&
    (daysOfMonth.star || daysOfWeek.star ? byMonth && byWeek : byMonth || byWeek)
  );
}

test('two windows that adjoin have the slots of the one window over both', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SCHEDULES),
      fc.constantFrom(...PLAIN_ZONES),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') }),
      fc.integer({ min: 0, max: 86_400_000 }),
      fc.integer({ min: 0, max: 86_400_000 }),
      (text, zoneName, from, first, second) => {
        const [schedule, zone] = [aSchedule(text), aZone(zoneName)];
        // What @every counts from must be a slot, as it is for the controller.
        const middle = schedule.kind === 'every' ? lastOf(schedule, from, first) : from + first;
        const until = from + first + second;
        assert.deepEqual(
          [
            ...slotsBetween(schedule, zone, from, middle, Infinity),
            ...slotsBetween(schedule, zone, middle, until, Infinity),
          ],
          slotsBetween(schedule, zone, from, until, Infinity),
        );
      },
    ),
    { numRuns: 200 },
  );
});

function lastOf(schedule: Schedule, from: number, span: number): number {
  return mostRecentSlot(schedule, UTC, from, from + span)?.slot ?? from;
}

const NEVER = [
  '0 0 31 2 *',
  '59 23 30 2 *',
  '* * 31 2,4,6,9,11 *',
  ', * * * *',
  '* , * * *',
  '* * , * *',
  '* * * , *',
];
for (const text of NEVER) {
  test(`the search for a slot of ${text} ends, and soon`, () => {
    const began = performance.now();
    assert.equal(
      mostRecentSlot(aSchedule(text), aZone('Europe/Berlin'), 0, at('2026-01-01T00:00:00Z')),
      null,
    );
    assert.ok(performance.now() - began < 1_000);
  });
}
