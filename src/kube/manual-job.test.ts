import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualJob, manualJobName } from './manual-job.ts';

const NAMES: readonly { name: string; cronJob: string; job: string }[] = [
  { name: 'says that it is manual', cronJob: 'backup', job: 'backup-manual-abcde' },
  {
    name: 'of the longest CronJob keeps its ending whole',
    cronJob: 'x'.repeat(52),
    job: `${'x'.repeat(50)}-manual-abcde`,
  },
  {
    name: 'has no dot before a dash where it is cut',
    cronJob: `${'x'.repeat(48)}-.yy`,
    job: `${'x'.repeat(48)}-manual-abcde`,
  },
];
for (const { name, cronJob, job } of NAMES) {
  test(`the name of a manual Job ${name}`, () => {
    assert.equal(manualJobName(cronJob, 'abcde'), job);
    assert.ok(job.length <= 63);
  });
}

test('a manual Job is what kubectl create job --from makes', () => {
  const spec = { template: { spec: { containers: [] } }, backoffLimit: 2 };
  const job = manualJob(
    {
      metadata: { name: 'backup', namespace: 'shop', uid: 'u', labels: { own: 'label' } },
      spec: { jobTemplate: { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec } },
    },
    'abcde',
  );
  assert.deepEqual(job, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: 'backup-manual-abcde',
      labels: { a: 'b' },
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', c: 'd' },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'backup', uid: 'u' }],
    },
    spec,
  });
});
