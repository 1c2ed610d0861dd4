import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job, JobOwner } from '../execution/job.ts';
import { anObject } from './testing.ts';
import { toJob } from './to-job.ts';

const BARE: Job = {
  uid: 'uid-a',
  namespace: 'shop',
  name: 'a',
  owner: null,
  instantiate: null,
  scheduledTimestamp: null,
  createdAt: 0,
  deletedAt: null,
  startedAt: null,
  completedAt: null,
  conditions: [],
  suspend: false,
  managedBy: null,
  completions: null,
  parallelism: 1,
  active: 0,
  ready: 0,
  failed: 0,
  failedIndexes: null,
};

test('everything that is read of a Job is found where Kubernetes puts it', () => {
  const { metadata } = anObject('a', 1);
  const object = {
    metadata: {
      ...metadata,
      creationTimestamp: '2026-01-01T00:00:01Z',
      deletionTimestamp: '2026-01-01T00:00:09Z',
      annotations: {
        'cronjob.kubernetes.io/instantiate': 'manual',
        'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T01:00:00+01:00',
      },
    },
    spec: { suspend: true, completions: 3, parallelism: 2, managedBy: 'kueue.x-k8s.io/multikueue' },
    status: {
      startTime: '2026-01-01T00:00:02Z',
      completionTime: '2026-01-01T00:00:03Z',
      active: 2,
      ready: 1,
      failed: 4,
      failedIndexes: '1,3-5',
      conditions: [
        {
          type: 'Complete',
          status: 'True',
          reason: 'CompletionsReached',
          lastTransitionTime: '2026-01-01T00:00:03Z',
        },
        { type: 'Suspended', status: 'odd', message: 'm' },
      ],
    },
  };
  const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second);
  assert.deepEqual(toJob(object), {
    ...BARE,
    instantiate: 'manual',
    scheduledTimestamp: at(0),
    createdAt: at(1),
    deletedAt: at(9),
    startedAt: at(2),
    completedAt: at(3),
    conditions: [
      {
        type: 'Complete',
        status: 'True',
        reason: 'CompletionsReached',
        message: null,
        lastTransitionAt: at(3),
      },
      { type: 'Suspended', status: 'Unknown', reason: null, message: 'm', lastTransitionAt: null },
    ],
    suspend: true,
    managedBy: 'kueue.x-k8s.io/multikueue',
    completions: 3,
    parallelism: 2,
    active: 2,
    ready: 1,
    failed: 4,
    failedIndexes: '1,3-5',
  } satisfies Job);
});

const CRON_JOB = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', uid: 'u' };
const OWNERS: readonly { name: string; references: unknown; owner: JobOwner | null }[] = [
  { name: 'no references', references: undefined, owner: null },
  { name: 'references that are no list', references: {}, owner: null },
  {
    name: 'its CronJob as controller',
    references: [{ ...CRON_JOB, controller: true }],
    owner: { uid: 'u', name: 'c', controller: true },
  },
  {
    name: 'its CronJob as owner alone, as kubectl create job --from makes it',
    references: [CRON_JOB],
    owner: { uid: 'u', name: 'c', controller: false },
  },
  {
    name: 'its CronJob of an older version behind another owner',
    references: [
      { ...CRON_JOB, kind: 'Workflow' },
      { ...CRON_JOB, apiVersion: 'batch/v1beta1' },
    ],
    owner: { uid: 'u', name: 'c', controller: false },
  },
  {
    name: "another group's CronJob",
    references: [{ ...CRON_JOB, apiVersion: 'example.com/v1' }],
    owner: null,
  },
];
for (const { name, references, owner } of OWNERS) {
  test(`the owner of a Job with ${name} is ${owner?.name ?? 'none'}`, () => {
    const { metadata } = anObject('a', 1);
    assert.deepEqual(toJob({ metadata: { ...metadata, ownerReferences: references } as never }).owner, owner);
  });
}

for (const more of [
  {},
  { spec: null, status: null },
  { spec: { parallelism: 'x' }, status: { conditions: 1 } },
]) {
  test(`a Job with ${JSON.stringify(more)} reads as one with Kubernetes' defaults`, () => {
    assert.deepEqual(toJob({ ...anObject('a', 1), ...more }), BARE);
  });
}

test("Kubernetes' own controller, named, is none other", () => {
  const managedBy = 'kubernetes.io/job-controller';
  assert.equal(toJob({ ...anObject('a', 1), spec: { managedBy } } as never).managedBy, null);
});
