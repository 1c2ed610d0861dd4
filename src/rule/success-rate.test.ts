import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SLOTS, type SlaCounts } from '../execution/sla.ts';
import type { Finding } from './finding.ts';
import { evaluateSuccessRate } from './success-rate.ts';

function counts(succeeded: number, failed: number, missed = 0): SlaCounts {
  return { ...NO_SLOTS, succeeded, failed, missed };
}

const SPEC = { minSuccessRate: 95, windowDays: 7 };

interface Case {
  readonly name: string;
  readonly counts: SlaCounts;
  readonly state: Finding['state'];
}

const CASES: readonly Case[] = [
  {
    name: 'a window in which nothing counts keeps the SLA',
    counts: counts(0, 0),
    state: 'ok',
  },
  { name: 'a rate at the target keeps it', counts: counts(19, 1), state: 'ok' },
  { name: 'a rate below the target breaks it', counts: counts(94, 6), state: 'firing' },
  { name: 'a single slot without a run is a rate too', counts: counts(0, 0, 1), state: 'firing' },
];
for (const { name, counts, state } of CASES) {
  test(name, () => {
    const { finding } = evaluateSuccessRate(SPEC, { cronJobName: 'report', counts });
    assert.equal(finding.state, state);
  });
}

test('the message can be recomputed, and a rate below its target never reads as if it were at it', () => {
  const facts = { cronJobName: 'report', counts: counts(94_999, 5_000, 1) };
  const { finding } = evaluateSuccessRate(SPEC, facts);
  assert.ok(finding.state === 'firing');
  assert.equal(
    finding.message,
    '94999 of 100000 slots in the last 7 days have a successful run: 94.99%, below the target of 95%.',
  );
});
