import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import { Cluster } from '../cluster.ts';
import type { ContainerScript } from '../runners/script-runner.ts';
import { aPodTemplate, TestWorld } from '../controllers/testing.ts';

const FAR = '2026-03-02T12:00:00Z';
const LONG: ContainerScript = { durationMs: 600_000, exitCode: 0 };

/** A Pod's spec; without more, one container under restartPolicy Never. */
function aPodSpec(spec: Readonly<Record<string, unknown>> = {}): unknown {
  return (aPodTemplate(spec) as { spec: unknown }).spec;
}

function container(name: string, rest: Readonly<Record<string, unknown>> = {}): object {
  return { name, image: 'busybox:1.37', ...rest };
}

function historyOf(world: TestWorld): readonly string[] {
  const seen: string[] = [];
  world.cluster.subscribe(({ type, resource, object }) => {
    if (resource.resource === 'pods') seen.push(type === 'DELETED' ? 'DELETED' : describe(object));
  });
  return seen;
}

function describe({ status }: KubeObject): string {
  const parts = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].map(
    ({ name, state }) => {
      const word = state.waiting?.reason ?? (state.running ? 'running' : `exit ${state.terminated.exitCode}`);
      return `${name} ${word}`;
    },
  );
  return [status.phase, ...parts].join(', ');
}

function scriptsByName(scripts: Readonly<Record<string, ContainerScript>>) {
  return ({ container: { name } }: { container: { name: string } }) => scripts[name] ?? null;
}

test('a Pod is bound, creates its container, runs it and keeps its log', async () => {
  const script = (): ContainerScript => ({
    startAfterMs: 500,
    durationMs: 2_000,
    exitCode: 0,
    log: [{ atMs: 100, text: 'hello\n' }],
  });
  const world = new TestWorld({ script });
  const history = historyOf(world);
  const { metadata } = world.create('pods', 'one', { spec: aPodSpec() });
  await world.run(FAR);
  assert.deepEqual(history, [
    'Pending',
    'Pending',
    'Pending, main ContainerCreating',
    'Running, main running',
    'Succeeded, main exit 0',
  ]);
  const pod = world.get('pods', 'one')!;
  const [{ state }] = pod.status.containerStatuses;
  assert.equal(state.terminated.reason, 'Completed');
  assert.equal(state.terminated.finishedAt, '2026-03-02T00:00:02Z');
  assert.deepEqual(
    pod.status.conditions.map((each: { type: string; status: string }) => `${each.type}=${each.status}`),
    ['Initialized=True', 'Ready=False', 'ContainersReady=False', 'PodScheduled=True'],
  );
  const log = world.logs.read({ podUid: metadata.uid, container: 'main', restartCount: 0 });
  assert.equal(log.toString(), 'hello\n');
});

test('its events are those of the scheduler and the kubelet', async () => {
  const world = new TestWorld();
  world.create('pods', 'one', { spec: aPodSpec() });
  await world.run(5_000);
  assert.deepEqual(world.events('Pod', 'one'), [
    'Scheduled Successfully assigned test/one to sandbox-node-1',
    'Pulled Container image "busybox:1.37" already present on machine',
    'Created Created container: main',
    'Started Started container main',
  ]);
});

test('init containers run one after another, before the main ones', async () => {
  const world = new TestWorld();
  const history = historyOf(world);
  const initContainers = [container('first'), container('second')];
  world.create('pods', 'one', { spec: aPodSpec({ initContainers }) });
  await world.run(FAR);
  assert.deepEqual(history.slice(3), [
    'Pending, first running, second PodInitializing, main PodInitializing',
    'Pending, first exit 0, second PodInitializing, main PodInitializing',
    'Pending, first exit 0, second running, main PodInitializing',
    'Pending, first exit 0, second exit 0, main PodInitializing',
    'Running, first exit 0, second exit 0, main running',
    'Succeeded, first exit 0, second exit 0, main exit 0',
  ]);
});

test('an init container that fails ends a Pod that never restarts', async () => {
  const world = new TestWorld({ script: scriptsByName({ setup: { durationMs: 1_000, exitCode: 3 } }) });
  world.create('pods', 'one', { spec: aPodSpec({ initContainers: [container('setup')] }) });
  await world.run(FAR);
  assert.equal(describe(world.get('pods', 'one')!), 'Failed, setup exit 3, main PodInitializing');
});

