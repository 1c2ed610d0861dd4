import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, noRunsText, percentText } from './number.ts';

test('100 % means that nothing failed, so that 99.96 is not rounded up to it', () => {
  assert.equal(percentText(99.96), '99.9 %');
  assert.equal(percentText(100), '100 %');
});
test('0 % means that nothing succeeded, so that 0.01 is not rounded down to it', () => {
  assert.equal(percentText(0.01), '0.1 %');
  assert.equal(percentText(0), '0 %');
});
test('percentages have one decimal', () => assert.equal(percentText(93.14), '93.1 %'));
test('one is singular, the rest plural', () => {
  assert.equal(counted(1, 'run'), '1 run');
  assert.equal(counted(0, 'run'), '0 runs');
  assert.equal(counted(1_200, 'CronJob'), '1,200 CronJobs');
});

test('a CronJob that ran before its window is not said to have never run', () => {
  assert.equal(noRunsText({ lastRun: '2026-11-01T00:00:00Z', windowDays: 7 }), 'none in 7 d');
  assert.equal(noRunsText({ lastRun: null, windowDays: 7 }), 'no runs yet');
});
