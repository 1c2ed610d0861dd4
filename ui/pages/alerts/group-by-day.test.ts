import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText, groupByDay } from './group-by-day.ts';
import { anAlert } from './testing.ts';

const NOW = Date.UTC(2026, 10, 21, 10);

test('alerts are grouped by the day in UTC, newest first as they come', () => {
  const alerts = [
    anAlert({ id: 'c', createdAt: '2026-11-21T00:00:00Z' }),
    anAlert({ id: 'b', createdAt: '2026-11-20T23:59:59Z' }),
    anAlert({ id: 'a', createdAt: '2026-11-20T01:00:00Z' }),
  ];
  const days = groupByDay(alerts).map(({ date, alerts }) => [date, alerts.map(({ id }) => id)]);
  assert.deepEqual(days, [
    ['2026-11-21', ['c']],
    ['2026-11-20', ['b', 'a']],
  ]);
});
test('the last two days have names, the others their date', () => {
  assert.equal(dayText('2026-11-21', NOW), 'Today');
  assert.equal(dayText('2026-11-20', NOW), 'Yesterday');
  assert.equal(dayText('2026-11-14', NOW), 'Sat 14 Nov 2026');
});
