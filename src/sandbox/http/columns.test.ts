import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import { RESOURCE_TYPES } from '../resource-types.ts';
import { columnsOf } from './columns.ts';
import { humanDuration } from './human-duration.ts';
import { readJsonPath } from './json-path.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

/** The cells that show without `-o wide`, the age aside. */
function cells(resource: string, object: object): readonly unknown[] {
  const type = RESOURCE_TYPES.find((each) => each.resource === resource)!;
  const whole = {
    metadata: { name: 'x', creationTimestamp: '2026-03-01T11:59:00Z' },
    ...object,
  } as unknown as KubeObject;
  return columnsOf(type, [])
    .filter(({ priority, name }) => priority === 0 && name !== 'Age')
    .map(({ cell }) => cell(whole, NOW));
}

const condition = (type: string) => ({ conditions: [{ type, status: 'True' }] });

const JOBS: readonly {
  readonly name: string;
  readonly spec?: object;
  readonly status: object;
  readonly want: readonly string[];
}[] = [
  { name: 'runs', status: { startTime: '2026-03-01T11:58:00Z' }, want: ['Running', '0/1', '2m'] },
  {
    name: 'is complete',
    status: {
      ...condition('Complete'),
      succeeded: 1,
      startTime: '2026-03-01T11:00:00Z',
      completionTime: '2026-03-01T11:00:42Z',
    },
    want: ['Complete', '1/1', '42s'],
  },
  { name: 'has failed', status: condition('Failed'), want: ['Failed', '0/1', ''] },
  { name: 'is suspended', status: condition('Suspended'), want: ['Suspended', '0/1', ''] },
  { name: 'is about to fail', status: condition('FailureTarget'), want: ['FailureTarget', '0/1', ''] },
  { name: 'is a work queue', spec: { parallelism: 3 }, status: {}, want: ['Running', '0/1 of 3', ''] },
];

describe('the row of a Job that', () => {
  for (const { name, spec, status, want } of JOBS) {
    test(name, () =>
      assert.deepEqual(cells('jobs', { spec: spec ?? { completions: 1 }, status }), ['x', ...want]),
    );
  }
});

const terminated = (exitCode: number, reason?: string) => ({
  terminated: { exitCode, reason, finishedAt: '2026-03-01T11:59:30Z' },
});

const PODS: readonly { readonly name: string; readonly pod: object; readonly want: readonly string[] }[] = [
  { name: 'waits', pod: { status: { phase: 'Pending' } }, want: ['0/1', 'Pending', '0'] },
  {
    name: 'runs',
    pod: {
      status: {
        phase: 'Running',
        containerStatuses: [{ name: 'a', ready: true, restartCount: 0, state: { running: {} } }],
      },
    },
    want: ['1/1', 'Running', '0'],
  },
  {
    name: 'cannot pull its image',
    pod: {
      status: {
        phase: 'Pending',
        containerStatuses: [
          { name: 'a', restartCount: 0, state: { waiting: { reason: 'ImagePullBackOff' } } },
        ],
      },
    },
    want: ['0/1', 'ImagePullBackOff', '0'],
  },
  {
    name: 'was out of memory',
    pod: {
      status: {
        phase: 'Failed',
        containerStatuses: [{ name: 'a', restartCount: 0, state: terminated(137, 'OOMKilled') }],
      },
    },
    want: ['0/1', 'OOMKilled', '0'],
  },
  {
    name: 'ended without a reason',
    pod: {
      status: { phase: 'Failed', containerStatuses: [{ name: 'a', restartCount: 0, state: terminated(3) }] },
    },
    want: ['0/1', 'ExitCode:3', '0'],
  },
  {
    name: 'restarts',
    pod: {
      status: {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'a',
            ready: false,
            restartCount: 2,
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: terminated(1, 'Error'),
          },
        ],
      },
    },
    want: ['0/1', 'CrashLoopBackOff', '2 (30s ago)'],
  },
  {
    name: 'was evicted',
    pod: { status: { phase: 'Failed', reason: 'Evicted' } },
    want: ['0/1', 'Evicted', '0'],
  },
  {
    name: 'is being deleted',
    pod: { metadata: { name: 'x', deletionTimestamp: '2026-03-01T12:00:00Z' }, status: { phase: 'Running' } },
    want: ['0/1', 'Terminating', '0'],
  },
  {
    name: 'is preparing',
    pod: {
      spec: { initContainers: [{ name: 'i' }, { name: 'j' }], containers: [{ name: 'a' }] },
      status: {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'i', restartCount: 0, state: terminated(0) },
          { name: 'j', restartCount: 0, state: { running: {} } },
        ],
      },
    },
    want: ['0/1', 'Init:1/2', '0'],
  },
];

describe('the row of a Pod that', () => {
  for (const { name, pod, want } of PODS) {
    test(name, () =>
      assert.deepEqual(cells('pods', { spec: { containers: [{ name: 'a' }] }, ...pod }), ['x', ...want]),
    );
  }
});

const DURATIONS: readonly (readonly [seconds: number, text: string])[] = [
  [-5, '<invalid>'],
  [-1, '0s'],
  [0, '0s'],
  [119, '119s'],
  [120, '2m'],
  [125, '2m5s'],
  [599, '9m59s'],
  [600, '10m'],
  [10_799, '179m'],
  [10_800, '3h'],
  [11_000, '3h3m'],
  [28_800, '8h'],
  [172_799, '47h'],
  [172_800, '2d'],
  [180_000, '2d2h'],
  [691_200, '8d'],
  [63_072_000, '2y'],
  [64_000_000, '2y10d'],
  [252_288_000, '8y'],
];
test('ages are written as kubectl writes them', () => {
  for (const [seconds, text] of DURATIONS) assert.equal(humanDuration(seconds * 1_000), text, `${seconds} s`);
});

test('printer columns read simple JSON paths', () => {
  const object = {
    spec: { list: [{ name: 'a' }] },
    metadata: { annotations: { 'example.com/team': 'data' } },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
  const paths: readonly (readonly [string, unknown])[] = [
    ['.spec.list[0].name', 'a'],
    [String.raw`.metadata.annotations.example\.com/team`, 'data'],
    [`.metadata.annotations['example.com/team']`, 'data'],
    ['.status.conditions[?(@.type=="Ready")].status', 'True'],
    ['.spec.missing.deeper', undefined],
    ['.spec.list[*].name', undefined],
  ];
  for (const [path, value] of paths) assert.equal(readJsonPath(object, path), value, path);
});
