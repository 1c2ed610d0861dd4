import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RetentionConfig, toRetention } from './retention.ts';
import type { Given } from './settings.ts';

function retentionOf(given: Given, problems: string[] = []): RetentionConfig {
  return toRetention((key) => given[key] as string | undefined, problems);
}

test('runs are kept for a quarter, their evidence for a month', () => {
  assert.deepEqual(retentionOf({}), { runDays: 90, failedRunDays: 90, evidenceDays: 30 });
});

test('failed runs are kept as long as others, or longer when asked for', () => {
  assert.equal(retentionOf({ retentionDays: '10' }).failedRunDays, 10);
  assert.equal(retentionOf({ failedRetentionDays: '365' }).failedRunDays, 365);
});

const WRONG: readonly { readonly source: Given; readonly flag: string }[] = [
  { source: { retentionDays: '0' }, flag: '--retention-days (PUNCTUAL_RETENTION_DAYS) is "0"' },
  { source: { retentionDays: '3d' }, flag: '--retention-days (PUNCTUAL_RETENTION_DAYS) is "3d"' },
  { source: { logRetentionDays: '99999' }, flag: '--log-retention-days (PUNCTUAL_LOG_RETENTION_DAYS)' },
  { source: { failedRetentionDays: '30' }, flag: '--failed-retention-days (PUNCTUAL_FAILED_RETENTION_DAYS)' },
];
for (const { source, flag } of WRONG) {
  test(`${JSON.stringify(source)} is a problem that names its flag`, () => {
    const problems: string[] = [];
    retentionOf(source, problems);
    assert.equal(problems.length, 1);
    assert.ok(problems[0]?.startsWith(flag), String(problems[0]));
  });
}
