import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findZone } from '../../schedule/zone.ts';
import { inZone } from './job-from-template.ts';

const CASES = [
  { zone: 'UTC', at: '2026-03-29T01:00:00Z', text: '2026-03-29T01:00:00Z' },
  { zone: 'Europe/Berlin', at: '2026-03-29T00:59:00Z', text: '2026-03-29T01:59:00+01:00' },
  { zone: 'Europe/Berlin', at: '2026-03-29T01:00:00Z', text: '2026-03-29T03:00:00+02:00' },
  { zone: 'America/St_Johns', at: '2026-01-01T00:00:00Z', text: '2025-12-31T20:30:00-03:30' },
];

for (const { zone, at, text } of CASES) {
  test(`the scheduled timestamp of ${at} is written in ${zone} as ${text}`, () => {
    assert.equal(inZone(Date.parse(at), findZone(zone)!), text);
  });
}
