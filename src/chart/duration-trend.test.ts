import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationTrend } from './duration-trend.ts';

const SIZE = { width: 600, height: 200 };
const day = (p50Duration: number, p95Duration = p50Duration) => ({ p50Duration, p95Duration });

test('a longer duration stands higher, and zero at the bottom', () => {
  const { dots, ticks, bottom } = durationTrend([day(10, 20), day(30, 40)], SIZE);
  assert.ok(dots[0]!.p95Y < dots[0]!.p50Y && dots[1]!.p50Y < dots[0]!.p95Y);
  assert.deepEqual(ticks[0], { y: bottom, seconds: 0 });
});
test('days without a successful run have no dot, and do not draw the line to zero', () => {
  const { dots, p95, bottom } = durationTrend([day(10), day(0), day(12)], SIZE);
  assert.deepEqual(
    dots.map(({ index }) => index),
    [0, 2],
  );
  assert.equal(p95.match(/[ML]/g)!.length, 2);
  assert.ok(!p95.includes(`,${bottom}`));
});
test('durations of hours have ticks in whole or half hours', () => {
  const { ticks } = durationTrend([day(4_000, 9_000)], SIZE);
  assert.ok(
    ticks.every(({ seconds }) => seconds % 1_800 === 0),
    JSON.stringify(ticks),
  );
});
test('without any successful run there is a scale and no line', () => {
  const { p50, p95, ticks } = durationTrend([day(0), day(0)], SIZE);
  assert.equal(p50 + p95, '');
  assert.ok(ticks.length > 1);
});

test('a baseline has its place on the scale, which makes room for it', () => {
  const trend = durationTrend([{ p50Duration: 10, p95Duration: 20 }], { width: 400, height: 128 }, 100);
  assert.ok(trend.baselineY !== null && trend.baselineY >= 8 && trend.baselineY < trend.dots[0]!.p95Y);
});
