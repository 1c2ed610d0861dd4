import assert from 'node:assert/strict';
import { test } from 'node:test';
import { successBars } from './success-bars.ts';

const SIZE = { width: 600, height: 128 };
const FULL = 100;
const heights = (path: string) => [...path.matchAll(/v([\d.]+)/g)].map(([, height]) => Number(height));

test('a bar shares its height as the runs of the day ended', () => {
  const { succeeded, failed } = successBars([{ runs: 4, failed: 1 }], SIZE);
  assert.deepEqual(heights(succeeded), [0.75 * FULL]);
  assert.deepEqual(heights(failed), [0.25 * FULL]);
});
test('one failure among thousands is still seen', () => {
  const { succeeded, failed } = successBars([{ runs: 2_000, failed: 1 }], SIZE);
  assert.deepEqual(heights(failed), [3]);
  assert.deepEqual(heights(succeeded), [FULL - 3]);
});
test('the successes of a day below the objective are apart from those of a day that meets it', () => {
  const days = [
    { runs: 20, failed: 1 },
    { runs: 20, failed: 2 },
    { runs: 0, failed: 0 },
  ];
  const { succeeded, short, failed } = successBars(days, SIZE, 95);
  assert.deepEqual(heights(succeeded), [0.95 * FULL]);
  assert.deepEqual(heights(short), [0.9 * FULL]);
  assert.equal(heights(failed).length, 2);
  assert.equal(successBars(days, SIZE).short, '');
});
test('a day without a run is neither a success nor a failure', () => {
  const { succeeded, failed, empty } = successBars([{ runs: 0, failed: 0 }], SIZE);
  assert.equal(succeeded + failed, '');
  assert.deepEqual(heights(empty), [2]);
});
