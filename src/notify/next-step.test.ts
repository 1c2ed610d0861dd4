import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../lib/duration.ts';
import { nextStep } from './next-step.ts';

const REFUSED = {
  kind: 'retry',
  reason: 'the receiver answered HTTP 503',
  retryAfterMs: null,
  status: 503,
  latencyMs: 5,
} as const;

/** How long the next attempt is put off after so many; null when there is none. */
function waitAfter(attempts: number, given: { now?: number; random?: number; retryAfterMs?: number } = {}) {
  const { now = 0, random = 0, retryAfterMs = null } = given;
  const step = nextStep({ attempts, createdAt: 0 }, { ...REFUSED, retryAfterMs }, now, random);
  return step.kind === 'again' ? step.nextAttemptAt - now : null;
}

test('the wait doubles from five seconds to an hour, and its upper half is spread', () => {
  assert.deepEqual(
    [0, 1, 2].map((attempts) => waitAfter(attempts)),
    [2_500, 5_000, 10_000],
  );
  assert.deepEqual(
    [0, 1, 2].map((attempts) => waitAfter(attempts, { random: 0.5 })),
    [3_750, 7_500, 15_000],
  );
  assert.ok(waitAfter(0, { random: 0.999 })! < 5 * SECOND);
  assert.equal(waitAfter(50), 30 * MINUTE);
  assert.equal(waitAfter(50, { random: 0.5 }), 45 * MINUTE);
});

test('Retry-After makes the wait longer and never shorter', () => {
  assert.equal(waitAfter(0, { retryAfterMs: 10 * MINUTE }), 10 * MINUTE);
  assert.equal(waitAfter(50, { retryAfterMs: SECOND }), 30 * MINUTE);
});

test('the last attempt is a day after the message could first be sent, whatever Retry-After asks', () => {
  assert.equal(waitAfter(30, { now: 24 * HOUR - MINUTE }), MINUTE);
  assert.equal(waitAfter(0, { retryAfterMs: 1_000 * HOUR }), 24 * HOUR);
  assert.equal(waitAfter(30, { now: 24 * HOUR }), null);
  const held = { attempts: 0, createdAt: 0, heldUntil: 48 * HOUR };
  assert.equal(nextStep(held, REFUSED, 48 * HOUR, 0).kind, 'again');
  assert.deepEqual(nextStep(held, REFUSED, 72 * HOUR, 0), {
    kind: 'rejected',
    reason: 'given up after 24 h: the receiver answered HTTP 503',
  });
});
