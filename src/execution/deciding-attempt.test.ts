import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUT_OFF, decidingAttempt } from './deciding-attempt.ts';
import { anAttempt } from './testing.ts';

const success = anAttempt({ number: 1, outcome: 'success' });
const failed = anAttempt({ number: 2, outcome: 'failed', exitCode: 7, reason: 'Error' });
const cutOff = anAttempt({ number: 3, outcome: 'failed', exitCode: 143, reason: CUT_OFF });

test('a run is told by the last attempt that failed by itself', () => {
  assert.equal(decidingAttempt({ attempts: [success, failed, cutOff] }), failed);
});

test('where every failed attempt was cut off, by the last of them', () => {
  assert.equal(decidingAttempt({ attempts: [success, cutOff] }), cutOff);
});

test('a run without a failed attempt has none', () => {
  assert.equal(decidingAttempt({ attempts: [success] }), null);
});
