import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { MINUTE } from '../lib/duration.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import type { JudgedState } from './judged-state.ts';
import { rateNext } from './rate-next.ts';

const SLA = aMonitorSpec({ sla: {} });
const SLOT = { at: T0 + 5 * MINUTE, slot: T0 };
const RATED = { ...SLOT, knownUntil: T0 };

function next(
  given: Partial<Parameters<typeof rateNext>[0]>,
): Pick<JudgedState, 'toRate' | 'decidedUntil' | 'toCompare' | 'rateAgainAt'> {
  return rateNext({
    judged: { toCompare: [], decidedUntil: null, judgedBy: [SLA] },
    specs: [SLA],
    decided: [],
    endedAt: [],
    comparedUntil: -Infinity,
    rateAgainAt: null,
    isBehind: false,
    now: T0 + 6 * MINUTE,
    ...given,
  });
}

test('without an SLA no figure is ever read', () => {
  const { toRate, toCompare } = next({ specs: [aMonitorSpec()], decided: [SLOT], endedAt: [SLOT.at] });
  assert.deepEqual([toRate, toCompare], [[], []]);
});

test('a slot that was decided is rated; runs that end in one quarter of an hour are compared once, at its end', () => {
  const endedAt = [T0 + 5 * MINUTE, T0 + 14 * MINUTE, T0 + 15 * MINUTE];
  const { toRate, toCompare } = next({ decided: [SLOT], endedAt });
  assert.deepEqual(toRate, [RATED]);
  assert.deepEqual(
    toCompare,
    [T0 + 15 * MINUTE, T0 + 30 * MINUTE],
    'a quarter begins with its first instant',
  );
});

test('a slot whose run outlasts the next one is rated with both, one that is decided first without the other', () => {
  const long = { at: T0 + 9 * MINUTE, slot: T0 };
  const short = { at: T0 + 6 * MINUTE, slot: T0 + 5 * MINUTE };
  const together = next({ decided: [long, short] });
  const known = [T0 + 5 * MINUTE, T0 + 5 * MINUTE];
  assert.deepEqual(
    together.toRate.map(({ knownUntil }) => knownUntil),
    known,
  );
  const judged = { toCompare: [], decidedUntil: next({ decided: [short] }).decidedUntil, judgedBy: [SLA] };
  assert.equal(next({ judged, decided: [long] }).toRate[0]?.knownUntil, T0 + 5 * MINUTE);
  const inOrder = next({ decided: [{ ...long, at: T0 + MINUTE }, short] });
  assert.deepEqual(
    inOrder.toRate.map(({ knownUntil }) => knownUntil),
    [T0, T0 + 5 * MINUTE],
  );
});

test('a comparison stays due until it was made', () => {
  const judged = { toCompare: [T0, T0 + 15 * MINUTE], decidedUntil: null, judgedBy: [SLA] };
  assert.deepEqual(next({ judged, comparedUntil: T0 }).toCompare, [T0 + 15 * MINUTE]);
});

test('an edited monitor judges by its new numbers at once; one that is read for the first time waits', () => {
  const edited = next({
    judged: { toCompare: [], decidedUntil: null, judgedBy: [aMonitorSpec({ sla: {} })] },
  });
  assert.deepEqual(edited.toRate, [
    { at: T0 + 6 * MINUTE, slot: T0 + 6 * MINUTE, knownUntil: T0 + 6 * MINUTE },
  ]);
  assert.deepEqual(next({ judged: { toCompare: [], decidedUntil: null, judgedBy: null } }).toRate, []);
});

test('a rate that changes though nothing happens is judged after what is being written, if that is late', () => {
  const rateAgainAt = T0 + MINUTE;
  const again = { at: rateAgainAt, slot: rateAgainAt, knownUntil: rateAgainAt };
  const behind = next({ rateAgainAt, isBehind: true });
  assert.deepEqual(behind, { toRate: [again], decidedUntil: null, toCompare: [], rateAgainAt });
  assert.deepEqual(next({ rateAgainAt, isBehind: true, decided: [SLOT] }).toRate, [RATED]);
  assert.deepEqual(next({ rateAgainAt }).toRate, []);
  assert.deepEqual(next({ rateAgainAt: T0 + 6 * MINUTE, isBehind: true }).toRate, []);
});
