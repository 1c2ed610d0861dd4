import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import type { ContainerScript, ScriptContext } from '../runners/script-runner.ts';
import { aJobSpec, aPodTemplate, TestWorld } from './testing.ts';

const FAILS: ContainerScript = { durationMs: 1_000, exitCode: 1 };
const SUCCEEDS: ContainerScript = { durationMs: 1_000, exitCode: 0 };

function conditionsOf(job: KubeObject | undefined): readonly string[] {
  return (job?.status.conditions ?? []).map(
    ({ type, status, reason, lastTransitionTime }: Record<string, string>) =>
      `${type}=${status} ${reason} ${lastTransitionTime!.slice(11, 19)}`,
  );
}

function podsOf(world: TestWorld): readonly string[] {
  return world
    .list('pods')
    .map((pod) => `${pod.status.phase} ${pod.metadata.creationTimestamp.slice(11, 19)}`)
    .sort();
}

/** Runs of all containers are counted: the first so many fail. */
function failsFirst(times: number): () => ContainerScript {
  let runs = 0;
  return () => (++runs <= times ? FAILS : SUCCEEDS);
}

function byIndex(script: (index: number) => ContainerScript) {
  return ({ pod }: ScriptContext) =>
    script(Number(pod.metadata.annotations?.['batch.kubernetes.io/job-completion-index']));
}

test('under Never each attempt is a Pod, replaced after 10 s and then after 20 s', async () => {
  const world = new TestWorld({ script: failsFirst(2) });
  world.create('jobs', 'load', { spec: aJobSpec() });
  await world.run('2026-03-02T01:00:00Z');
  assert.deepEqual(podsOf(world), ['Failed 00:00:00', 'Failed 00:00:11', 'Succeeded 00:00:32']);
  const job = world.get('jobs', 'load')!;
  assert.deepEqual(conditionsOf(job), [
    'SuccessCriteriaMet=True CompletionsReached 00:00:33',
    'Complete=True CompletionsReached 00:00:33',
  ]);
  assert.deepEqual(job.status.failed, 2);
  assert.deepEqual(job.status.succeeded, 1);
  assert.equal(job.status.startTime, '2026-03-02T00:00:00Z');
  assert.equal(job.status.completionTime, '2026-03-02T00:00:33Z');
  assert.equal(job.status.active, undefined);
  assert.deepEqual(
    world.list('pods').map((pod) => pod.metadata.finalizers),
    [[], [], []],
  );
  assert.deepEqual(world.errors, []);
});

test('under OnFailure the one Pod restarts: at once, and then after 10 s', async () => {
  const world = new TestWorld({ script: failsFirst(2) });
  world.create('jobs', 'load', {
    spec: aJobSpec({ template: aPodTemplate({ restartPolicy: 'OnFailure' }) }),
  });
  await world.run('2026-03-02T00:00:10Z');
  const [crashed] = world.list('pods')[0]!.status.containerStatuses;
  assert.equal(crashed.restartCount, 1);
  assert.equal(crashed.state.waiting.reason, 'CrashLoopBackOff');
  assert.equal(crashed.lastState.terminated.exitCode, 1);
  assert.equal(world.list('pods')[0]!.status.phase, 'Running');
  await world.run('2026-03-02T01:00:00Z');
  const [status] = world.list('pods')[0]!.status.containerStatuses;
  assert.equal(status.restartCount, 2);
  assert.equal(status.state.terminated.finishedAt, '2026-03-02T00:00:14Z');
  assert.equal(status.lastState.terminated.finishedAt, '2026-03-02T00:00:03Z');
  assert.deepEqual(conditionsOf(world.get('jobs', 'load')), [
    'SuccessCriteriaMet=True CompletionsReached 00:00:14',
    'Complete=True CompletionsReached 00:00:14',
  ]);
});

