import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBars } from './start-bars.ts';
import { timelineAxis } from './timeline-axis.ts';

const STEP = 600_000;
const AXIS = timelineAxis({ from: 0, to: 4 * STEP }, 40);
const COUNTS = {
  from: 0,
  stepMs: STEP,
  started: [20, 10, 0, 0],
  failed: [0, 5, 0, 0],
  forecast: [0, 0, 0, 10],
};

test('the busiest step is as high as the chart, and the failed share stands at the foot', () => {
  const bars = startBars(COUNTS, AXIS, 40);
  assert.equal(bars.peak, 20);
  assert.equal(bars.started, 'M0.0 0.0h9.0v40.0h-9.0zM10.0 20.0h9.0v20.0h-9.0z');
  assert.equal(bars.failed, 'M10.0 30.0h9.0v10.0h-9.0z');
  assert.equal(bars.forecast, 'M30.0 20.0h9.0v20.0h-9.0z');
});

test('a single failure among thousands is seen', () => {
  const { failed } = startBars({ ...COUNTS, started: [9_000], failed: [1], forecast: [] }, AXIS, 40);
  assert.equal(failed, 'M0.0 38.5h9.0v1.5h-9.0z');
});

test('in the step of the present, what is to come stands on what has started', () => {
  const { forecast, peak } = startBars({ ...COUNTS, started: [10], forecast: [10] }, AXIS, 40);
  assert.deepEqual([forecast, peak], ['M0.0 0.0h9.0v20.0h-9.0z', 20]);
});

test('steps beyond the axis are left out', () => {
  assert.equal(startBars({ ...COUNTS, from: -10 * STEP }, AXIS, 40).started, '');
});
