import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inNamespace } from './in-namespace.ts';
import { aSlaItem } from './testing.ts';

const ITEMS = [
  aSlaItem({ namespace: 'data' }),
  aSlaItem({ namespace: 'shop', cronjobName: 'backup' }),
  aSlaItem({ namespace: 'shop', cronjobName: 'mail', compliant: false }),
];
const REPORT = {
  items: ITEMS,
  summary: { totalCronJobs: 3, compliant: 2, nonCompliant: 1, overallRate: 66.7 },
};

test('of a namespace the report has its CronJobs, and sums up those alone', () => {
  assert.deepEqual(inNamespace(REPORT, 'shop'), {
    items: ITEMS.slice(1),
    summary: { totalCronJobs: 2, compliant: 1, nonCompliant: 1, overallRate: 50 },
  });
});

test('a namespace without a CronJob has broken no promise', () => {
  assert.deepEqual(inNamespace(REPORT, 'gone').summary, {
    totalCronJobs: 0,
    compliant: 0,
    nonCompliant: 0,
    overallRate: 100,
  });
});

test('without a namespace the report stays as it came', () => {
  assert.equal(inNamespace(REPORT, undefined), REPORT);
});