test('a Job whose Pods keep failing is given up at its limit, without a completionTime', async () => {
  const world = new TestWorld({ script: () => FAILS });
  world.create('jobs', 'load', { spec: aJobSpec({ backoffLimit: 1 }) });
  await world.run('2026-03-02T01:00:00Z');
  const job = world.get('jobs', 'load')!;
  assert.deepEqual(conditionsOf(job), [
    'FailureTarget=True BackoffLimitExceeded 00:00:12',
    'Failed=True BackoffLimitExceeded 00:00:12',
  ]);
  assert.equal(job.status.failed, 2);
  assert.equal(job.status.completionTime, undefined);
  assert.equal(world.list('pods').length, 2);
  assert.deepEqual(world.events('Job').at(-1)?.split(' ')[0], 'BackoffLimitExceeded');
});

test('under OnFailure the Pod is deleted when the restarts reach the limit', async () => {
  const world = new TestWorld({ script: () => FAILS });
  const template = aPodTemplate({ restartPolicy: 'OnFailure' });
  world.create('jobs', 'load', { spec: aJobSpec({ template, backoffLimit: 2 }) });
  await world.run('2026-03-02T01:00:00Z');
  assert.deepEqual(world.list('pods'), []);
  assert.deepEqual(conditionsOf(world.get('jobs', 'load')), [
    'FailureTarget=True BackoffLimitExceeded 00:00:13',
    'Failed=True BackoffLimitExceeded 00:00:13',
  ]);
  assert.equal(world.get('jobs', 'load')!.status.failed, 1);
});

test('the deadline ends a Job: decided at once, Failed when the Pod has stopped', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 600_000, exitCode: 0, stopAfterMs: 5_000 }) });
  world.create('jobs', 'load', { spec: aJobSpec({ activeDeadlineSeconds: 60 }) });
  await world.run('2026-03-02T00:01:01Z');
  const stopping = world.get('jobs', 'load')!;
  assert.deepEqual(conditionsOf(stopping), ['FailureTarget=True DeadlineExceeded 00:01:00']);
  assert.equal(stopping.status.terminating, 1);
  await world.run('2026-03-02T01:00:00Z');
  assert.deepEqual(conditionsOf(world.get('jobs', 'load')), [
    'FailureTarget=True DeadlineExceeded 00:01:00',
    'Failed=True DeadlineExceeded 00:01:05',
  ]);
  assert.deepEqual(world.list('pods'), []);
});

test('of parallel Pods one that fails for good takes the others along', async () => {
  const world = new TestWorld({
    script: byIndex((index) => (index === 1 ? FAILS : { durationMs: 60_000, exitCode: 0 })),
  });
  const spec = aJobSpec({ completions: 3, parallelism: 3, completionMode: 'Indexed', backoffLimit: 0 });
  world.create('jobs', 'load', { spec });
  await world.run('2026-03-02T00:00:00.500Z');
  assert.equal(world.get('jobs', 'load')!.status.active, 3);
  await world.run('2026-03-02T00:10:00Z');
  const job = world.get('jobs', 'load')!;
  assert.deepEqual(conditionsOf(job), [
    'FailureTarget=True BackoffLimitExceeded 00:00:01',
    'Failed=True BackoffLimitExceeded 00:00:01',
  ]);
  assert.equal(job.status.failed, 3);
  assert.deepEqual(podsOf(world), ['Failed 00:00:00']);
});

test('an Indexed Job runs its indexes in order and tells them in its status and to its Pods', async () => {
  const world = new TestWorld();
  const spec = aJobSpec({ completions: 5, parallelism: 2, completionMode: 'Indexed' });
  world.create('jobs', 'load', { spec });
  await world.run('2026-03-02T00:00:02.500Z');
  assert.equal(world.get('jobs', 'load')!.status.completedIndexes, '0-3');
  await world.run('2026-03-02T00:10:00Z');
  const job = world.get('jobs', 'load')!;
  assert.equal(job.status.completedIndexes, '0-4');
  assert.equal(job.status.succeeded, 5);
  const pod = world.list('pods').find(({ metadata }) => metadata.name.startsWith('load-3-'))!;
  assert.equal(pod.metadata.labels?.['batch.kubernetes.io/job-completion-index'], '3');
  assert.equal(pod.spec.hostname, 'load-3');
  assert.equal(pod.spec.containers[0].env[0].name, 'JOB_COMPLETION_INDEX');
});

