import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CELL, healthOfDay, heatMap } from './heat-map.ts';

/** From Thursday 29 October 2026 on. */
const DAYS = Array.from({ length: 12 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 29 + index)).toISOString().slice(0, 10),
  runs: 1,
  failed: 0,
}));

test('weeks are columns that begin on Monday', () => {
  const { cells } = heatMap(DAYS);
  const [thursday, , , sunday, monday] = cells;
  assert.equal(sunday!.x, thursday!.x);
  assert.ok(monday!.x > sunday!.x && monday!.y < thursday!.y);
});
test('a place in a square is its day, and beside all there is none', () => {
  const { cells, indexAt } = heatMap(DAYS);
  for (const { index, x, y } of cells) assert.equal(indexAt(x + CELL / 2, y + CELL / 2), index);
  assert.equal(indexAt(0, 0), null);
  assert.equal(indexAt(cells[0]!.x + 1, cells[4]!.y + 1), null);
});
test('a month is named at its first day', () => {
  assert.deepEqual(
    heatMap(DAYS).months.map(({ index }) => DAYS[index]!.date),
    ['2026-11-01'],
  );
});
test('some failures are a warning, half of the runs are critical, no run is neither', () => {
  assert.equal(healthOfDay({ runs: 10, failed: 0 }), 'healthy');
  assert.equal(healthOfDay({ runs: 10, failed: 4 }), 'warning');
  assert.equal(healthOfDay({ runs: 10, failed: 5 }), 'critical');
  assert.equal(healthOfDay({ runs: 0, failed: 0 }), 'none');
});
