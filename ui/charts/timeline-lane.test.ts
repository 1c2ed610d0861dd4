import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimelineItem } from '../../src/api/contract/timeline.ts';
import { timelineAxis } from './timeline-axis.ts';
import { type LaneSource, markAt, neighbour, timelineLane } from './timeline-lane.ts';

const HOUR = 3_600;
const FROM = Date.UTC(2026, 10, 20, 12);
const NOW = FROM + 24 * HOUR * 1_000;
/** An hour is 36 px wide. */
const AXIS = timelineAxis({ from: FROM, to: NOW + 6 * HOUR * 1_000 }, 1_080);

function aSource(item: Partial<TimelineItem>): LaneSource {
  return {
    item: {
      namespace: 'shop',
      name: 'backup',
      runs: [],
      bins: null,
      slots: [],
      running: [],
      forecast: [],
      ...item,
    },
    from: FROM,
    binSeconds: 300,
    reasons: ['OOMKilled', 'Suspended', 'Forbidden'],
    p50: 600,
  };
}
const laneOf = (item: Partial<TimelineItem>) => timelineLane(aSource(item), AXIS, NOW).marks;

test('a run stands at its start and is as wide as it took, never too thin to be seen', () => {
  const [long, short] = laneOf({
    runs: [
      [HOUR, 2 * HOUR, 0, 0, -1],
      [6 * HOUR, 1, 1, 1, 0],
    ],
  });
  assert.deepEqual([long!.kind, long!.x, long!.width], ['success', 36, 72]);
  assert.deepEqual(short, {
    kind: 'failed',
    x: 216,
    width: 3,
    at: FROM + 6 * HOUR * 1_000,
    seconds: 1,
    manual: true,
    reason: 'OOMKilled',
  });
});

test('what runs reaches to the present', () => {
  const [mark] = laneOf({ running: [22 * HOUR] });
  assert.deepEqual([mark!.kind, mark!.x, mark!.width], ['running', 792, 72]);
});

test('a forecast is as wide as the middle run, and nothing that is due stands in the past', () => {
  const marks = laneOf({ forecast: [23 * HOUR, 25 * HOUR] });
  assert.deepEqual(
    marks.map(({ kind, x, width }) => [kind, x, Math.round(width)]),
    [['forecast', 900, 6]],
  );
});

test('runs that stand too close become columns, which lose none of them', () => {
  const runs = Array.from({ length: 288 }, (_, index) => [index * 300, 10, index % 4 === 0 ? 1 : 0, 0, -1]);
  const columns = laneOf({ runs });
  assert.ok(columns.every(({ kind, width }) => kind === 'column' && width === 4));
  const sum = (key: 'runs' | 'failed') =>
    columns.reduce((total, column) => total + (column.kind === 'column' ? column[key] : 0), 0);
  assert.deepEqual([sum('runs'), sum('failed')], [288, 72]);
});

test('runs that stand close in one corner of the axis become columns too, a lone neighbour does not', () => {
  const burst = Array.from({ length: 20 }, (_, index) => [HOUR + index * 60, 10, 0, 0, -1]);
  assert.ok(laneOf({ runs: burst }).every(({ kind }) => kind === 'column'));
  const pair = [1, 2, 2.01, 3, 4].map((hour) => [hour * HOUR, 10, 0, 0, -1]);
  assert.ok(laneOf({ runs: pair }).every(({ kind }) => kind === 'success'));
});

test('what the service counted by bins is drawn as columns, however little it is', () => {
  const [column] = laneOf({ bins: [[HOUR, 500, 1]] });
  assert.ok(column?.kind === 'column');
  assert.deepEqual([column.x, column.runs, column.failed], [36, 500, 1]);
});

test('slots without a run stand where they were due, alike ones that touch as one', () => {
  const marks = laneOf({
    slots: [
      [HOUR, 1, 1],
      [HOUR + 600, 1, 4],
      [5 * HOUR, 2, 1],
      [6 * HOUR, -1, 1],
    ],
  });
  assert.deepEqual(
    marks.map((mark) => [mark.kind, mark.x, 'slots' in mark && mark.slots]),
    [
      ['suspended', 36, 5],
      ['skipped', 180, 1],
      ['unknown', 216, 1],
    ],
  );
  assert.equal(marks[0]!.width, 12);
});

test('what lies beyond the axis is left out, what reaches into it is not', () => {
  const marks = laneOf({
    runs: [
      [-3 * HOUR, HOUR, 0, 0, -1],
      [-2 * HOUR, 3 * HOUR, 0, 0, -1],
    ],
  });
  assert.equal(marks.length, 1);
});

test('the mark under the pointer is found, a near one too, a far one not', () => {
  const lane = timelineLane(
    aSource({
      runs: [
        [HOUR, 10, 0, 0, -1],
        [2 * HOUR, 10, 1, 0, -1],
      ],
    }),
    AXIS,
    NOW,
  );
  assert.equal(markAt(lane, 37)?.kind, 'success');
  assert.equal(markAt(lane, 68)?.kind, 'failed');
  assert.equal(markAt(lane, 55), null);
});

test('neighbours lead from mark to mark and stop at both ends', () => {
  const lane = timelineLane(aSource({ runs: [[HOUR, 10, 0, 0, -1]], forecast: [25 * HOUR] }), AXIS, NOW);
  const first = FROM + HOUR * 1_000;
  assert.equal(neighbour(lane, NOW, -1)?.at, first);
  assert.equal(neighbour(lane, first, -1)?.at, first);
  assert.equal(neighbour(lane, first, 1)?.kind, 'forecast');
  assert.equal(neighbour({ marks: [] }, NOW, 1), null);
});
