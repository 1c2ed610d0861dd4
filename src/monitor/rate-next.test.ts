import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { DAY, HOUR, MINUTE } from '../lib/duration.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import { rateNext } from './rate-next.ts';

const SLA = aMonitorSpec({ sla: {} });
const SLOT = { at: T0 + 5 * MINUTE, slot: T0 };
const RATED = { ...SLOT, knownUntil: T0 };

/** Nothing was judged before but the monitor. */
const BEFORE: Parameters<typeof rateNext>[0]['judged'] = {
  toCompare: [],
  comparedUntil: null,
  isRegressed: false,
  lastSuccessAt: null,
  decidedUntil: null,
  judgedBy: [SLA],
};

function next(given: Partial<Parameters<typeof rateNext>[0]>): ReturnType<typeof rateNext> {
  return rateNext({
    judged: BEFORE,
    specs: [SLA],
    decided: [],
    endedAt: [],
    succeededAt: [],
    lastSuccessAt: null,
    comparedUntil: -Infinity,
    isRegressed: false,
    rateAgainAt: null,
    isBehind: false,
    until: T0 + 6 * MINUTE,
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
  const judged = { ...BEFORE, decidedUntil: next({ decided: [short] }).decidedUntil };
  assert.equal(next({ judged, decided: [long] }).toRate[0]?.knownUntil, T0 + 5 * MINUTE);
  const inOrder = next({ decided: [{ ...long, at: T0 + MINUTE }, short] });
  assert.deepEqual(
    inOrder.toRate.map(({ knownUntil }) => knownUntil),
    [T0, T0 + 5 * MINUTE],
  );
});

test('a comparison stays due until it was made', () => {
  const judged = { ...BEFORE, toCompare: [T0, T0 + 15 * MINUTE] };
  assert.deepEqual(next({ judged, comparedUntil: T0 }).toCompare, [T0 + 15 * MINUTE]);
});

test('an edited monitor judges by its new numbers at once; one that is read for the first time waits', () => {
  const edited = next({
    judged: { ...BEFORE, judgedBy: [aMonitorSpec({ sla: {} })] },
  });
  assert.deepEqual(edited.toRate, [
    { at: T0 + 6 * MINUTE, slot: T0 + 6 * MINUTE, knownUntil: T0 + 6 * MINUTE },
  ]);
  assert.deepEqual(next({ judged: { ...BEFORE, judgedBy: null } }).toRate, []);
});

test('a rate that changes though nothing happens is judged after what is being written, if that is late', () => {
  const rateAgainAt = T0 + MINUTE;
  const again = { at: rateAgainAt, slot: rateAgainAt, knownUntil: rateAgainAt };
  const behind = next({ rateAgainAt, isBehind: true });
  assert.deepEqual([behind.toRate, behind.toCompare, behind.rateAgainAt], [[again], [], rateAgainAt]);
  assert.deepEqual(next({ rateAgainAt, isBehind: true, decided: [SLOT] }).toRate, [RATED]);
  assert.deepEqual(next({ rateAgainAt }).toRate, []);
  assert.deepEqual(next({ rateAgainAt: T0 + 6 * MINUTE, isBehind: true }).toRate, []);
});

test('while they are too long, durations are compared a day after the last success, once all until then is known', () => {
  const regressed = { isRegressed: true, lastSuccessAt: T0 + MINUTE, now: T0 + 2 * DAY };
  const emptiedAt = T0 + DAY + 15 * MINUTE;
  assert.deepEqual(next({ ...regressed, until: emptiedAt }).toCompare, [emptiedAt]);
  assert.deepEqual(next({ ...regressed, until: emptiedAt - 1 }).toCompare, []);
  assert.deepEqual(next({ ...regressed, until: emptiedAt, isRegressed: false }).toCompare, []);
});

test('what was compared a day after the last success is not compared again, whatever came of it', () => {
  const regressed = { isRegressed: true, lastSuccessAt: T0 + MINUTE, until: T0 + 2 * DAY, now: T0 + 2 * DAY };
  const { comparedUntil, toCompare } = next({ ...regressed, comparedUntil: T0 + DAY + 15 * MINUTE });
  assert.deepEqual(toCompare, []);
  assert.deepEqual(next({ ...regressed, judged: { ...BEFORE, comparedUntil } }).toCompare, []);
});

test('a day without a success that is told with the next one is compared before it', () => {
  const judged = { ...BEFORE, isRegressed: true, lastSuccessAt: T0 };
  const ends = [T0 + 3 * DAY, T0 + 3 * DAY + HOUR];
  const given = { endedAt: ends, succeededAt: ends, lastSuccessAt: ends[1]!, isRegressed: true };
  const compared = [T0 + DAY, ...ends].map((at) => at + 15 * MINUTE);
  assert.deepEqual(next({ ...given, judged }).toCompare, compared);
  assert.deepEqual(
    next({ ...given, judged: { ...judged, isRegressed: false } }).toCompare,
    compared.slice(1),
  );
});