test('a sidecar starts before the main container and is stopped after it, deciding nothing', async () => {
  const world = new TestWorld({ script: scriptsByName({ proxy: { ...LONG, stopAfterMs: 3_000 } }) });
  const initContainers = [container('proxy', { restartPolicy: 'Always' })];
  world.create('pods', 'one', { spec: aPodSpec({ initContainers }) });
  await world.run(2_000);
  assert.equal(describe(world.get('pods', 'one')!), 'Running, proxy running, main exit 0');
  await world.run(FAR);
  assert.equal(describe(world.get('pods', 'one')!), 'Succeeded, proxy exit 143, main exit 0');
});

test('restarts of one container wait 0, 10, 20, 40, … up to 300 seconds', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 1_000, exitCode: 1 }) });
  const starts: number[] = [];
  world.cluster.subscribe(({ resource, object, previous }) => {
    const state = (pod: KubeObject | undefined) => pod?.status.containerStatuses?.[0].state.running;
    if (resource.resource === 'pods' && state(object) && !state(previous)) {
      starts.push((world.clock.now() - Date.parse('2026-03-02T00:00:00Z')) / 1_000);
    }
  });
  world.create('pods', 'one', { spec: aPodSpec({ restartPolicy: 'OnFailure' }) });
  await world.run('2026-03-02T00:25:00Z');
  const gaps = starts.slice(1).map((start, index) => start - starts[index]! - 1);
  assert.deepEqual(gaps, [1, 10, 20, 40, 80, 160, 300, 300, 300]);
});

const EXIT_CASES: readonly {
  name: string;
  script: ContainerScript;
  annotations?: object;
  expected: object;
}[] = [
  {
    name: 'a failure says Error and its exit code',
    script: { durationMs: 1_000, exitCode: 3 },
    expected: { exitCode: 3, reason: 'Error' },
  },
  {
    name: 'running out of memory says OOMKilled',
    script: { durationMs: 1_000, exitCode: 137, reason: 'OOMKilled' },
    expected: { exitCode: 137, reason: 'OOMKilled' },
  },
];

for (const { name, script, expected } of EXIT_CASES) {
  test(name, async () => {
    const world = new TestWorld({ script: () => script });
    world.create('pods', 'one', { spec: aPodSpec() });
    await world.run(FAR);
    const { phase, containerStatuses } = world.get('pods', 'one')!.status;
    assert.equal(phase, 'Failed');
    assert.partialDeepStrictEqual(containerStatuses[0].state.terminated, expected);
  });
}

test('an evicted Pod fails as a whole, marked as a disruption', async () => {
  const script = scriptsByName({
    main: { durationMs: 1_000, exitCode: 137, reason: 'Evicted' },
    other: LONG,
  });
  const world = new TestWorld({ script });
  world.create('pods', 'one', { spec: aPodSpec({ containers: [container('main'), container('other')] }) });
  await world.run(FAR);
  const { status } = world.get('pods', 'one')!;
  assert.equal(status.phase, 'Failed');
  assert.equal(status.reason, 'Evicted');
  assert.equal(status.message, 'The node was low on resource: memory.');
  assert.equal(status.conditions[0].type, 'DisruptionTarget');
});

test('an image that cannot be pulled waits with the words of the runtime', async () => {
  const world = new TestWorld();
  world.create('pods', 'one', {
    spec: aPodSpec({ containers: [container('main', { image: 'registry.invalid/app:1' })] }),
  });
  await world.run(500);
  const why =
    'failed to pull and unpack image "registry.invalid/app:1": failed to resolve reference "registry.invalid/app:1": ' +
    'failed to do request: Head "https://registry.invalid/v2/app/manifests/1": dial tcp: lookup registry.invalid: no such host';
  const waiting = () => world.get('pods', 'one')!.status.containerStatuses[0].state.waiting;
  assert.deepEqual(waiting(), { reason: 'ErrImagePull', message: why });
  await world.run(1_000);
  assert.equal(waiting().reason, 'ImagePullBackOff');
  assert.deepEqual(world.events('Pod', 'one').slice(1), [
    'Pulling Pulling image "registry.invalid/app:1"',
    `Failed Failed to pull image "registry.invalid/app:1": ${why}`,
    'Failed Error: ErrImagePull',
    'BackOff Back-off pulling image "registry.invalid/app:1"',
    'Failed Error: ImagePullBackOff',
  ]);
});

