import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { MINUTE } from '../lib/duration.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import type { JudgedState } from './judged-state.ts';
import { rateNext } from './rate-next.ts';

const SLA = aMonitorSpec({ sla: {} });
const SLOT = { at: T0 + 5 * MINUTE, slot: T0 };

function next(
  given: Partial<Parameters<typeof rateNext>[0]>,
): Pick<JudgedState, 'toRate' | 'toCompare' | 'rateAgainAt'> {
  return rateNext({
    judged: { toCompare: [], judgedBy: [SLA] },
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
  assert.deepEqual(toRate, [SLOT]);
  assert.deepEqual(
    toCompare,
    [T0 + 15 * MINUTE, T0 + 30 * MINUTE],
    'a quarter begins with its first instant',
  );
});

test('a comparison stays due until it was made', () => {
  const judged = { toCompare: [T0, T0 + 15 * MINUTE], judgedBy: [SLA] };
  assert.deepEqual(next({ judged, comparedUntil: T0 }).toCompare, [T0 + 15 * MINUTE]);
});

test('an edited monitor judges by its new numbers at once; one that is read for the first time waits', () => {
  const edited = next({ judged: { toCompare: [], judgedBy: [aMonitorSpec({ sla: {} })] } });
  assert.deepEqual(edited.toRate, [{ at: T0 + 6 * MINUTE, slot: T0 + 6 * MINUTE }]);
  assert.deepEqual(next({ judged: { toCompare: [], judgedBy: null } }).toRate, []);
});

test('a rate that changes though nothing happens is judged after what is being written, if that is late', () => {
  const rateAgainAt = T0 + MINUTE;
  const again = { at: rateAgainAt, slot: rateAgainAt };
  const behind = next({ rateAgainAt, isBehind: true });
  assert.deepEqual(behind, { toRate: [again], toCompare: [], rateAgainAt });
  assert.deepEqual(next({ rateAgainAt, isBehind: true, decided: [SLOT] }).toRate, [SLOT]);
  assert.deepEqual(next({ rateAgainAt }).toRate, []);
  assert.deepEqual(next({ rateAgainAt: T0 + 6 * MINUTE, isBehind: true }).toRate, []);
});
