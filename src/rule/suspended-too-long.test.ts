import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../lib/duration.ts';
import { findZone } from '../schedule/zone.ts';
import type { Finding } from './finding.ts';
import { evaluateSuspendedTooLong } from './suspended-too-long.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const ZONE = findZone('Europe/Berlin')!;

interface Case {
  readonly name: string;
  readonly suspendedSince: number | null;
  readonly state: Finding['state'];
  readonly next: number | null;
}

const CASES: readonly Case[] = [
  { name: 'a CronJob that is not suspended is fine', suspendedSince: null, state: 'ok', next: null },
  {
    name: 'a short suspension is looked at again when it has become long',
    suspendedSince: NOW - DAY + 1,
    state: 'unchanged',
    next: NOW + 1,
  },
  { name: 'a long suspension fires', suspendedSince: NOW - DAY, state: 'firing', next: null },
];
for (const { name, suspendedSince, state, next } of CASES) {
  test(name, () => {
    const { finding, nextCheckAt } = evaluateSuspendedTooLong(
      { alertIfSuspendedForMs: DAY },
      { cronJobName: 'report', zone: ZONE, suspendedSince },
      NOW,
    );
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, next);
  });
}

test('the message says since when, in the zone of the CronJob; another suspension is another cause', () => {
  const judged = (suspendedSince: number) => {
    const { finding } = evaluateSuspendedTooLong(
      { alertIfSuspendedForMs: DAY },
      { cronJobName: 'report', zone: ZONE, suspendedSince },
      NOW,
    );
    assert.ok(finding.state === 'firing');
    return finding;
  };
  assert.match(judged(NOW - DAY).message, /suspended since Sun 2026-03-01 13:00 Europe\/Berlin/);
  assert.notEqual(judged(NOW - DAY).cause, judged(NOW - 2 * DAY).cause);
});
