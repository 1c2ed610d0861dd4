import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { KeyedQueue } from './queue.ts';
import { aLog, until } from './testing.ts';

function aQueue(sync: (keys: readonly string[]) => void | Record<string, number | null>) {
  const clock = new VirtualClock(0);
  const log = aLog();
  const batches: string[][] = [];
  const queue = new KeyedQueue({
    clock,
    log,
    batchSize: 3,
    random: () => 1,
    sync: async (keys) => {
      batches.push([...keys]);
      return new Map(Object.entries(sync(keys) ?? {}));
    },
  });
  const settle = () => until(() => queue.idle());
  return { queue, clock, log, batches, settle };
}

describe('KeyedQueue', () => {
  it('works on a key once however often it was added, in batches, in the order of arrival', async () => {
    const { queue, batches, settle } = aQueue(() => {});
    for (const key of ['a', 'b', 'a', 'c', 'd', 'b']) queue.add(key);
    assert.deepEqual(batches, []);
    queue.start();
    await settle();
    assert.deepEqual(batches, [['a', 'b', 'c'], ['d']]);
  });

  it('works again on a key that is added while it is worked on, never at the same time', async () => {
    let working = 0;
    const { queue, batches, settle } = aQueue(() => {
      assert.equal(++working, 1);
      if (batches.length === 1) queue.add('a');
      working -= 1;
    });
    queue.start();
    queue.add('a');
    await settle();
    assert.deepEqual(batches, [['a'], ['a']]);
  });

  it('looks again when a key asked for it, and the last wish counts', async () => {
    let wish: number | null = 1_000;
    const { queue, clock, batches, settle } = aQueue(() => ({ a: wish }));
    queue.start();
    queue.add('a');
    await clock.runUntil(500, settle);
    wish = 3_000;
    queue.add('a');
    await clock.runUntil(2_000, settle);
    assert.equal(batches.length, 2);
    wish = null;
    await clock.runUntil(10_000, settle);
    assert.equal(batches.length, 3);
  });

  it('keeps a poisoned key from holding up the others, retries it alone and says so once', async () => {
    let poisoned = true;
    const done: string[] = [];
    const { queue, clock, log, batches, settle } = aQueue((keys) => {
      if (poisoned && keys.includes('bad')) throw new Error('poison');
      done.push(...keys);
    });
    queue.start();
    for (const key of ['a', 'bad', 'c']) queue.add(key);
    await clock.runUntil(0, settle);
    assert.deepEqual(done, ['a', 'c']);
    await clock.runUntil(1_000, settle);
    queue.add('d');
    queue.add('bad');
    await clock.runUntil(60_000, settle);
    assert.deepEqual(done, ['a', 'c', 'd']);
    // At 0, then after 0.5 s; added again at 1 s; from there on after 2, 4, 8, 16 s…
    const attempts = batches.filter((keys) => keys.length === 1 && keys[0] === 'bad').length;
    assert.equal(attempts, 7);
    assert.equal(queue.failing, 1);
    poisoned = false;
    await clock.runUntil(200_000, settle);
    assert.deepEqual(done, ['a', 'c', 'd', 'bad']);
    assert.deepEqual(
      log.lines.map((line) => line.message),
      ['sync failed', 'sync works again'],
    );
  });

  it('ends the batch in work when it stops, and takes up nothing afterwards', async () => {
    const { queue, clock, batches, settle } = aQueue(() => ({ a: 1_000 }));
    queue.start();
    queue.add('a');
    await settle();
    await queue.stop();
    await queue.stop();
    queue.add('b');
    await clock.runUntil(5_000, settle);
    assert.deepEqual(batches, [['a']]);
  });
});
