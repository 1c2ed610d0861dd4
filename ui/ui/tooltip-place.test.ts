import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooltipPlace } from './tooltip-place.ts';

const WINDOW = { width: 400, height: 300 };
const TIP = { width: 100, height: 20 };

test('a tooltip stands centred above its anchor', () => {
  assert.deepEqual(tooltipPlace({ left: 150, top: 100, width: 50, height: 16 }, TIP, WINDOW), {
    left: 125,
    top: 74,
  });
});
test('it goes below an anchor at the upper edge', () => {
  assert.equal(tooltipPlace({ left: 150, top: 4, width: 50, height: 16 }, TIP, WINDOW).top, 26);
});
test('it stays inside the window at either side', () => {
  assert.equal(tooltipPlace({ left: 0, top: 100, width: 20, height: 16 }, TIP, WINDOW).left, 6);
  assert.equal(tooltipPlace({ left: 390, top: 100, width: 10, height: 16 }, TIP, WINDOW).left, 294);
});
