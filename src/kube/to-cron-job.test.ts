import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CronJob } from '../execution/cron-job.ts';
import { anObject } from './testing.ts';
import { toCronJob } from './to-cron-job.ts';

const BARE: CronJob = {
  uid: 'uid-a',
  namespace: 'shop',
  name: 'a',
  generation: 0,
  labels: {},
  schedule: '',
  timeZone: null,
  suspend: false,
  concurrencyPolicy: 'Allow',
  startingDeadlineSeconds: null,
  successfulJobsHistoryLimit: 3,
  failedJobsHistoryLimit: 1,
  ttlSecondsAfterFinished: null,
  createdAt: 0,
  lastScheduledFor: null,
  lastSuccessfulAt: null,
};

test('everything that is read of a CronJob is found where Kubernetes puts it', () => {
  const { metadata } = anObject('a', 1);
  const object = {
    metadata: { ...metadata, labels: { team: 'x' }, creationTimestamp: '2026-01-02T03:04:05Z' },
    spec: {
      schedule: '0 3 * * *',
      timeZone: 'Europe/Berlin',
      suspend: true,
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 200,
    },
    status: { lastScheduleTime: '2026-01-02T02:00:00Z' },
  };
  assert.deepEqual(toCronJob(object), {
    ...BARE,
    labels: { team: 'x' },
    schedule: '0 3 * * *',
    timeZone: 'Europe/Berlin',
    suspend: true,
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 200,
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    lastScheduledFor: Date.UTC(2026, 0, 2, 2),
  } satisfies CronJob);
});

const ODD: readonly { name: string; more: object }[] = [
  { name: 'nothing but metadata', more: {} },
  { name: 'null for spec and status', more: { spec: null, status: null } },
  {
    name: 'fields of other types',
    more: {
      spec: {
        schedule: 5,
        timeZone: '',
        suspend: 'yes',
        concurrencyPolicy: 'New',
        startingDeadlineSeconds: '1',
      },
      status: { lastScheduleTime: 'yesterday' },
    },
  },
];
for (const { name, more } of ODD) {
  test(`a CronJob with ${name} reads as one with Kubernetes' defaults`, () => {
    assert.deepEqual(toCronJob({ ...anObject('a', 1), ...more }), BARE);
  });
}
