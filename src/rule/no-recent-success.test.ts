import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../lib/duration.ts';
import { UTC } from '../schedule/zone.ts';
import type { Finding } from './finding.ts';
import { evaluateNoRecentSuccess, type NoRecentSuccessFacts } from './no-recent-success.ts';

/** Monday, noon. */
const NOW = Date.UTC(2026, 2, 2, 12);

/** A CronJob and a monitor that exist for a month; the last success was an hour ago. */
function facts(given: Partial<NoRecentSuccessFacts> = {}): NoRecentSuccessFacts {
  return {
    cronJobName: 'report',
    zone: UTC,
    lastSuccessAt: NOW - HOUR,
    createdAt: NOW - 30 * DAY,
    monitoredSince: NOW - 30 * DAY,
    resumedAt: null,
    paused: false,
    succeeded: null,
    ...given,
  };
}

interface Case {
  readonly name: string;
  readonly facts?: Partial<NoRecentSuccessFacts>;
  readonly state: Finding['state'];
  /** Relative to now; null for never. */
  readonly nextIn: number | null;
}

const CASES: readonly Case[] = [
  { name: 'a recent success is enough', state: 'unchanged', nextIn: DAY - HOUR },
  {
    name: 'too old a success fires',
    facts: { lastSuccessAt: NOW - 25 * HOUR },
    state: 'firing',
    nextIn: null,
  },
  {
    name: 'it fires when the time is over',
    facts: { lastSuccessAt: NOW - DAY },
    state: 'firing',
    nextIn: null,
  },
  {
    name: 'without any success the time counts from the monitor',
    facts: { lastSuccessAt: null, monitoredSince: NOW - HOUR },
    state: 'unchanged',
    nextIn: DAY - HOUR,
  },
  {
    name: 'without any success the time counts from a CronJob younger than its monitor',
    facts: { lastSuccessAt: null, createdAt: NOW - 2 * HOUR },
    state: 'unchanged',
    nextIn: DAY - 2 * HOUR,
  },
  {
    name: 'without any monitor it counts from the CronJob',
    facts: { lastSuccessAt: null, monitoredSince: null },
    state: 'firing',
    nextIn: null,
  },
  {
    name: 'a monitor younger than an old success does not wait once more',
    facts: { lastSuccessAt: NOW - 3 * DAY, monitoredSince: NOW },
    state: 'firing',
    nextIn: null,
  },
  {
    name: 'a CronJob that was recreated has its time anew',
    facts: { lastSuccessAt: NOW - 3 * DAY, createdAt: NOW - HOUR },
    state: 'unchanged',
    nextIn: DAY - HOUR,
  },
  {
    name: 'the end of a suspension begins the time anew',
    facts: { lastSuccessAt: NOW - 3 * DAY, resumedAt: NOW - HOUR },
    state: 'unchanged',
    nextIn: DAY - HOUR,
  },
  {
    name: 'a suspended CronJob is not asked',
    facts: { lastSuccessAt: NOW - 3 * DAY, paused: true },
    state: 'unchanged',
    nextIn: null,
  },
  {
    name: 'a success by hand ends it while it is suspended',
    facts: { lastSuccessAt: NOW, paused: true, succeeded: 'by-hand' },
    state: 'ok',
    nextIn: null,
  },
  {
    name: 'a success ends it',
    facts: { lastSuccessAt: NOW, succeeded: 'report-1' },
    state: 'ok',
    nextIn: DAY,
  },
];
for (const { name, facts: given = {}, state, nextIn } of CASES) {
  test(name, () => {
    const { finding, nextCheckAt } = evaluateNoRecentSuccess(
      { maxTimeSinceLastSuccessMs: DAY },
      facts(given),
      NOW,
    );
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, nextIn === null ? null : NOW + nextIn);
  });
}

const SINCE: readonly { readonly facts: Partial<NoRecentSuccessFacts>; readonly message: RegExp }[] = [
  {
    facts: { lastSuccessAt: NOW - 2 * DAY },
    message: /^The last successful run ended Sat 2026-02-28 12:00 UTC\. /,
  },
  {
    facts: { lastSuccessAt: null, monitoredSince: NOW - 2 * DAY },
    message: /^No run has succeeded since monitoring began Sat/,
  },
  {
    facts: { lastSuccessAt: null, createdAt: NOW - 2 * DAY },
    message: /^No run has succeeded since the CronJob was created Sat/,
  },
  {
    facts: { resumedAt: NOW - 2 * DAY, lastSuccessAt: NOW - 3 * DAY },
    message: /since the suspension ended Sat/,
  },
];
test('the message says since when there was no success, and what the limit is', () => {
  for (const { facts: given, message } of SINCE) {
    const { finding } = evaluateNoRecentSuccess({ maxTimeSinceLastSuccessMs: DAY }, facts(given), NOW);
    assert.ok(finding.state === 'firing');
    assert.match(finding.message, message);
    assert.match(finding.message, / At most 1d may pass without a success\.$/);
  }
});

test('the cause stays the same for as long as nothing succeeds', () => {
  const at = (now: number) => {
    const { finding } = evaluateNoRecentSuccess(
      { maxTimeSinceLastSuccessMs: DAY },
      facts({ lastSuccessAt: NOW - 2 * DAY }),
      now,
    );
    return finding.state === 'firing' ? finding.cause : null;
  };
  assert.equal(at(NOW), at(NOW + 5 * DAY));
});
