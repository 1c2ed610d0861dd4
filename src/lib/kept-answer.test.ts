import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptAnswer } from './kept-answer.ts';

function counting(keepMs: number) {
  let asked = 0;
  return new KeptAnswer(async () => ++asked, keepMs);
}

test('is asked for once while it is young, also by those who ask at the same time', async () => {
  const kept = counting(60_000);
  assert.deepEqual(await Promise.all([kept.get(), kept.get()]), [1, 1]);
  assert.equal(await kept.get(), 1);
});

test('is asked for again when it is too old, and when it was forgotten', async () => {
  const old = counting(0);
  assert.deepEqual([await old.get(), await old.get()], [1, 2]);
  const kept = counting(60_000);
  await kept.get();
  kept.forget();
  assert.equal(await kept.get(), 2);
});

test('a failure reaches who asked, and is not kept', async () => {
  let asked = 0;
  const kept = new KeptAnswer(async () => {
    asked += 1;
    if (asked === 1) throw new Error('gone');
    return asked;
  }, 60_000);
  await assert.rejects(kept.get(), /gone/);
  assert.equal(await kept.get(), 2);
});
