import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('those who ask at once get a turn of the event loop each, in their order', async () => {
  const turns = new Turns();
  let turn = 0;
  let ended = false;
  const count = (): void => {
    turn += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  const given = await Promise.all(
    ['a', 'b', 'c'].map(async (who) => {
      await turns.next();
      return [who, turn];
    }),
  );
  ended = true;
  assert.deepEqual(given, [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
});

test('a long list is mapped in its order, with other work between its pieces', async () => {
  const turns = new Turns();
  let mapped = 0;
  const between: number[] = [];
  const look = (): void => {
    between.push(mapped);
    if (mapped < 7) setImmediate(look);
  };
  setImmediate(look);
  const double = (item: number): number => {
    mapped += 1;
    return 2 * item;
  };
  assert.deepEqual(await turns.map([1, 2, 3, 4, 5, 6, 7], double, 3), [2, 4, 6, 8, 10, 12, 14]);
  assert.deepEqual(between.slice(0, 2), [3, 6]);
});
