import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column, EmptyMark, Mark } from '../../charts/timeline-lane.ts';
import { laneText, markText, markTime } from './timeline-words.ts';

const AT = Date.UTC(2026, 10, 21, 13, 15);
const aMark = (fields: Partial<Mark>): Mark => ({
  kind: 'success',
  x: 0,
  width: 3,
  at: AT,
  seconds: 94,
  manual: false,
  reason: null,
  ...fields,
});
const COLUMN: Column = { kind: 'column', x: 0, width: 4, at: AT, until: AT + 300_000, runs: 5, failed: 2 };

const EMPTY: EmptyMark = {
  kind: 'skipped',
  x: 0,
  width: 6,
  at: AT,
  until: AT,
  slots: 1,
  reason: 'Forbidden',
};

test('a slot without a run says why', () => {
  assert.deepEqual(
    [
      EMPTY,
      { ...EMPTY, kind: 'suspended', reason: 'Suspended', slots: 12 } as const,
      { ...EMPTY, kind: 'unknown', reason: null } as const,
      { ...EMPTY, reason: 'FromTheFuture' },
    ].map((mark) => markText(mark, AT)),
    [
      'Not started: the run before it was still active, and concurrencyPolicy is Forbid',
      '12 slots: Not started: the CronJob was suspended',
      'Unknown: Punctual did not watch, and no trace is left',
      'Not started: FromTheFuture',
    ],
  );
  assert.equal(markTime(EMPTY), 'Sat 21 Nov, 13:15 UTC');
  assert.equal(markTime({ ...EMPTY, until: AT + 60_000 }), 'Sat 21 Nov, 13:15 UTC to Sat 21 Nov, 13:16 UTC');
});

test('each kind of mark says what it is', () => {
  assert.deepEqual(
    [
      aMark({}),
      aMark({ kind: 'failed', reason: 'OOMKilled', manual: true }),
      aMark({ kind: 'running', seconds: null }),
      aMark({ kind: 'forecast' }),
      aMark({ kind: 'forecast', seconds: null }),
      COLUMN,
    ].map((mark) => markText(mark, AT + 240_000)),
    [
      'Succeeded in 1 m 34 s',
      'Failed after 1 m 34 s: OOMKilled, started by hand',
      'Running for 4 m',
      'Next start, mostly takes 1 m 34 s',
      'Next start',
      '5 runs, 2 failed',
    ],
  );
});

test('a column has a beginning and an end', () => {
  assert.equal(markTime(COLUMN), 'Sat 21 Nov, 13:15 UTC to Sat 21 Nov, 13:20 UTC');
});

test('a row is summed up over runs and columns', () => {
  const marks = [
    aMark({}),
    aMark({ kind: 'failed' }),
    COLUMN,
    aMark({ kind: 'running' }),
    aMark({ kind: 'forecast' }),
  ];
  assert.equal(laneText({ marks }), '7 runs, 3 failed, 1 running; next start Sat 21 Nov, 13:15 UTC');
  assert.equal(
    laneText({
      marks: [
        { ...EMPTY, slots: 3 },
        { ...EMPTY, kind: 'unknown', reason: null },
      ],
    }),
    '0 runs, none failed, 3 slots without a run, 1 unknown',
  );
  assert.equal(laneText({ marks: [] }), '0 runs, none failed');
});
