import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { nextSlot } from './next-slot.ts';
import { parseSchedule } from './parse-schedule.ts';
import type { CronSchedule } from './schedule.ts';
import { aSchedule, aZone } from './testing.ts';
import { findZone } from './zone.ts';

interface Vector {
  readonly schedule: string;
  readonly timeZone: string;
  readonly after: string;
  readonly next?: readonly string[] | 'never';
  readonly rejected?: true;
}

const VECTORS = readFileSync(join(import.meta.dirname, 'fixtures/schedule.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

test('every slot recorded from the library that Kubernetes uses is found, to the second', () => {
  assert.ok(VECTORS.length > 2_000);
  const wrong = VECTORS.map((vector) => ({ vector, found: answer(vector) })).filter(
    ({ vector, found }) =>
      JSON.stringify(found) !== JSON.stringify(vector.rejected ? 'rejected' : vector.next),
  );
  assert.deepEqual(wrong, []);
});

function answer(vector: Vector): readonly string[] | 'never' | 'rejected' {
  const parsed = parseSchedule(vector.schedule);
  if (parsed.kind === 'invalid') return 'rejected';
  const zone = findZone(vector.timeZone);
  assert.ok(zone, `no zone ${vector.timeZone}`);
  const slots: string[] = [];
  let slot = nextSlot(parsed.schedule, zone, Date.parse(vector.after));
  while (slot !== null && slots.length < 6) {
    slots.push(new Date(slot).toISOString().replace('.000Z', 'Z'));
    slot = nextSlot(parsed.schedule, zone, slot);
  }
  return slots.length === 0 ? 'never' : slots;
}

test('a slot in the fifth year ahead is found, one in the sixth is never', () => {
  // 2100 is no leap year: after 29 February 2096 comes that of 2104.
  const next = (after: string): number | null =>
    nextSlot(aSchedule('0 0 29 2 *'), aZone('UTC'), Date.parse(after));
  assert.equal(next('2099-01-01T00:00:00Z'), Date.parse('2104-02-29T00:00:00Z'));
  assert.equal(next('2098-12-31T00:00:00Z'), null);
});

const step = fc.constantFrom('', '', '/2', '/7');
const field = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant('*'),
    step.map((text) => `*${text}`),
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min, max }), step)
      .map(([a, b, text]) => (a < b ? `${a}-${b}${text}` : `${a}`)),
  );
const schedules = fc
  .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
  .map((fields) => fields.join(' '));
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Havana',
);
const instants = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) });

test('a slot comes strictly after, on a full minute that the fields name', () => {
  fc.assert(
    fc.property(schedules, zones, instants, (text, zone, after) => {
      const slot = nextSlot(aSchedule(text), aZone(zone), after);
      if (slot === null) return;
      assert.ok(slot > after);
      assertMatches(aSchedule(text) as CronSchedule, new Date(slot).toISOString(), zone);
    }),
    { numRuns: 1_000 },
  );
});

test('a later instant never has an earlier slot', () => {
  fc.assert(
    fc.property(
      schedules,
      zones,
      instants,
      fc.integer({ min: 0, max: 90 * 86_400_000 }),
      (text, zone, after, wait) => {
        const earlier = nextSlot(aSchedule(text), aZone(zone), after);
        const later = nextSlot(aSchedule(text), aZone(zone), after + wait);
        assert.ok((earlier ?? Infinity) <= (later ?? Infinity));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('between an instant and its slot nothing comes first', () => {
  fc.assert(
    fc.property(
      schedules,
      zones,
      instants,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (text, zone, after, part) => {
        const slot = nextSlot(aSchedule(text), aZone(zone), after);
        if (slot === null) return;
        const between = Math.floor(after + (slot - 1 - after) * part);
        assert.equal(nextSlot(aSchedule(text), aZone(zone), between), slot);
      },
    ),
    { numRuns: 1_000 },
  );
});

function assertMatches(schedule: CronSchedule, slot: string, timeZone: string): void {
  const local = Temporal.Instant.from(slot).toZonedDateTimeISO(timeZone);
  const { minutes, hours, daysOfMonth, months, daysOfWeek } = schedule;
  assert.equal(local.second, 0);
  assert.ok(minutes.values[local.minute] && hours.values[local.hour] && months.values[local.month], slot);
  const byMonth = daysOfMonth.values[local.day] === 1;
  const byWeek = daysOfWeek.values[local.dayOfWeek % 7] === 1;
  assert.ok(daysOfMonth.star || daysOfWeek.star ? byMonth && byWeek : byMonth || byWeek, slot);
}
