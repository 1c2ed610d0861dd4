import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findZone, fromLocal, periodAt } from './zone.ts';
import { aZone } from './testing.ts';

for (const name of [
  'Nowhere/City',
  'europe/berlin',
  'Local',
  '',
  '+01:00',
  '../etc/passwd',
  'Europe/Berlin ',
]) {
  test(`${JSON.stringify(name)} is no zone, as for Kubernetes`, () => assert.equal(findZone(name), null));
}

test('a zone is read once', () => assert.equal(findZone('Europe/Berlin'), findZone('Europe/Berlin')));

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Antarctica/Troll',
];
const second = fc.integer({ min: Date.UTC(1971) / 1_000, max: Date.UTC(2100) / 1_000 });

test("offsets are the runtime's own, at any instant", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), second, (name, at) => {
      const expected = Temporal.Instant.fromEpochMilliseconds(at * 1_000).toZonedDateTimeISO(
        name,
      ).offsetNanoseconds;
      assert.equal(periodAt(aZone(name), at).offset, expected / 1e9);
    }),
  );
});

test('a local time leads back to an instant that shows it, unless the clock skips it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), second, (name, at) => {
      const zone = aZone(name);
      const local = at + periodAt(zone, at).offset;
      const found = fromLocal(zone, local);
      assert.equal(found + periodAt(zone, found).offset, local);
    }),
  );
});
