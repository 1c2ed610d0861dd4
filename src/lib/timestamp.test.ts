import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

const NOON = Date.UTC(2026, 0, 31, 12);

describe('parseTimestamp', () => {
  const READ: readonly { name: string; text: string; ms: number | null }[] = [
    { name: 'UTC is read', text: '2026-01-31T12:00:00Z', ms: NOON },
    { name: 'lower case is read, as RFC 3339 asks', text: '2026-01-31t12:00:00z', ms: NOON },
    { name: 'an offset east is before UTC', text: '2026-01-31T17:30:00+05:30', ms: NOON },
    { name: 'an offset west is after UTC', text: '2026-01-31T04:00:00-08:00', ms: NOON },
    { name: 'milliseconds count', text: '2026-01-31T12:00:00.5Z', ms: NOON + 500 },
    { name: 'digits beyond the millisecond are cut off', text: '2026-01-31T12:00:00.0019999Z', ms: NOON + 1 },
    { name: 'every millisecond survives the fraction', text: '2026-01-31T12:00:00.999Z', ms: NOON + 999 },
    { name: 'a leap second is read', text: '2016-12-31T23:59:60Z', ms: Date.UTC(2017, 0, 1) },
    { name: '29 February exists in a leap year', text: '2024-02-29T00:00:00Z', ms: Date.UTC(2024, 1, 29) },
    { name: 'a year below 100 is that year', text: '0099-01-01T00:00:00Z', ms: -59_042_995_200_000 },
    { name: '29 February does not exist elsewhere', text: '2026-02-29T00:00:00Z', ms: null },
    { name: 'month 13 does not exist', text: '2026-13-01T00:00:00Z', ms: null },
    { name: 'hour 24 does not exist', text: '2026-01-31T24:00:00Z', ms: null },
    { name: 'an offset of 24 hours does not exist', text: '2026-01-31T12:00:00+24:00', ms: null },
    { name: 'a day alone is no timestamp', text: '2026-01-31', ms: null },
    { name: 'a time without a zone is no timestamp', text: '2026-01-31T12:00:00', ms: null },
    { name: 'seconds are needed', text: '2026-01-31T12:00Z', ms: null },
    {
      name: 'an offset without a colon is ISO 8601, not RFC 3339',
      text: '2026-01-31T12:00:00+0530',
      ms: null,
    },
    { name: 'spaces around it are refused', text: ' 2026-01-31T12:00:00Z', ms: null },
    { name: 'a Unix time is no timestamp', text: '1769860800', ms: null },
  ];
  for (const { name, text, ms } of READ) {
    test(name, () => assert.equal(parseTimestamp(text), ms));
  }
});

describe('formatTimestamp', () => {
  test('whole seconds are written without a fraction', () =>
    assert.equal(formatTimestamp(NOON), '2026-01-31T12:00:00Z'));
  test('milliseconds are kept, so that what is written finds its row again', () => {
    assert.equal(formatTimestamp(NOON + 7), '2026-01-31T12:00:00.007Z');
    assert.equal(parseTimestamp(formatTimestamp(NOON + 7)), NOON + 7);
  });
});
