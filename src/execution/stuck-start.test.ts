import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMPTY_ATTEMPT_LOG, observePod } from './attempt-log.ts';
import type { Job } from './job.ts';
import type { Container, Pod } from './pod.ts';
import { type StartEvent, type StuckStart, stuckStart } from './stuck-start.ts';
import { aCondition, aContainer, aJob, anExit, aPod, T0 } from './testing.ts';

const START = T0 + 200;

function waiting(reason: string | null, message: string | null = null): Partial<Container> {
  return { state: { kind: 'waiting', reason, message } };
}

function aPending(containers: readonly Container[], given: Partial<Pod> = {}): Pod {
  return aPod({ phase: 'Pending', containers, ...given });
}

function anEvent(given: Partial<StartEvent> = {}): StartEvent {
  return {
    type: 'Warning',
    reason: 'FailedCreate',
    message: 'Error creating: pods "x" is forbidden: exceeded quota: compute',
    objectKind: 'Job',
    objectName: aJob().name,
    lastAt: T0 + 5_000,
    ...given,
  };
}

function aPodEvent(given: Partial<StartEvent>): StartEvent {
  return anEvent({ objectKind: 'Pod', objectName: aPod().name, ...given });
}

const BACK_OFF = 'Back-off pulling image "backup:1"';
const PULL = 'Failed to pull image "backup:1": not found';

