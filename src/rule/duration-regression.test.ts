import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../lib/duration.ts';
import { type DurationFigure, evaluateDurationRegression } from './duration-regression.ts';
import type { Finding } from './finding.ts';

const SPEC = { durationRegressionThreshold: 50, durationBaselineWindowDays: 14 };

function figure(runs: number, minutes: number | null): DurationFigure {
  return { runs, p95DurationMs: minutes === null ? null : minutes * MINUTE };
}

interface Case {
  readonly name: string;
  readonly recent: DurationFigure;
  readonly baseline: DurationFigure;
  readonly state: Finding['state'];
}

const CASES: readonly Case[] = [
  { name: 'runs as long as before are fine', recent: figure(5, 10), baseline: figure(20, 10), state: 'ok' },
  {
    name: 'longer by the threshold is still fine',
    recent: figure(5, 15),
    baseline: figure(20, 10),
    state: 'ok',
  },
  { name: 'longer by more fires', recent: figure(5, 15.1), baseline: figure(20, 10), state: 'firing' },
  {
    name: 'fewer than 5 runs of the day say nothing',
    recent: figure(4, 99),
    baseline: figure(20, 10),
    state: 'unchanged',
  },
  {
    name: 'fewer than 20 runs before say nothing',
    recent: figure(5, 99),
    baseline: figure(19, 10),
    state: 'unchanged',
  },
  {
    name: 'a baseline of no time at all compares with nothing',
    recent: figure(5, 1),
    baseline: figure(20, 0),
    state: 'unchanged',
  },
  {
    name: 'a day without any run is no longer than before',
    recent: figure(0, null),
    baseline: figure(19, 10),
    state: 'ok',
  },
];
for (const { name, recent, baseline, state } of CASES) {
  test(name, () => {
    const { finding } = evaluateDurationRegression(SPEC, { cronJobName: 'report', recent, baseline });
    assert.equal(finding.state, state);
  });
}

test('the message has both figures, the runs behind them and the threshold', () => {
  const facts = { cronJobName: 'report', recent: figure(24, 20), baseline: figure(300, 10) };
  const { finding } = evaluateDurationRegression(SPEC, facts);
  assert.ok(finding.state === 'firing');
  assert.equal(
    finding.message,
    "95% of the last day's 24 successful runs took 20m at most; in the 14 days before it was 10m (300 runs). " +
      'That is 100% longer; the monitor allows 50%.',
  );
});
