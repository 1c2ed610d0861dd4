import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Semaphore } from './semaphore.ts';

describe('Semaphore', () => {
  it('runs no more than its permits at once, in order, and all of them in the end', async () => {
    const semaphore = new Semaphore(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = [1, 2, 3, 4, 5].map((n) =>
      semaphore.run(async () => {
        started.push(n);
        most = Math.max(most, ++running);
        await Promise.resolve();
        running -= 1;
        return n;
      }),
    );
    assert.equal(semaphore.waiting, 3);
    assert.deepEqual(await Promise.all(work), [1, 2, 3, 4, 5]);
    assert.deepEqual(started, [1, 2, 3, 4, 5]);
    assert.equal(most, 2);
  });

  it('gives the permit back when the work fails', async () => {
    const semaphore = new Semaphore(1);
    await assert.rejects(semaphore.run(() => Promise.reject(new Error('no'))));
    assert.equal(await semaphore.run(async () => 'next'), 'next');
  });
});
