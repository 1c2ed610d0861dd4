import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triggerCommand } from './commands.ts';

test('the command names the CronJob and its namespace', () => {
  assert.equal(
    triggerCommand({ namespace: 'billing', name: 'export' }),
    'kubectl create job export-manual --from=cronjob/export --namespace billing',
  );
});
test('the name of the Job is never longer than Kubernetes takes', () => {
  const job = triggerCommand({ namespace: 'a', name: 'x'.repeat(63) }).split(' ')[3]!;
  assert.equal(job.length, 63);
  assert.ok(job.endsWith('-manual'));
});
