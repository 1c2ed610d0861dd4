import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container, Pod } from '../execution/pod.ts';
import { anObject } from './testing.ts';
import { toPod } from './to-pod.ts';

const BARE: Pod = {
  uid: 'uid-a',
  namespace: 'shop',
  name: 'a',
  jobUid: null,
  jobName: null,
  completionIndex: null,
  phase: 'Unknown',
  reason: null,
  message: null,
  nodeName: null,
  unscheduled: null,
  disruption: null,
  createdAt: 0,
  startedAt: null,
  deletedAt: null,
  deletionGraceSeconds: null,
  containers: [],
};

function pod(more: object, metadata: object = {}): Pod {
  const object = anObject('a', 1);
  return toPod({ ...object, ...more, metadata: { ...object.metadata, ...metadata } });
}

test('everything that is read of a Pod is found where Kubernetes puts it', () => {
  const read = pod(
    {
      spec: { nodeName: 'node-1' },
      status: { phase: 'Failed', reason: 'Evicted', message: 'disk', startTime: '2026-01-01T00:00:02Z' },
    },
    {
      creationTimestamp: '2026-01-01T00:00:01Z',
      deletionTimestamp: '2026-01-01T00:00:33Z',
      deletionGracePeriodSeconds: 30,
    },
  );
  assert.deepEqual(read, {
    ...BARE,
    phase: 'Failed',
    reason: 'Evicted',
    message: 'disk',
    nodeName: 'node-1',
    createdAt: Date.UTC(2026, 0, 1, 0, 0, 1),
    startedAt: Date.UTC(2026, 0, 1, 0, 0, 2),
    deletedAt: Date.UTC(2026, 0, 1, 0, 0, 33),
    deletionGraceSeconds: 30,
  } satisfies Pod);
});

const CONDITIONS = [
  { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' },
  { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler', message: 'preempting' },
];
test('what the scheduler and a disruption say is read while it holds', () => {
  const { unscheduled, disruption } = pod({ status: { conditions: CONDITIONS } });
  assert.deepEqual(unscheduled, { reason: 'Unschedulable', message: '0/3 nodes are available' });
  assert.deepEqual(disruption, { reason: 'PreemptionByScheduler', message: 'preempting' });
  const over = CONDITIONS.map(({ type, status }) => ({ type, status: status === 'True' ? 'False' : 'True' }));
  assert.deepEqual(pod({ status: { conditions: over } }), BARE);
});

const OLD = { 'controller-uid': 'old-uid', 'job-name': 'old-job' };
const NEW = { 'batch.kubernetes.io/controller-uid': 'new-uid', 'batch.kubernetes.io/job-name': 'new-job' };
const REFERENCES = [
  { kind: 'Other', uid: 'x', name: 'x' },
  { kind: 'Job', uid: 'ref-uid', name: 'ref-job' },
];
const JOBS: readonly { name: string; metadata: object; job: readonly [string | null, string | null] }[] = [
  { name: 'neither', metadata: {}, job: [null, null] },
  { name: 'the labels of today', metadata: { labels: { ...OLD, ...NEW } }, job: ['new-uid', 'new-job'] },
  { name: 'the labels before 1.27', metadata: { labels: OLD }, job: ['old-uid', 'old-job'] },
  { name: 'an owner alone', metadata: { ownerReferences: REFERENCES }, job: ['ref-uid', 'ref-job'] },
];
for (const { name, metadata, job } of JOBS) {
  test(`the Job of a Pod with ${name} is ${job[1]}`, () => {
    const { jobUid, jobName } = pod({}, metadata);
    assert.deepEqual([jobUid, jobName], job);
  });
}

const INDEX = 'batch.kubernetes.io/job-completion-index';
const INDEXES: readonly { name: string; metadata: object; index: number | null }[] = [
  { name: 'the label', metadata: { labels: { [INDEX]: '7' } }, index: 7 },
  { name: 'the annotation of older clusters', metadata: { annotations: { [INDEX]: '0' } }, index: 0 },
  { name: 'something else', metadata: { labels: { [INDEX]: 'x' } }, index: null },
];
for (const { name, metadata, index } of INDEXES) {
  test(`the completion index is ${index} from ${name}`, () => {
    assert.equal(pod({}, metadata).completionIndex, index);
  });
}

test('init containers come first, in the order of the spec, each with the status of its name', () => {
  const { containers } = pod({
    spec: {
      containers: [
        { name: 'main', image: 'app:1' },
        { name: 'second', image: 'b' },
      ],
      initContainers: [
        { name: 'proxy', image: 'p', restartPolicy: 'Always' },
        { name: 'init', image: 'i' },
      ],
    },
    status: {
      containerStatuses: [
        { name: 'second', restartCount: 0, state: { running: { startedAt: '2026-01-01T00:00:01Z' } } },
        {
          name: 'main',
          restartCount: 2,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
          lastState: {
            terminated: {
              exitCode: 137,
              signal: 9,
              reason: 'OOMKilled',
              startedAt: '2026-01-01T00:00:01Z',
              finishedAt: '2026-01-01T00:00:02Z',
            },
          },
        },
      ],
      initContainerStatuses: [{ name: 'init', state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
    },
  });
  const base = { restartCount: 0, lastTerminated: null };
  const ended = {
    kind: 'terminated',
    signal: null,
    message: null,
    startedAt: null,
    finishedAt: null,
  } as const;
  assert.deepEqual(containers, [
    {
      ...base,
      name: 'proxy',
      kind: 'sidecar',
      image: 'p',
      state: { kind: 'waiting', reason: null, message: null },
    },
    {
      ...base,
      name: 'init',
      kind: 'init',
      image: 'i',
      state: { ...ended, exitCode: 0, reason: 'Completed' },
    },
    {
      name: 'main',
      kind: 'main',
      image: 'app:1',
      restartCount: 2,
      state: { kind: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off' },
      lastTerminated: {
        ...ended,
        exitCode: 137,
        signal: 9,
        reason: 'OOMKilled',
        startedAt: Date.UTC(2026, 0, 1, 0, 0, 1),
        finishedAt: Date.UTC(2026, 0, 1, 0, 0, 2),
      },
    },
    {
      ...base,
      name: 'second',
      kind: 'main',
      image: 'b',
      state: { kind: 'running', startedAt: Date.UTC(2026, 0, 1, 0, 0, 1) },
    },
  ] satisfies Container[]);
});

for (const more of [{}, { spec: null, status: null }, { spec: { containers: 3 }, status: { phase: 4 } }]) {
  test(`a Pod with ${JSON.stringify(more)} reads as one of which nothing is known`, () => {
    assert.deepEqual(pod(more), BARE);
  });
}