test('a missing Secret holds the container until it is there', async () => {
  const world = new TestWorld();
  const env = [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'api' } } }];
  world.create('pods', 'one', { spec: aPodSpec({ containers: [container('main', { env })] }) });
  await world.run(60_000);
  assert.deepEqual(world.get('pods', 'one')!.status.containerStatuses[0].state.waiting, {
    reason: 'CreateContainerConfigError',
    message: 'secret "keys" not found',
  });
  world.create('secrets', 'keys', { stringData: { api: 'x' } });
  await world.run(60_000);
  assert.equal(world.get('pods', 'one')!.status.phase, 'Succeeded');
});

test('a Pod that fits no node stays pending and says why', async () => {
  const world = new TestWorld();
  world.create('pods', 'one', { spec: aPodSpec({ nodeSelector: { disk: 'ssd' } }) });
  await world.run(FAR);
  const { phase, conditions } = world.get('pods', 'one')!.status;
  assert.equal(phase, 'Pending');
  assert.equal(conditions[0].reason, 'Unschedulable');
});

const DELETIONS = [
  { name: 'ends within its grace', stopAfterMs: 5_000, gone: 5_000 },
  { name: 'is killed when the grace is over', stopAfterMs: 90_000, gone: 30_000 },
];

for (const { name, stopAfterMs, gone } of DELETIONS) {
  test(`a deleted Pod ${name}`, async () => {
    const world = new TestWorld({ script: () => ({ ...LONG, stopAfterMs }) });
    const { uid } = world.create('pods', 'one', { spec: aPodSpec() }).metadata;
    await world.run(10_000);
    world.cluster.delete(world.type('pods'), 'test', 'one');
    await world.run(gone - 1);
    assert.equal(world.get('pods', 'one')?.status.phase, 'Running');
    await world.run(1);
    assert.equal(world.get('pods', 'one'), undefined);
    assert.equal(world.logs.has({ podUid: uid, container: 'main', restartCount: 0 }), false);
    assert.equal(world.events('Pod', 'one').at(-1), 'Killing Stopping container main');
  });
}

test('a Pod past its own deadline fails and stays', async () => {
  const world = new TestWorld({ script: () => LONG });
  world.create('pods', 'one', { spec: aPodSpec({ activeDeadlineSeconds: 60 }) });
  await world.run(FAR);
  const { status } = world.get('pods', 'one')!;
  assert.equal(`${status.phase} ${status.reason}`, 'Failed DeadlineExceeded');
  assert.equal(status.containerStatuses[0].state.terminated.finishedAt, '2026-03-02T00:01:00Z');
});

test('after a restart of the sandbox what ran begins again in the same Pod, and nothing has failed', async () => {
  const first = new TestWorld({ script: () => LONG });
  first.create('jobs', 'load', { spec: { template: aPodTemplate() } });
  await first.run('2026-03-02T00:05:00Z');
  first.stop();
  const objects = first.cluster
    .resourceTypes()
    .flatMap((type) =>
      first.cluster
        .list(type, null)
        .map((object) => ({ group: type.group, resource: type.resource, object })),
    );
  const restored = { objects, resourceVersion: first.cluster.resourceVersion };
  const second = new TestWorld({
    start: '2026-03-02T00:07:00Z',
    script: () => LONG,
    cluster: (clock) => new Cluster({ clock, restored }),
  });
  await second.run('2026-03-02T00:16:59Z');
  assert.equal(second.list('pods')[0]!.metadata.name, first.list('pods')[0]!.metadata.name);
  assert.equal(describe(second.list('pods')[0]!), 'Running, main running');
  await second.run(1_000);
  assert.equal(second.get('jobs', 'load')!.status.completionTime, '2026-03-02T00:17:00Z');
  assert.equal(second.get('jobs', 'load')!.status.failed, undefined);
});
