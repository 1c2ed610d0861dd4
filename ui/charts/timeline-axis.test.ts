import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedSpan, shownSpan, timelineAxis } from './timeline-axis.ts';

const NOW = Date.UTC(2026, 10, 21, 13, 47, 12);
const iso = (at: number) => new Date(at).toISOString().slice(5, 16);

test('a quarter of what is looked back at lies ahead', () => {
  const { from, to } = shownSpan('24h', NOW);
  assert.deepEqual([iso(from), iso(to)], ['11-20T13:47', '11-21T19:47']);
});

test('what is asked for covers what is shown, and stays the same within a step', () => {
  const { from, to } = askedSpan('24h', NOW);
  assert.deepEqual([iso(from), iso(to)], ['11-20T13:40', '11-21T19:50']);
  assert.deepEqual(askedSpan('24h', NOW + 60_000), { from, to });
  assert.notDeepEqual(askedSpan('24h', NOW + 600_000), { from, to });
});

test('ticks stand at round times, as many as have room, and a new day is marked', () => {
  const wide = timelineAxis(shownSpan('24h', NOW), 900);
  assert.deepEqual(
    wide.ticks.slice(0, 3).map(({ at }) => iso(at)),
    ['11-20T15:00', '11-20T18:00', '11-20T21:00'],
  );
  assert.deepEqual(
    wide.ticks.filter(({ day }) => day).map(({ at }) => iso(at)),
    ['11-21T00:00'],
  );
  assert.ok(timelineAxis(shownSpan('24h', NOW), 250).ticks.length <= 3);
});

test('a place leads to its instant and back', () => {
  const axis = timelineAxis(shownSpan('6h', NOW), 750);
  assert.equal(Math.round(axis.x(NOW)), 600);
  assert.equal(Math.round(axis.at(600)), NOW);
});