test('with a limit per index the others go on, and the Job fails with the list of failed ones', async () => {
  const world = new TestWorld({ script: byIndex((index) => (index % 2 === 1 ? FAILS : SUCCEEDS)) });
  const spec = { completions: 4, parallelism: 4, completionMode: 'Indexed', backoffLimitPerIndex: 1 };
  world.create('jobs', 'load', { spec: aJobSpec(spec) });
  await world.run('2026-03-02T01:00:00Z');
  const job = world.get('jobs', 'load')!;
  assert.deepEqual(conditionsOf(job), [
    'FailureTarget=True FailedIndexes 00:00:12',
    'Failed=True FailedIndexes 00:00:12',
  ]);
  assert.equal(job.status.completedIndexes, '0,2');
  assert.equal(job.status.failedIndexes, '1,3');
  assert.equal(job.status.failed, 4);
});

test('more failed indexes than allowed end the Job early', async () => {
  const world = new TestWorld({
    script: byIndex((index) => (index < 2 ? FAILS : { durationMs: 60_000, exitCode: 0 })),
  });
  const spec = {
    completions: 4,
    parallelism: 4,
    completionMode: 'Indexed',
    backoffLimitPerIndex: 0,
    maxFailedIndexes: 1,
  };
  world.create('jobs', 'load', { spec: aJobSpec(spec) });
  await world.run('2026-03-02T01:00:00Z');
  assert.deepEqual(
    conditionsOf(world.get('jobs', 'load'))[0],
    'FailureTarget=True MaxFailedIndexesExceeded 00:00:01',
  );
});

test('a success policy ends the Job as soon as it is met and stops the rest', async () => {
  const world = new TestWorld({
    script: byIndex((index) => ({ durationMs: index === 0 ? 1_000 : 60_000, exitCode: 0 })),
  });
  const successPolicy = { rules: [{ succeededIndexes: '0' }] };
  const spec = { completions: 3, parallelism: 3, completionMode: 'Indexed', successPolicy };
  world.create('jobs', 'load', { spec: aJobSpec(spec) });
  await world.run('2026-03-02T01:00:00Z');
  assert.deepEqual(conditionsOf(world.get('jobs', 'load')), [
    'SuccessCriteriaMet=True SuccessPolicy 00:00:01',
    'Complete=True SuccessPolicy 00:00:01',
  ]);
  assert.equal(world.get('jobs', 'load')!.status.failed, undefined);
});

test('a work queue starts nothing new after its first success and ends with its last Pod', async () => {
  let pods = 0;
  const world = new TestWorld({ script: () => ({ durationMs: 1_000 * ++pods, exitCode: 0 }) });
  world.create('jobs', 'load', { spec: aJobSpec({ parallelism: 3 }) });
  await world.run('2026-03-02T01:00:00Z');
  assert.equal(pods, 3);
  const job = world.get('jobs', 'load')!;
  assert.equal(job.status.succeeded, 3);
  assert.equal(job.status.completionTime, '2026-03-02T00:00:03Z');
});

const POLICY_CASES = [
  {
    name: 'FailJob on an exit code gives up at once, saying which container and rule',
    rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }],
    exitCodes: [42],
    condition: 'Failed=True PodFailurePolicy 00:00:01',
    failed: 1,
  },
  {
    name: 'Ignore does not count the failure, and the replacement succeeds within a limit of 0',
    rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [42] } }],
    exitCodes: [42, 0],
    condition: 'Complete=True CompletionsReached 00:00:12',
    failed: undefined,
  },
  {
    name: 'Count is what happens anyway',
    rules: [{ action: 'Count', onExitCodes: { operator: 'NotIn', values: [42] } }],
    exitCodes: [1],
    condition: 'Failed=True BackoffLimitExceeded 00:00:01',
    failed: 1,
  },
  {
    name: 'Ignore on a disruption lets an evicted Pod be replaced',
    rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }],
    exitCodes: [137, 0],
    condition: 'Complete=True CompletionsReached 00:00:12',
    failed: undefined,
  },
];

