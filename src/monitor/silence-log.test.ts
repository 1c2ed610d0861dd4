import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { SilenceLog } from './silence-log.ts';

function aLog() {
  const clock = new VirtualClock(0);
  const watches = { fresh: true };
  const log = new SilenceLog({ clock, isFresh: () => watches.fresh });
  const askAt = async (at: number, fresh: boolean) => {
    await clock.runUntil(at, async () => {});
    watches.fresh = fresh;
    return log.isFresh();
  };
  return { log, askAt };
}

test('a silence lasts from when the watches were heard last until they are heard again', async () => {
  const { log, askAt } = aLog();
  assert.equal(await askAt(10, true), true);
  assert.equal(await askAt(20, false), false);
  assert.equal(await askAt(30, false), false);
  assert.deepEqual(log.silences, [{ from: 10, to: Infinity }]);
  assert.equal(await askAt(40, true), true);
  await askAt(50, true);
  assert.deepEqual(log.silences, [{ from: 10, to: 40 }]);
});

test('one silence after the other is remembered, the latest of very many', async () => {
  const { log, askAt } = aLog();
  for (let at = 0; at < 100; at += 2) {
    await askAt(at, true);
    await askAt(at + 1, false);
  }
  assert.equal(log.silences.length, 20);
  assert.deepEqual(log.silences.slice(-2), [
    { from: 96, to: 98 },
    { from: 98, to: Infinity },
  ]);
});
