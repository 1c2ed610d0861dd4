import { cronJobDetail, executions, onlyRun } from './expect.ts';
import { cronJob, failing, type Manifest, succeeding } from './manifests.ts';
import { at, between, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

/** Once, at five minutes past the start; the next slot is an hour later. */
const ONCE = '5 * * * *';

const INDEXED = { completionMode: 'Indexed', completions: 3, parallelism: 3 };

function create(manifest: Manifest) {
  return at('1s', (world) => world.create(manifest));
}

timeline('a run that failed and was retried succeeded on its second attempt', [
  create(
    cronJob('flaky', {
      schedule: ONCE,
      scripts: [failing(3), succeeding()],
      jobSpec: { backoffLimit: 2 },
    }),
  ),
  between('5m', '6m', 'a success', executions('flaky', [{ status: 'success', attempts: 2 }])),
  throughout(
    '6m',
    '7m',
    'both attempts with where and how they ended',
    onlyRun('flaky', {
      summary: 'succeeded on attempt 2',
      fault: null,
      exitCode: 0,
      manual: false,
      scheduledTime: '2026-03-02T12:05:00Z',
      attempts: [
        {
          number: 1,
          status: 'failed',
          container: 'main',
          image: 'registry.example/work:1',
          node: /^sandbox-node-/,
          podName: /^flaky-\d+-/,
          exitCode: 3,
          signal: null,
          reason: 'Error',
        },
        { number: 2, status: 'success', exitCode: 0 },
      ],
    }),
  ),
]);

timeline('a manual run is told apart from a scheduled one', [
  create(cronJob('by-hand', { schedule: '0 0 1 1 *' })),
  at('2m', async (world) => void (await world.post('/api/v1/cronjobs/default/by-hand/trigger'))),
  between(
    '2m',
    '3m',
    'a manual run',
    executions('by-hand', [{ manual: true, scheduledTime: null, summary: 'succeeded' }]),
  ),
]);

timeline('a failed init container decides, and all containers are told as they ended', [
  create(
    cronJob('prepared', {
      schedule: ONCE,
      scripts: [succeeding(600_000), failing(5)],
      podSpec: {
        initContainers: [
          { name: 'proxy', image: 'registry.example/proxy:1', restartPolicy: 'Always' },
          { name: 'prepare', image: 'registry.example/prepare:1' },
        ],
      },
    }),
  ),
  between('5m', '6m', 'a failure', executions('prepared', [{ status: 'failed', exitCode: 5 }])),
  throughout(
    '6m',
    '7m',
    'the init container as the one that decided',
    onlyRun('prepared', {
      fault: 'application',
      attempts: [{ container: 'prepare', exitCode: 5, image: 'registry.example/prepare:1' }],
      containers: [
        { container: 'proxy', kind: 'sidecar' },
        { container: 'prepare', kind: 'init', state: 'terminated', reason: 'Error', exitCode: 5 },
        { container: 'main', kind: 'main', state: 'waiting' },
      ],
    }),
  ),
]);

timeline('an Indexed Job names the indexes that failed', [
  create(
    cronJob('indexed', {
      schedule: ONCE,
      scripts: [succeeding(), failing(4), succeeding()],
      jobSpec: { ...INDEXED, backoffLimitPerIndex: 0, backoffLimit: 100 },
    }),
  ),
  between(
    '5m',
    '6m',
    'a failure by its index',
    onlyRun('indexed', {
      status: 'failed',
      reason: 'FailedIndexes',
      message: /\(failed indexes: 1\)$/,
      exitCode: 4,
      summary: 'failed: FailedIndexes',
    }),
  ),
]);

timeline('Pods that share the work are no attempts, and neither are those that a successPolicy stops', [
  create(
    cronJob('shared', { schedule: ONCE, script: succeeding(), jobSpec: { completions: 3, parallelism: 3 } }),
  ),
  create(
    cronJob('leader', {
      schedule: ONCE,
      scripts: [succeeding(), succeeding(600_000), succeeding(600_000)],
      jobSpec: { ...INDEXED, successPolicy: { rules: [{ succeededIndexes: '0' }] } },
    }),
  ),
  between('5m', '6m', 'a success of three', executions('shared', [{ status: 'success', attempts: 1 }])),
  between(
    '5m',
    '7m',
    'a success of one',
    executions('leader', [{ status: 'success', summary: 'succeeded', reason: 'SuccessPolicy' }]),
  ),
]);

const EXIT_42 = { containerName: 'main', operator: 'In', values: [42] };

timeline('a podFailurePolicy fails a Job at once, or ignores what fails', [
  create(
    cronJob('fatal', {
      schedule: ONCE,
      script: failing(42),
      jobSpec: {
        backoffLimit: 5,
        podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: EXIT_42 }] },
      },
    }),
  ),
  create(
    cronJob('ignoring', {
      schedule: ONCE,
      scripts: [failing(42), failing(42), succeeding()],
      jobSpec: {
        backoffLimit: 0,
        podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: EXIT_42 }] },
      },
    }),
  ),
  between(
    '5m',
    '6m',
    'one attempt',
    executions('fatal', [{ status: 'failed', reason: 'PodFailurePolicy', exitCode: 42, attempts: 1 }]),
  ),
  between(
    '5m',
    '7m',
    'a success on the third attempt',
    executions('ignoring', [{ status: 'success', attempts: 3, summary: 'succeeded on attempt 3' }]),
  ),
]);