const CASES: readonly {
  readonly name: string;
  readonly job?: Partial<Job>;
  /** Snapshots in the order in which they were seen. */
  readonly pods?: readonly Pod[];
  readonly events?: readonly StartEvent[];
  readonly expected: Partial<StuckStart> | null;
}[] = [
  { name: 'a run with a running Pod is not stuck', pods: [aPod()], expected: null },
  {
    name: 'a run with a Pod that its Job counts as ready is not stuck, though the watch of Pods is behind',
    job: { ready: 1 },
    pods: [aPending([])],
    expected: null,
  },
  {
    name: 'one running Pod of several is enough',
    pods: [aPending([aContainer(waiting('ErrImagePull'))]), aPod({ uid: 'pod-2' })],
    expected: null,
  },
  ...['ImagePullBackOff', 'ErrImagePull', 'InvalidImageName', 'CreateContainerConfigError'].map((reason) => ({
    name: `a container that waits with ${reason} is told in the kubelet's words`,
    pods: [aPending([aContainer(waiting(reason, 'the words'))])],
    expected: { since: START, reason, message: 'the words' },
  })),
  {
    name: 'a waiting reason without words is told with the container',
    pods: [aPending([aContainer(waiting('ErrImageNeverPull'))])],
    expected: { reason: 'ErrImageNeverPull', message: 'container backup waits: ErrImageNeverPull' },
  },
  {
    name: "the registry's answer is told rather than that the kubelet backs off",
    pods: [aPending([aContainer(waiting('ImagePullBackOff', BACK_OFF))])],
    events: [
      aPodEvent({ reason: 'Failed', message: PULL }),
      aPodEvent({ reason: 'Failed', message: 'Error' }),
    ],
    expected: { reason: 'ImagePullBackOff', message: PULL },
  },
  {
    name: 'a back-off that has the answer in it keeps its own words',
    pods: [aPending([aContainer(waiting('ImagePullBackOff', `${BACK_OFF}: ErrImagePull: denied`))])],
    events: [aPodEvent({ reason: 'Failed', message: PULL })],
    expected: { message: `${BACK_OFF}: ErrImagePull: denied` },
  },
  {
    name: 'an init container whose image cannot be pulled is told, not the main one behind it',
    pods: [
      aPending([
        aContainer({ name: 'prepare', kind: 'init', ...waiting('ErrImagePull', 'denied') }),
        aContainer(waiting('PodInitializing')),
      ]),
    ],
    expected: { reason: 'ErrImagePull', message: 'denied' },
  },
  {
    name: 'an init container that still runs keeps the run from its work',
    pods: [
      aPending([aContainer({ name: 'wait-for-db', kind: 'init' }), aContainer(waiting('PodInitializing'))]),
    ],
    expected: {
      reason: 'InitContainerRunning',
      message: 'init container wait-for-db still runs, and the main containers wait for it',
    },
  },
  {
    name: 'a container that crashes and backs off has started',
    pods: [aPod({ containers: [aContainer({ restartCount: 1, ...waiting('CrashLoopBackOff') })] })],
    expected: null,
  },
  {
    name: 'so has an init container that crashes and backs off',
    pods: [
      aPending([
        aContainer({ kind: 'init', restartCount: 1, ...waiting('CrashLoopBackOff') }),
        aContainer({ name: 'main', ...waiting('PodInitializing') }),
      ]),
    ],
    expected: null,
  },
  {
    name: 'a container that cannot be made anew after a restart is stuck since its last end',
    pods: [
      aPod({
        containers: [
          aContainer({
            restartCount: 1,
            lastTerminated: anExit(3, 60),
            ...waiting('CreateContainerConfigError', 'secret "db" not found'),
          }),
        ],
      }),
    ],
    expected: {
      since: T0 + 60_000,
      reason: 'CreateContainerConfigError',
      message: 'secret "db" not found',
    },
  },
  {
    name: 'a Pod without a node is told in the words of the scheduler',
    pods: [
      aPending([aContainer(waiting(null))], {
        nodeName: null,
        unscheduled: { reason: 'Unschedulable', message: '0/3 nodes are available: 3 Insufficient memory.' },
      }),
    ],
    expected: { reason: 'Unschedulable', message: '0/3 nodes are available: 3 Insufficient memory.' },
  },
  {
    name: 'a Pod that nobody schedules is told so',
    pods: [aPending([aContainer(waiting(null))], { nodeName: null })],
    expected: { reason: 'Pending', message: 'the scheduler has not placed the Pod on a node' },
  },
  {
    name: 'behind ContainerCreating the warning about the Pod has the cause',
    pods: [aPending([aContainer(waiting('ContainerCreating'))])],
    events: [
      aPodEvent({ reason: 'FailedMount', message: 'an older one', lastAt: T0 + 1_000 }),
      aPodEvent({ reason: 'FailedMount', message: 'secret "tls" not found', lastAt: T0 + 9_000 }),
      aPodEvent({ type: 'Normal', reason: 'Scheduled', lastAt: T0 + 10_000 }),
      aPodEvent({ objectName: 'another', reason: 'FailedScheduling', lastAt: T0 + 11_000 }),
    ],
    expected: { reason: 'FailedMount', message: 'secret "tls" not found' },
  },
  {
    name: 'a Pod that nothing explains is told as it stands',
    pods: [aPending([aContainer(waiting('ContainerCreating'))])],
    expected: {
      reason: 'ContainerCreating',
      message: 'the kubelet of node-a has not started the containers and gives no reason',
    },
  },
  {
    name: 'a Job whose Pods are refused is told in the words of the admission',
    events: [anEvent({})],
    expected: { since: START, reason: 'FailedCreate', message: anEvent({}).message },
  },
  {
    name: 'a Job without any Pod and without a word is told so',
    job: { active: 0 },
    expected: { reason: 'NoPod' },
  },
  {
    name: 'a Pod that the Job counts and no watch has told yet says nothing',
    job: { active: 1 },
    expected: null,
  },
  {
    name: 'a Job that another controller manages may have its Pods elsewhere',
    job: { active: 0, managedBy: 'kueue.x-k8s.io/multikueue' },
    expected: null,
  },
  {
    name: 'a Job between two attempts is backing off',
    job: { active: 0 },
    pods: [aPod({ phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] })],
    events: [anEvent({ reason: 'BackoffLimitWarning', lastAt: T0 - 60_000 })],
    expected: null,
  },
  {
    name: 'a next attempt that is refused is stuck since the last one ended',
    job: { active: 0 },
    pods: [aPod({ phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] })],
    events: [anEvent({ lastAt: T0 + 30_000 })],
    expected: { since: T0 + 5_000, reason: 'FailedCreate' },
  },
  {
    name: 'a refusal from before the last attempt is over',
    job: { active: 0 },
    pods: [aPod({ phase: 'Failed', containers: [aContainer({ state: anExit(3, 60) })] })],
    events: [anEvent({ lastAt: T0 + 5_000 })],
    expected: null,
  },
  {
    name: 'a Pod that is being taken away explains nothing',
    job: { active: 0 },
    pods: [aPending([aContainer(waiting('ErrImagePull'))], { deletedAt: T0 + 9_000 })],
    expected: null,
  },
  {
    name: 'a resumed Job is stuck since it was resumed',
    job: { startedAt: T0 + 3_600_000 },
    pods: [aPending([aContainer(waiting('ErrImagePull', 'denied'))])],
    expected: { since: T0 + 3_600_000, reason: 'ErrImagePull' },
  },
  {
    name: 'a suspended Job is to run nothing',
    job: { suspend: true },
    events: [anEvent({})],
    expected: null,
  },
  { name: 'so is one that is being deleted', job: { deletedAt: T0 }, events: [anEvent({})], expected: null },
  ...(['Complete', 'Failed', 'SuccessCriteriaMet', 'FailureTarget'] as const).map((type) => ({
    name: `so is one with the condition ${type}`,
    job: { conditions: [aCondition({ type })] },
    events: [anEvent({})],
    expected: null,
  })),
];

describe('stuckStart', () => {
  for (const { name, job, pods = [], events = [], expected } of CASES) {
    it(name, () => {
      const seen = stuckStart(aJob(job), pods.reduce(observePod, EMPTY_ATTEMPT_LOG), events);
      if (expected === null) assert.equal(seen, null);
      else assert.deepEqual({ ...seen, ...expected }, seen);
    });
  }
});
