import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from './virtual-clock.ts';

const nothing = () => Promise.resolve();

test('timers fire in the order of their instants, and of their setting within one', async () => {
  const clock = new VirtualClock(1_000);
  const fired: string[] = [];
  clock.setTimer(3_000, () => fired.push(`c@${clock.now()}`));
  clock.setTimer(2_000, () => fired.push(`a@${clock.now()}`));
  clock.setTimer(2_000, () => fired.push(`b@${clock.now()}`));
  clock.setTimer(9_000, () => fired.push('late'));
  await clock.runUntil(5_000, nothing);
  assert.deepEqual(fired, ['a@2000', 'b@2000', 'c@3000']);
  assert.equal(clock.now(), 5_000);
});

test('what an instant causes has settled before the next instant begins', async () => {
  const clock = new VirtualClock(0);
  const seen: string[] = [];
  clock.setTimer(10, () => seen.push('timer 10'));
  clock.setTimer(20, () => seen.push('timer 20'));
  await clock.runUntil(30, async () => {
    await Promise.resolve();
    seen.push(`settled ${clock.now()}`);
  });
  assert.deepEqual(seen, ['settled 0', 'timer 10', 'settled 10', 'timer 20', 'settled 20', 'settled 30']);
});

test('a cancelled timer stays silent, and a past one fires without moving the clock back', async () => {
  const clock = new VirtualClock(100);
  const fired: number[] = [];
  const cancel = clock.setTimer(150, () => fired.push(150));
  cancel();
  clock.setTimer(50, () => fired.push(clock.now()));
  await clock.runUntil(200, nothing);
  assert.deepEqual(fired, [100]);
});

test('a sleep ends with the signal that aborts it', async () => {
  const clock = new VirtualClock(0);
  const abort = new AbortController();
  const slept = clock.sleep(1_000, abort.signal);
  abort.abort(new Error('stopping'));
  await assert.rejects(slept, /stopping/);
});

test('going live carries the waiting timers over to the system clock', async () => {
  const clock = new VirtualClock(Date.now());
  const due = new Promise<void>((resolve) => clock.setTimer(Date.now() + 5, resolve));
  const cancel = clock.setTimer(Date.now() + 1, () => assert.fail('was cancelled'));
  clock.goLive();
  cancel();
  const keepAlive = setTimeout(() => {}, 5_000);
  await due;
  clearTimeout(keepAlive);
  assert.ok(Math.abs(clock.now() - Date.now()) < 50);
});