/** What `kubectl patch job` does to the CronJob's only Job. */
async function resume(world: World): Promise<void> {
  const type = world.sandbox.cluster.findType('batch', 'jobs')!;
  const [job] = world.sandbox.cluster.list(type, 'default');
  const { name } = job!.metadata;
  await world.patch(
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name, namespace: 'default' } },
    { spec: { suspend: false } },
  );
}

timeline('a suspended Job neither runs nor waits, and its run begins when it is resumed', [
  create(cronJob('queued', { schedule: ONCE, jobSpec: { suspend: true } })),
  throughout('6m', '20m', 'nothing that runs', cronJobDetail('queued', { running: [] })),
  at('20m', resume),
  between('20m', '20m30s', 'a run of ten seconds', onlyRun('queued', { duration: '10s', status: 'success' })),
  throughout('20m30s', '21m', 'its start', onlyRun('queued', { startTime: '2026-03-02T12:20:00Z' })),
]);

timeline('whose fault a failure is, and the reason that says most', [
  create(
    cronJob('greedy', {
      schedule: ONCE,
      script: { durationMs: 10_000, exitCode: 137, reason: 'OOMKilled' },
    }),
  ),
  create(
    cronJob('evicted', { schedule: ONCE, script: { durationMs: 10_000, exitCode: 137, reason: 'Evicted' } }),
  ),
  create(
    cronJob('unpulled', {
      schedule: ONCE,
      jobSpec: { activeDeadlineSeconds: 120 },
      podSpec: { containers: [{ name: 'main', image: 'registry.example/work:does-not-exist' }] },
    }),
  ),
  create(
    cronJob('slow', {
      schedule: ONCE,
      script: succeeding(600_000),
      jobSpec: { activeDeadlineSeconds: 120 },
    }),
  ),
  between(
    '5m',
    '6m',
    'out of memory',
    onlyRun('greedy', {
      fault: 'application',
      reason: 'OOMKilled',
      jobReason: 'BackoffLimitExceeded',
      attempts: [{ signal: 9 }],
    }),
  ),
  between(
    '5m',
    '6m',
    'an eviction',
    onlyRun('evicted', { fault: 'platform', reason: 'Evicted', jobReason: 'BackoffLimitExceeded' }),
  ),
  between(
    '6m59s',
    '7m10s',
    'an image that cannot be pulled',
    onlyRun('unpulled', {
      fault: 'platform',
      reason: /^(ErrImagePull|ImagePullBackOff)$/,
      jobReason: 'DeadlineExceeded',
      exitCode: -1,
    }),
  ),
  between(
    '6m59s',
    '7m10s',
    'a deadline',
    onlyRun('slow', { fault: 'application', reason: 'DeadlineExceeded', exitCode: -1 }),
  ),
]);

timeline('a run without a running Pod is pending, and after a minute it is said why', [
  create(cronJob('homeless', { schedule: ONCE, podSpec: { nodeSelector: { disk: 'fast' } } })),
  create(
    cronJob('unpulled', {
      schedule: ONCE,
      podSpec: { containers: [{ name: 'main', image: 'registry.example/work:does-not-exist' }] },
    }),
  ),
  create(
    cronJob('waiting', {
      schedule: ONCE,
      scripts: [succeeding(300_000), succeeding(600_000)],
      podSpec: { initContainers: [{ name: 'wait-for-db', image: 'registry.example/wait:1' }] },
    }),
  ),
  create(cronJob('starting', { schedule: ONCE, script: succeeding(1_200_000) })),
  between('5m5s', '5m15s', 'pending', cronJobDetail('homeless', { running: [{ state: 'pending' }] })),
  throughout('5m15s', '5m55s', 'no words yet', cronJobDetail('homeless', { running: [{ stuck: null }] })),
  between(
    '5m55s',
    '6m10s',
    'the words of the scheduler',
    cronJobDetail('homeless', {
      running: [
        {
          state: 'pending',
          stuck: {
            since: '2026-03-02T12:05:00Z',
            reason: 'Unschedulable',
            message: /^0\/3 nodes are available/,
          },
        },
      ],
    }),
  ),
  between(
    '5m55s',
    '6m10s',
    'the words of the kubelet',
    cronJobDetail('unpulled', {
      running: [{ stuck: { reason: /^(ErrImagePull|ImagePullBackOff)$/, message: /not found/ } }],
    }),
  ),
  between(
    '5m55s',
    '6m10s',
    'the init container',
    cronJobDetail('waiting', {
      running: [{ stuck: { reason: 'InitContainerRunning', message: /wait-for-db/ } }],
    }),
  ),
  between(
    '10m',
    '10m10s',
    'the work after it',
    cronJobDetail('waiting', { running: [{ state: 'running', stuck: null }] }),
  ),
  throughout(
    '5m1s',
    '15m',
    'a run that started',
    cronJobDetail('starting', { running: [{ state: 'running', stuck: null }] }),
  ),
]);
