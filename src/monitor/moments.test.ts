import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFailedExecution, anExecution, T0 } from '../execution/testing.ts';
import { HOUR, MINUTE } from '../lib/duration.ts';
import type { JudgedFacts } from './judged-state.ts';
import { type Happening, happenings, type KnownRun } from './moments.ts';

const NOW = T0 + HOUR;

const NOTHING: JudgedFacts = {
  lastStartedAt: null,
  lastSuccessAt: null,
  suspendedSince: null,
  resumedAt: null,
  goneSince: null,
};

function run(given: Partial<KnownRun> = {}): KnownRun {
  return { jobUid: 'job-1', jobName: 'job-1', startedAt: T0, scheduledFor: T0, endedAt: null, ...given };
}

function from(given: Partial<Parameters<typeof happenings>[0]>): readonly Happening[] {
  return happenings({
    runs: [],
    ended: [],
    seen: NOTHING,
    before: { ...NOTHING, until: T0 - HOUR },
    createdAt: T0 - HOUR,
    now: NOW,
    ...given,
  });
}

function after(happened: readonly Happening[], before: JudgedFacts = NOTHING): JudgedFacts {
  return happened.reduce((facts, { change }) => change(facts), before);
}

test('nothing happens to a CronJob that is as it was', () => {
  assert.deepEqual(from({}), []);
});

test('starts and ends are told in the order of their instants, whatever order they came in', () => {
  const early = anExecution({ completedAt: T0 + MINUTE });
  const late = aFailedExecution({ jobUid: 'job-2', completedAt: T0 + 20 * MINUTE });
  const runs = [run({ startedAt: T0 + 10 * MINUTE }), run()];
  assert.deepEqual(
    from({ runs, ended: [late, early] }).map(({ at, ended }) => [at - T0, ended?.jobUid ?? null]),
    [
      [0, null],
      [MINUTE, 'job-1'],
      [10 * MINUTE, null],
      [20 * MINUTE, 'job-2'],
    ],
  );
});

test('a success is remembered, a failure is none', () => {
  assert.equal(after(from({ ended: [anExecution({ completedAt: T0 + 5 })] })).lastSuccessAt, T0 + 5);
  assert.equal(after(from({ ended: [aFailedExecution()] })).lastSuccessAt, null);
});

test('a run started for its slot no sooner than the slot, whatever its clock says', () => {
  const [start] = from({ runs: [run({ startedAt: T0 - 3_000, scheduledFor: T0 })] });
  assert.equal(start?.at, T0);
});

test('a start that was judged before is no news', () => {
  assert.deepEqual(from({ runs: [run()], before: { ...NOTHING, lastStartedAt: T0, until: T0 } }), []);
});

test('a clock of the cluster that is ahead makes nothing happen in the future', () => {
  const [end] = from({ ended: [anExecution({ completedAt: NOW + MINUTE })] });
  assert.equal(end?.at, NOW);
});

test('a suspension happens when it is seen', () => {
  const happened = from({ seen: { ...NOTHING, suspendedSince: NOW } });
  assert.deepEqual(
    happened.map(({ at }) => at),
    [NOW],
  );
  assert.equal(after(happened).suspendedSince, NOW);
});

test('a deletion may have come any time since the last look, and a recreation tells when it was', () => {
  const [gone] = from({ seen: { ...NOTHING, goneSince: NOW }, before: { ...NOTHING, until: T0 } });
  assert.equal(gone?.at, T0);
  const before = { ...NOTHING, goneSince: T0, until: T0 };
  const [back] = from({ before, createdAt: T0 + MINUTE });
  assert.equal(back?.at, T0 + MINUTE);
});
