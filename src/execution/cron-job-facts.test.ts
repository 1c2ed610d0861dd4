import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstFacts, nextFacts } from './cron-job-facts.ts';
import { T0 } from './testing.ts';

function look(before: ReturnType<typeof firstFacts>, given: Partial<Parameters<typeof nextFacts>[1]>) {
  return nextFacts(before, {
    cronJob: { suspend: false, lastSuccessfulAt: null },
    startedAt: [],
    succeededAt: [],
    slotsJudgedUntil: null,
    suspendedBy: null,
    now: T0 + 1,
    ...given,
  });
}

const suspended = { suspend: true, lastSuccessfulAt: null };

describe('the facts of a CronJob', () => {
  it('keep when it was first seen', () => {
    assert.equal(look(firstFacts(T0), { now: T0 + 9 }).firstSeenAt, T0);
  });

  it('tell since when it is suspended, and when the last suspension ended', () => {
    const since = look(firstFacts(T0), { cronJob: suspended, now: T0 + 1 });
    assert.deepEqual([since.suspendedSince, since.resumedAt], [T0 + 1, null]);
    const still = look(since, { cronJob: suspended, now: T0 + 2 });
    assert.equal(still.suspendedSince, T0 + 1);
    const resumed = look(still, { now: T0 + 3 });
    assert.deepEqual([resumed.suspendedSince, resumed.resumedAt], [null, T0 + 3]);
    assert.equal(look(resumed, { now: T0 + 4 }).resumedAt, T0 + 3);
  });

  it('tell since when it is suspended at the latest, where nobody saw when', () => {
    const since = look(firstFacts(T0), { cronJob: suspended, suspendedBy: T0 - 9 });
    assert.equal(since.suspendedSince, T0 - 9);
    assert.equal(look(since, { cronJob: suspended, suspendedBy: T0 }).suspendedSince, T0 - 9);
  });

  it('keep the newest start and the latest success, in whatever order they are told', () => {
    const facts = look(firstFacts(T0), { startedAt: [T0 + 5, T0 + 2], succeededAt: [T0 + 3, T0 + 1] });
    assert.deepEqual([facts.lastStartedAt, facts.lastSuccessAt], [T0 + 5, T0 + 3]);
    const older = look(facts, { startedAt: [T0], succeededAt: [T0] });
    assert.deepEqual([older.lastStartedAt, older.lastSuccessAt], [T0 + 5, T0 + 3]);
  });

  it('believe the CronJob that it succeeded while nobody watched', () => {
    const facts = look(firstFacts(T0), { cronJob: { suspend: false, lastSuccessfulAt: T0 - 1 } });
    assert.equal(facts.lastSuccessAt, T0 - 1);
  });
});
