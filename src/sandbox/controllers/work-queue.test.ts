import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../lib/virtual-clock.ts';
import { WorkQueue } from './work-queue.ts';

function aQueue(sync: (key: string) => void = () => {}) {
  const clock = new VirtualClock(0);
  const done: string[] = [];
  const errors: string[] = [];
  const queue = new WorkQueue({
    clock,
    sync: (key) => {
      done.push(`${key}@${clock.now()}`);
      sync(key);
    },
    onError: (key) => errors.push(key),
  });
  const run = (until: number) =>
    clock.runUntil(until, async () => {
      do await Promise.resolve();
      while (!queue.idle);
    });
  return { queue, done, errors, run };
}

test('a key that is added twice is worked on once, and not before the caller is through', async () => {
  const { queue, done, run } = aQueue();
  queue.add('a');
  queue.add('b');
  queue.add('a');
  assert.deepEqual(done, []);
  assert.equal(queue.idle, false);
  await run(0);
  assert.deepEqual(done, ['a@0', 'b@0']);
  assert.equal(queue.idle, true);
});

test('a key that is added while it is worked on comes again', async () => {
  let times = 0;
  const { queue, done, run } = aQueue(() => {
    if (++times === 1) queue.add('a');
  });
  queue.add('a');
  await run(0);
  assert.deepEqual(done, ['a@0', 'a@0']);
});

test('of several instants the earliest holds', async () => {
  const { queue, done, run } = aQueue();
  queue.addAt('a', 500);
  queue.addAt('a', 200);
  queue.addAt('a', 900);
  await run(1_000);
  assert.deepEqual(done, ['a@200']);
});

test('a key that fails comes again after 1, 2, 4 seconds, and the others go on meanwhile', async () => {
  let failures = 3;
  const { queue, done, errors, run } = aQueue((key) => {
    if (key === 'bad' && failures-- > 0) throw new Error('no');
  });
  queue.add('bad');
  queue.add('good');
  await run(60_000);
  assert.deepEqual(done, ['bad@0', 'good@0', 'bad@1000', 'bad@3000', 'bad@7000']);
  assert.deepEqual(errors, ['bad', 'bad', 'bad']);
});

test('a removed key and a stopped queue do nothing any more', async () => {
  const { queue, done, run } = aQueue();
  queue.add('a');
  queue.addAt('a', 100);
  queue.remove('a');
  queue.addAt('b', 100);
  queue.stop();
  queue.add('c');
  await run(1_000);
  assert.deepEqual(done, []);
});
