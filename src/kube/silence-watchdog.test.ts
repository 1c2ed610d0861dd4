import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { SilenceWatchdog } from './silence-watchdog.ts';

async function barkedAt(heard: readonly number[], endAt?: number): Promise<number | null> {
  const clock = new VirtualClock(0);
  let at: number | null = null;
  const watchdog = new SilenceWatchdog(clock, 90, () => (at = clock.now()));
  for (const instant of heard) clock.setTimer(instant, () => watchdog.heard());
  if (endAt !== undefined) clock.setTimer(endAt, () => watchdog.end());
  await clock.runUntil(1_000, async () => {});
  assert.equal(watchdog.barked, at !== null);
  return at;
}

test('it tells when nothing was heard from the beginning', async () => {
  assert.equal(await barkedAt([]), 90);
});

test('it tells so long after the last byte, however many came', async () => {
  assert.equal(await barkedAt([10, 80, 81, 150]), 240);
});

test('it tells nothing once it was ended', async () => {
  assert.equal(await barkedAt([80], 169), null);
});
