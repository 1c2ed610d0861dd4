import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SharedWork } from './shared-work.ts';

describe('work that many ask for', () => {
  test('is begun for the first, and once more for all who ask meanwhile', async () => {
    const { shared, begun, end } = aWork();
    const first = shared.run('list', begun.work);
    const later = [shared.run('list', begun.work), shared.run('list', begun.work)];
    assert.equal(begun.times, 1);
    end('one');
    assert.equal(await first, 'one');
    assert.equal(begun.times, 2);
    end('two');
    assert.deepEqual(await Promise.all(later), ['two', 'two']);
    assert.equal(begun.times, 2);
  });

  test('is not shared with who asks when it has ended', async () => {
    const { shared, begun, end } = aWork();
    const first = shared.run('list', begun.work);
    end('one');
    await first;
    const second = shared.run('list', begun.work);
    end('two');
    assert.equal(await second, 'two');
  });

  test('is not shared with who asks for something else', async () => {
    const { shared, begun, end } = aWork();
    const both = [shared.run('list', begun.work), shared.run('detail', begun.work)];
    assert.equal(begun.times, 2);
    end('a');
    end('b');
    assert.deepEqual(await Promise.all(both), ['a', 'b']);
  });

  test('is done again for those who waited when it fails', async () => {
    const { shared, begun, end, fail } = aWork();
    const first = shared.run('list', begun.work);
    const next = shared.run('list', begun.work);
    fail(new Error('gone'));
    await assert.rejects(first, /gone/);
    end('there again');
    assert.equal(await next, 'there again');
  });
});

/** Work that ends when it is told to, the earliest begun first. */
function aWork() {
  const waiting: PromiseWithResolvers<string>[] = [];
  const begun = {
    times: 0,
    work: (): Promise<string> => {
      begun.times += 1;
      const one = Promise.withResolvers<string>();
      waiting.push(one);
      return one.promise;
    },
  };
  return {
    shared: new SharedWork<string>(),
    begun,
    end: (result: string): void => waiting.shift()!.resolve(result),
    fail: (error: Error): void => waiting.shift()!.reject(error),
  };
}
