import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../lib/duration.ts';
import { UTC } from '../schedule/zone.ts';
import { type CronJobDeletedFacts, evaluateCronJobDeleted } from './cron-job-deleted.ts';
import type { Finding } from './finding.ts';

const NOW = Date.UTC(2026, 2, 2, 12);

/** Deleted two hours ago. */
function facts(given: Partial<CronJobDeletedFacts> = {}): CronJobDeletedFacts {
  return {
    cronJobName: 'report',
    uid: 'uid-1',
    zone: UTC,
    deletedAt: NOW - 2 * HOUR,
    monitoredSince: NOW - 100 * HOUR,
    acknowledged: false,
    ...given,
  };
}

interface Case {
  readonly name: string;
  readonly facts?: Partial<CronJobDeletedFacts>;
  readonly state: Finding['state'];
  readonly next: number | null;
}

const CASES: readonly Case[] = [
  { name: 'a CronJob that is gone for too long fires', state: 'firing', next: null },
  { name: 'it fires when the buffer is over', facts: { deletedAt: NOW - HOUR }, state: 'firing', next: null },
  {
    name: 'within the buffer it may come back',
    facts: { deletedAt: NOW - HOUR + 1 },
    state: 'unchanged',
    next: NOW + 1,
  },
  { name: 'a recreation ends it', facts: { deletedAt: null }, state: 'ok', next: null },
  {
    name: 'an acknowledged deletion fires no more',
    facts: { acknowledged: true },
    state: 'unchanged',
    next: null,
  },
  {
    name: 'a deletion from before the monitor is none of its business',
    facts: { monitoredSince: NOW - HOUR },
    state: 'unchanged',
    next: null,
  },
];
for (const { name, facts: given = {}, state, next } of CASES) {
  test(name, () => {
    const { finding, nextCheckAt } = evaluateCronJobDeleted({ bufferMs: HOUR }, facts(given), NOW);
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, next);
  });
}

test('the message says when it was deleted, what was waited for and what to do', () => {
  const { finding } = evaluateCronJobDeleted({ bufferMs: HOUR }, facts(), NOW);
  assert.ok(finding.state === 'firing');
  assert.equal(
    finding.message,
    'The CronJob was deleted Mon 2026-03-02 10:00 UTC and not created anew within 1h. ' +
      'Acknowledge this alert if that was intended.',
  );
  assert.equal(finding.cause, 'uid-1');
});