for (const { name, rules, exitCodes, condition, failed } of POLICY_CASES) {
  test(`podFailurePolicy: ${name}`, async () => {
    let runs = 0;
    const script = (): ContainerScript => {
      const exitCode = exitCodes[runs++]!;
      return { durationMs: 1_000, exitCode, ...(exitCode === 137 ? { reason: 'Evicted' } : {}) };
    };
    const world = new TestWorld({ script });
    world.create('jobs', 'load', { spec: aJobSpec({ backoffLimit: 0, podFailurePolicy: { rules } }) });
    await world.run('2026-03-02T01:00:00Z');
    const job = world.get('jobs', 'load')!;
    assert.equal(conditionsOf(job).at(-1), condition);
    assert.equal(job.status.failed, failed);
    assert.equal(runs, exitCodes.length);
  });
}

test('a suspended Job stops its Pods uncounted, and starts its time anew when resumed', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 60_000, exitCode: 0 }) });
  world.create('jobs', 'load', { spec: aJobSpec() });
  await world.run('2026-03-02T00:00:30Z');
  world.patch('jobs', 'load', { suspend: true });
  await world.run('2026-03-02T00:05:00Z');
  assert.deepEqual(conditionsOf(world.get('jobs', 'load')), ['Suspended=True JobSuspended 00:00:30']);
  assert.deepEqual(world.list('pods'), []);
  world.patch('jobs', 'load', { suspend: false });
  await world.run('2026-03-02T01:00:00Z');
  const job = world.get('jobs', 'load')!;
  assert.equal(job.status.startTime, '2026-03-02T00:05:00Z');
  assert.equal(job.status.failed, undefined);
  assert.deepEqual(conditionsOf(job), [
    'Suspended=False JobResumed 00:05:00',
    'SuccessCriteriaMet=True CompletionsReached 00:06:00',
    'Complete=True CompletionsReached 00:06:00',
  ]);
});

test('with podReplacementPolicy Failed a deleted Pod is replaced only when it is over', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 60_000, exitCode: 0, stopAfterMs: 5_000 }) });
  world.create('jobs', 'load', { spec: aJobSpec({ podReplacementPolicy: 'Failed' }) });
  await world.run('2026-03-02T00:00:10Z');
  world.cluster.delete(world.type('pods'), 'test', world.list('pods')[0]!.metadata.name);
  await world.run('2026-03-02T00:10:00Z');
  assert.deepEqual(podsOf(world), ['Succeeded 00:00:25']);
  assert.equal(world.get('jobs', 'load')!.status.failed, 1);
});

test('a Job that another controller manages is left alone', async () => {
  const world = new TestWorld();
  world.create('jobs', 'load', { spec: aJobSpec({ managedBy: 'kueue.x-k8s.io/multikueue' }) });
  await world.run('2026-03-02T01:00:00Z');
  assert.deepEqual(world.list('pods'), []);
  assert.equal(world.get('jobs', 'load')!.status.startTime, undefined);
});

for (const ttlSecondsAfterFinished of [0, 60]) {
  test(`a finished Job and its Pods go ${ttlSecondsAfterFinished} s after the end was seen`, async () => {
    const world = new TestWorld();
    world.create('jobs', 'load', { spec: aJobSpec({ ttlSecondsAfterFinished }) });
    // The container's second, the controller's second, and the TTL.
    await world.run(2_000 + ttlSecondsAfterFinished * 1_000 - 1);
    assert.notEqual(world.get('jobs', 'load'), undefined);
    await world.run(1);
    assert.equal(world.get('jobs', 'load'), undefined);
    assert.deepEqual(world.list('pods'), []);
  });
}

test('a deleted Job takes its running Pods along, which stop within their grace', async () => {
  const world = new TestWorld({ script: () => ({ durationMs: 600_000, exitCode: 0, stopAfterMs: 90_000 }) });
  world.create('jobs', 'load', { spec: aJobSpec() });
  await world.run('2026-03-02T00:01:00Z');
  world.cluster.delete(world.type('jobs'), 'test', 'load', { propagationPolicy: 'Background' });
  await world.run('2026-03-02T00:01:29Z');
  assert.equal(world.list('pods').length, 1);
  await world.run('2026-03-02T00:01:30Z');
  assert.deepEqual(world.list('pods'), []);
  assert.deepEqual(world.errors, []);
});
