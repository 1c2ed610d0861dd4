import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pollInterval } from './poll-interval.ts';

test('asks every five seconds while all is well', () => assert.equal(pollInterval(null, 0, false), 5_000));
test('waits as long again as the trouble has lasted', () => {
  assert.equal(pollInterval({ since: 0, now: 20_000 }, 0, false), 20_000);
});
test('the first failure does not make it ask sooner', () => {
  assert.equal(pollInterval({ since: 0, now: 100 }, 0, false), 5_000);
});
test('asks once a minute at least, however long the trouble', () => {
  assert.equal(pollInterval({ since: 0, now: 86_400_000 }, 0, false), 60_000);
});
test('jitter adds a fifth at most', () => {
  assert.ok(pollInterval(null, 0.999, false) <= 6_000);
  assert.ok(pollInterval(null, 0.5, false) > 5_000);
});
test('an idle page asks once a minute', () => assert.equal(pollInterval(null, 0, true), 60_000));
