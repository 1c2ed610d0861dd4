import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { DAY, MINUTE } from '../lib/duration.ts';
import { dueAt, firstState, type JudgedState, SETTLE_MS } from './judged-state.ts';

function aState(given: Partial<JudgedState>): JudgedState {
  return { ...firstState({ stored: null, present: true }, T0), nextCheckAt: null, ...given };
}

test('durations are compared once their quarter of an hour is over', () => {
  const state = aState({ toCompare: [T0 + 15 * MINUTE, T0 + 30 * MINUTE] });
  assert.equal(dueAt(state, T0), T0 + 15 * MINUTE + SETTLE_MS);
});

test('durations of a run that was recorded late are compared at once', () => {
  const state = aState({ toCompare: [T0 - 15 * MINUTE] });
  assert.equal(dueAt(state, T0), T0);
});

test('an alert about durations is looked at again a day after the last success, and nothing is without one', () => {
  const state = aState({ isRegressed: true, lastSuccessAt: T0 });
  assert.equal(dueAt(state, T0), T0 + DAY + 15 * MINUTE + SETTLE_MS);
  assert.equal(dueAt({ ...state, isRegressed: false }, T0), null);
});

test('a deadline that has passed was held back, and is not due by itself', () => {
  assert.equal(dueAt(aState({ nextCheckAt: T0 - MINUTE }), T0), null);
  assert.equal(dueAt(aState({ nextCheckAt: T0 }), T0), T0 + SETTLE_MS);
});
