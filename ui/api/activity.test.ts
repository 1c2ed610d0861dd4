import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Activity } from './activity.ts';

function aPage(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const target = new EventTarget();
  let returns = 0;
  const activity = new Activity(target, () => (returns += 1));
  t.after(() => activity[Symbol.dispose]());
  return { target, activity, returns: () => returns };
}

test('a page is idle two minutes after the last sign of a reader', (t) => {
  const { activity, target } = aPage(t);
  t.mock.timers.tick(119_000);
  target.dispatchEvent(new Event('keydown'));
  t.mock.timers.tick(119_000);
  assert.equal(activity.idle, false);
  t.mock.timers.tick(2_000);
  assert.equal(activity.idle, true);
});

test('who comes back is noticed once, and not while the page was in use', (t) => {
  const { target, returns } = aPage(t);
  target.dispatchEvent(new Event('pointermove'));
  assert.equal(returns(), 0);
  t.mock.timers.tick(300_000);
  target.dispatchEvent(new Event('pointermove'));
  target.dispatchEvent(new Event('pointermove'));
  assert.equal(returns(), 1);
});
