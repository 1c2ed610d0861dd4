import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMonitorSpec } from '../rule/monitor-spec.ts';
import { type RetentionTerms, retentionTerms } from './retention-terms.ts';

const DEFAULTS = { runDays: 90, failedRunDays: 120, evidenceDays: 30 };

function monitorOf(dataRetention: object) {
  const parsed = toMonitorSpec({ dataRetention });
  assert.equal(parsed.kind, 'spec');
  return parsed;
}

const CASES: readonly {
  readonly name: string;
  readonly monitors: readonly object[];
  readonly terms: Partial<RetentionTerms>;
}[] = [
  {
    name: 'without a monitor the defaults hold, and a deletion changes nothing',
    monitors: [],
    terms: { ...DEFAULTS, purgeAfterDays: null, resets: false },
  },
  {
    name: 'a monitor that says nothing changes nothing',
    monitors: [{}],
    terms: { ...DEFAULTS, purgeAfterDays: null, resets: false },
  },
  {
    name: 'a number of days holds for failed runs too, also where it is shorter',
    monitors: [{ retentionDays: 7, logRetentionDays: 3 }],
    terms: { runDays: 7, failedRunDays: 7, evidenceDays: 3 },
  },
  {
    name: 'of several monitors the longest wins, field by field',
    monitors: [
      { retentionDays: 200, logRetentionDays: 3 },
      { retentionDays: 7, logRetentionDays: 60 },
    ],
    terms: { runDays: 200, failedRunDays: 200, evidenceDays: 60 },
  },
  {
    name: 'a monitor that says nothing counts with the defaults',
    monitors: [{ retentionDays: 7 }, {}],
    terms: { runDays: 90, failedRunDays: 120 },
  },
  { name: 'purge forgets at once', monitors: [{ onCronJobDeletion: 'purge' }], terms: { purgeAfterDays: 0 } },
  {
    name: 'of two that purge the later one counts',
    monitors: [{ onCronJobDeletion: 'purge' }, { onCronJobDeletion: 'purge-after-days', purgeAfterDays: 5 }],
    terms: { purgeAfterDays: 5 },
  },
  {
    name: 'one monitor that retains keeps from being purged and reset',
    monitors: [{ onCronJobDeletion: 'purge', onRecreation: 'reset' }, {}],
    terms: { purgeAfterDays: null, resets: false },
  },
  {
    name: 'a recreation resets where all say so',
    monitors: [{ onRecreation: 'reset' }],
    terms: { resets: true },
  },
];

for (const { name, monitors, terms } of CASES) {
  test(name, () => {
    assert.partialDeepStrictEqual(retentionTerms(monitors.map(monitorOf), DEFAULTS), terms);
  });
}
