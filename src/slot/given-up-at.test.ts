import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { HOUR, SECOND } from '../lib/duration.ts';
import { givenUpAt } from './given-up-at.ts';

test('a slot is given up when the next one has come or its deadline has passed, ten seconds later', () => {
  assert.equal(givenUpAt(T0, T0 + HOUR, { startingDeadlineSeconds: null }), T0 + HOUR + 10 * SECOND);
  assert.equal(givenUpAt(T0, T0 + HOUR, { startingDeadlineSeconds: 60 }), T0 + 70 * SECOND);
  assert.equal(givenUpAt(T0, null, { startingDeadlineSeconds: null }), Infinity);
});
