import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from './finding.ts';
import { evaluateSuccessRate, type SlotCounts } from './success-rate.ts';

const SPEC = { minSuccessRate: 95, windowDays: 7 };

interface Case {
  readonly name: string;
  readonly counts: SlotCounts;
  readonly state: Finding['state'];
}

const CASES: readonly Case[] = [
  {
    name: 'a window in which nothing counts keeps the SLA',
    counts: { counted: 0, succeeded: 0 },
    state: 'ok',
  },
  { name: 'a rate at the target keeps it', counts: { counted: 20, succeeded: 19 }, state: 'ok' },
  { name: 'a rate below the target breaks it', counts: { counted: 100, succeeded: 94 }, state: 'firing' },
  { name: 'a single failed slot is a rate too', counts: { counted: 1, succeeded: 0 }, state: 'firing' },
];
for (const { name, counts, state } of CASES) {
  test(name, () => {
    const { finding } = evaluateSuccessRate(SPEC, { cronJobName: 'report', counts });
    assert.equal(finding.state, state);
  });
}

test('the message can be recomputed, and a rate below its target never reads as if it were at it', () => {
  const counts = { counted: 100_000, succeeded: 94_999 };
  const { finding } = evaluateSuccessRate(SPEC, { cronJobName: 'report', counts });
  assert.ok(finding.state === 'firing');
  assert.equal(
    finding.message,
    '94999 of 100000 slots in the last 7 days have a successful run: 94.99%, below the target of 95%.',
  );
});
