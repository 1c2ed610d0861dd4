import { join } from 'node:path';
import type { Alert } from '../../src/alert/alert.ts';
import { describeSettings } from '../../src/config/describe-settings.ts';
import { anEnv } from '../../src/config/testing.ts';
import type { CronJob } from '../../src/execution/cron-job.ts';
import { firstFacts } from '../../src/execution/cron-job-facts.ts';
import type { Execution } from '../../src/execution/execution.ts';
import type { EmptySlot } from '../../src/slot/slot.ts';
import { joinMessages } from '../../src/alert/join-messages.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { aDelivery, startServer } from '../../src/api/testing.ts';
import { openStore, type Store, type Tables } from '../../src/store/store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The service as the dashboard meets it: the real server and store, with a cluster that only takes triggers. */
export interface World extends AsyncDisposable {
  readonly origin: string;
  readonly store: Store;
  /** The Jobs that were triggered, as `namespace/name`. */
  readonly triggered: readonly string[];
  /** From now on the lists and details of CronJobs fail, or no longer. */
  fail(failing: boolean): void;
}

/** Starts it with a small cluster in every state, and `extra` healthy CronJobs for length. */
export async function startWorld(extra = 0): Promise<World> {
  const store = await openStore({ path: ':memory:', log: { info: () => {} } });
  await writeCronJobs(store, extra);
  await writeChannels(store);
  await writeMessages(store);
  await writeMonitors(store);
  await writeEmptySlots(store, Date.now());
  await writeOutage(store, Date.now());
  const triggered: string[] = [];
  let failing = false;
  const unlessFailing = <Result>(read: () => Promise<Result>) =>
    failing ? Promise.reject(new Error('The database is gone.')) : read();
  const server = await startServer(
    {
      clock: systemClock,
      cronJobs: {
        list: (filter, now) => unlessFailing(() => store.cronJobs.list(filter, now)),
        get: (namespace, name, now) => unlessFailing(() => store.cronJobs.get(namespace, name, now)),
      },
      executions: store.executions,
      dailyStatistics: store.dailyStatistics,
      evidence: store.evidence,
      alerts: store.alerts,
      deliveries: store.deliveries,
      monitors: store.monitors,
      channels: store.channels,
      dataVersion: () => unlessFailing(() => store.dataVersion()),
      sla: store.sla,
      timeline: store.timeline,
      exports: store.exports,
      watchSessions: store.watchSessions,
      slots: store.slots,
      knownCronJobs: store.cronJobs,
      settings: SETTINGS,
      stats: () => store.stats(),
      prune: (request) => store.prune(request),
      uptimeMs: () => 3 * HOUR + 25 * MINUTE,
      notifier: { testChannel: async (name) => testOutcome(name) },
      cluster: {
        triggerCronJob: async (namespace, name) => {
          triggered.push(`${namespace}/${name}`);
          return name === 'image-prune'
            ? { kind: 'refused', message: 'exceeded quota: pods=10' }
            : { kind: 'created', jobName: `${name}-manual-x7k2p` };
        },
        suspendCronJob: async () => ({ kind: 'done' }),
      },
    },
    { pageDirectory: join(import.meta.dirname, '../../dist/ui') },
  );
  return {
    origin: server.origin,
    store,
    triggered,
    fail: (value) => {
      failing = value;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

const SETTINGS = describeSettings(
  { port: '9000' },
  anEnv({
    KUBECONFIG: '/home/ada/.kube/staging',
    PUNCTUAL_PUBLIC_URL: 'https://ada:hunter2@punctual.example',
  }),
  {
    host: '127.0.0.1',
    port: 9_000,
    dataDir: '.punctual',
    database: { path: '.punctual/punctual.db' },
    cluster: { kind: 'kubeconfig', paths: ['/home/ada/.kube/staging'], context: null },
    publicUrl: 'https://ada:hunter2@punctual.example',
    logLevel: 'info',
    controllerTimeZone: 'UTC',
    deniedNetworks: [],
    caFile: null,
    heartbeatUrl: null,
    retention: { runDays: 90, failedRunDays: 90, evidenceDays: 30 },
    report: { title: null, organisation: null, logo: null },
    access: { token: null, tokenGuards: 'writes', readOnly: false, userHeader: null, allowedHosts: [] },
  },
);

/** One CronJob of the world and how its runs end. */
interface Shape {
  readonly namespace: string;
  readonly name: string;
  readonly schedule: string;
  readonly everyMs: number;
  readonly timeZone?: string;
  readonly seconds: number;
  readonly runs: number;
  /** The numbers of the runs that failed, 0 being the newest. */
  readonly failedRuns?: readonly number[];
  readonly suspended?: boolean;
  readonly running?: boolean;
  readonly severity?: 'critical' | 'warning';
  /** So many of the newest runs took two fifths longer. */
  readonly slowerRuns?: number;
  /** How long its next slot has been over. */
  readonly lateMs?: number;
}

const SHAPES: readonly Shape[] = [
  {
    namespace: 'billing',
    name: 'invoice-export',
    schedule: '*/15 * * * *',
    everyMs: 15 * MINUTE,
    timeZone: 'Europe/Berlin',
    seconds: 94,
    runs: 120,
    failedRuns: [0, 1, 2, 9, 14],
    slowerRuns: 20,
    severity: 'critical',
  },
  {
    namespace: 'billing',
    name: 'ledger-reconcile',
    schedule: '0 2 * * *',
    everyMs: DAY,
    seconds: 1_840,
    runs: 6,
  },
  {
    namespace: 'data',
    name: 'warehouse-load',
    schedule: '0 */6 * * *',
    everyMs: 6 * HOUR,
    seconds: 3_700,
    runs: 20,
    failedRuns: [0],
    severity: 'warning',
  },
  {
    namespace: 'data',
    name: 'search-reindex',
    schedule: '5 * * * *',
    everyMs: HOUR,
    seconds: 240,
    runs: 60,
    running: true,
  },
  {
    namespace: 'data',
    name: 'session-cleanup',
    schedule: '*/5 * * * *',
    everyMs: 5 * MINUTE,
    seconds: 4.2,
    runs: 60,
  },
  {
    namespace: 'platform',
    name: 'etcd-backup',
    schedule: '30 3 * * *',
    everyMs: DAY,
    seconds: 61,
    runs: 6,
    failedRuns: [0],
    severity: 'critical',
    lateMs: 4 * HOUR,
  },
  {
    namespace: 'platform',
    name: 'certificate-renewal-for-every-public-ingress',
    schedule: '0 4 * * 1',
    everyMs: 7 * DAY,
    seconds: 12,
    runs: 5,
  },
  {
    namespace: 'platform',
    name: 'image-prune',
    schedule: '0 5 * * *',
    everyMs: DAY,
    seconds: 33,
    runs: 6,
    suspended: true,
  },
  {
    namespace: 'platform',
    name: 'quarterly-report',
    schedule: '0 0 1 */3 *',
    everyMs: 90 * DAY,
    seconds: 0,
    runs: 0,
  },
];

async function writeCronJobs(store: Store, extra: number): Promise<void> {
  const now = Date.now();
  const more = Array.from({ length: extra }, (_, index): Shape => ({
    namespace: `team-${index % 7}`,
    name: `job-${String(index).padStart(5, '0')}`,
    schedule: '0 * * * *',
    everyMs: HOUR,
    seconds: 20 + (index % 90),
    runs: 6,
  }));
  await store.transaction(async (tx) => {
    for (const shape of [...SHAPES, ...more]) await writeCronJob(tx, shape, now);
  });
}

/** Hours ago, an outage of half an hour in which nobody watched. */
async function writeOutage(store: Store, now: number): Promise<void> {
  await store.watchSessions.extend({ startedAt: now - 20 * DAY, until: now - 10.5 * HOUR });
  await store.watchSessions.extend({ startedAt: now - 10 * HOUR, until: now });
}

/** Of a long run the slots that came while it ran, of a suspended CronJob all of a week, one that nobody saw. */
async function writeEmptySlots(store: Store, now: number): Promise<void> {
  const { items } = await store.cronJobs.list({}, now);
  const write = (name: string, slots: readonly EmptySlot[]) =>
    store.slots.insert(items.find((cronJob) => cronJob.name === name)!.id, slots);
  const slot = (at: number, reason: EmptySlot['reason']): EmptySlot => ({
    at,
    outcome: reason === null ? 'unknown' : 'skipped',
    reason,
    message: null,
  });
  await write('warehouse-load', [slot(now - 11 * HOUR, 'Forbidden'), slot(now - 17 * HOUR, 'NotStarted')]);
  await write(
    'image-prune',
    Array.from({ length: 7 }, (_, day) => slot(now - 2 * HOUR - day * DAY, 'Suspended')),
  );
  await write('search-reindex', [slot(now - 10.2 * HOUR, null)]);
}

async function writeCronJob(tx: Tables, shape: Shape, now: number): Promise<void> {
  const { lateMs = 0, everyMs } = shape;
  // Of the time between two runs, two fifths have passed since the last one.
  const newest = lateMs > 0 ? now - lateMs - everyMs : now - everyMs * 0.4;
  const id = await tx.cronJobs.upsert(toCronJob(shape), {
    nextRunAt: shape.suspended ? null : newest + everyMs,
    windowDays: 7,
    observedAt: now,
  });
  if (shape.running) {
    const running = [
      {
        cause: `${shape.name}-running`,
        jobUid: `${shape.name}-running`,
        jobName: `${shape.name}-29397065`,
        startedAt: now - 20 * MINUTE,
        manual: false,
        scheduledFor: newest,
        state: 'running' as const,
        stuck: null,
      },
    ];
    await tx.cronJobs.setLive(id, { running, nextRunAt: newest + everyMs, ...firstFacts(now) });
  }
  for (let index = shape.runs - 1; index >= 0; index -= 1) {
    const execution = toExecution(shape, index, newest - index * everyMs);
    await tx.executions.insert(id, execution, execution.completedAt);
    if (execution.outcome === 'failed') await writeEvidence(tx, execution);
  }
  if (shape.severity) await writeAlerts(tx, id, toAlert(shape, shape.severity, now));
}

function toCronJob(shape: Shape): CronJob {
  return {
    uid: `cronjob-${shape.namespace}-${shape.name}`,
    namespace: shape.namespace,
    name: shape.name,
    generation: 1,
    labels: {},
    schedule: shape.schedule,
    timeZone: shape.timeZone ?? null,
    suspend: shape.suspended ?? false,
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: null,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    ttlSecondsAfterFinished: null,
    createdAt: 0,
    lastScheduledFor: null,
    lastSuccessfulAt: null,
  };
}

function toExecution(shape: Shape, index: number, startedAt: number): Execution {
  const failed = shape.failedRuns?.includes(index) ?? false;
  const slower = index < (shape.slowerRuns ?? 0) ? 1.4 : 1;
  const completedAt = startedAt + shape.seconds * SECOND * slower * (0.9 + ((index * 37) % 20) / 100);
  const manual = index === 5;
  const jobName = manual ? `${shape.name}-manual-k2m9d` : `${shape.name}-${29_397_100 - index}`;
  return {
    jobUid: `${shape.namespace}-${shape.name}-${index}`,
    jobName,
    outcome: failed ? 'failed' : 'success',
    reason: failed ? 'BackoffLimitExceeded' : null,
    message: failed ? 'Job has reached the specified backoff limit' : null,
    manual,
    scheduledFor: manual ? null : startedAt - 2 * SECOND,
    startedAt,
    completedAt,
    exitCode: failed ? 137 : 0,
    attempts: (failed ? [1, 2] : [1]).map((number) => ({
      number,
      outcome: failed ? 'failed' : 'success',
      podUid: `${jobName}-pod-${number}`,
      podName: `${jobName}-${number}zq8w`,
      nodeName: 'worker-2',
      completionIndex: null,
      container: 'main',
      image: 'registry.example/exporter:2.14.0',
      exitCode: failed ? 137 : 0,
      signal: null,
      reason: failed ? 'OOMKilled' : 'Completed',
      message: null,
      startedAt,
      finishedAt: completedAt,
    })),
    fault: failed ? 'application' : null,
    containers: [],
  };
}

async function writeEvidence(tx: Tables, run: Execution): Promise<void> {
  const { jobUid } = run;
  const { podUid, podName } = run.attempts.at(-1)!;
  await tx.evidence.saveLog({
    jobUid,
    podUid,
    podName,
    container: 'main',
    restartCount: 0,
    text: 'reading 48210 invoices\n<b>a log is text, not markup</b>\nwriting batch 12 of 40\nKilled\n',
    truncated: true,
    capturedAt: run.completedAt,
  });
  await tx.evidence.saveEvents(jobUid, [
    {
      jobUid,
      eventUid: `${jobUid}-event`,
      type: 'Warning',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
      objectKind: 'Job',
      objectName: run.jobName,
      count: 1,
      firstAt: run.completedAt,
      lastAt: run.completedAt,
    },
  ]);
}

/** The active alert with one message that was sent and one that waits, and an older one that has ended. */
async function writeAlerts(tx: Tables, cronJobId: number, alert: Alert): Promise<void> {
  await tx.alerts.insert(cronJobId, {
    ...alert,
    id: `${alert.id}-before`,
    openedAt: alert.openedAt - 2 * DAY,
    updatedAt: alert.openedAt - 2 * DAY,
    resolvedAt: alert.openedAt - 2 * DAY + HOUR,
    resolution: 'A run succeeded.',
    acknowledgedAt: alert.openedAt - 2 * DAY + MINUTE,
    acknowledgedBy: 'Ada',
  });
  await tx.alerts.insert(cronJobId, alert);
  await tx.alerts.insert(cronJobId, {
    ...alert,
    id: `${alert.id}-sla`,
    type: 'slaViolation',
    reason: 'SuccessRate',
    severity: 'warning',
    title: `${alert.namespace}/${alert.cronJobName} is below its SLA`,
    message: '80.0 % of its slots succeeded in 7 days; the target is 95 %.',
    suggestedFix: null,
    openedAt: alert.openedAt - 9 * DAY,
    updatedAt: alert.openedAt - 9 * DAY,
    resolvedAt: alert.openedAt - 8 * DAY,
    resolution: 'Back at the target.',
  });
  const message = aDelivery({ alertId: alert.id, createdAt: alert.openedAt });
  await tx.deliveries.insert([
    {
      ...message,
      id: `${alert.id}-ops`,
      channel: 'ops',
      state: 'sent',
      attempts: 1,
      sentAt: alert.openedAt,
      nextAttemptAt: alert.openedAt,
    },
    {
      ...message,
      id: `${alert.id}-pager`,
      channel: 'pager',
      attempts: 3,
      nextAttemptAt: Date.now() + 5 * MINUTE,
      lastError: 'The receiver answered with status 503.',
    },
  ]);
}

/** Two alerts in one message, which was taken at the second attempt; and a channel whose attempts fail. */
async function writeMessages(store: Store): Promise<void> {
  const now = Date.now();
  const members = ['etcd-backup', 'warehouse-load'].map((name) =>
    aDelivery({ id: `digest-${name}`, alertId: `alert-${name}`, channel: 'ops', createdAt: now - HOUR }),
  );
  await store.deliveries.insert(members);
  await store.digests.joinDue('ops', now, (rows) => joinMessages('ops', rows, 'node/worker-2', now));
  const [digest] = await store.deliveries.claimDue('ops', now, 1, MINUTE);
  const refused = { at: now - MINUTE, status: 503, latencyMs: 40, error: 'the receiver answered HTTP 503' };
  await store.deliveries.reschedule(digest!.id, refused, now);
  await store.deliveries.markSent(digest!.id, { at: now, status: 200, latencyMs: 12, error: null });
  const error = 'Secret punctual/pager does not exist';
  for (const minutes of [3, 2, 1]) await store.channels.noteAttempt('pager', now - minutes * MINUTE, error);
}

function toAlert(shape: Shape, severity: 'critical' | 'warning', now: number): Alert {
  const jobName = `${shape.name}-29397100`;
  return {
    id: `alert-${shape.name}`,
    type: 'failure',
    reason: 'JobFailed',
    severity,
    namespace: shape.namespace,
    cronJobName: shape.name,
    title: `${shape.namespace}/${shape.name} failed`,
    message: `The Job ${jobName} failed: BackoffLimitExceeded, OOMKilled (exit code 137).`,
    cause: `${shape.namespace}-${shape.name}-0`,
    jobUid: `${shape.namespace}-${shape.name}-0`,
    jobName,
    occurrences: 3,
    openedAt: now - 20 * MINUTE,
    updatedAt: now - 5 * MINUTE,
    resolvedAt: null,
    resolution: null,
    suggestedFix:
      'The container ran out of memory. Raise resources.limits.memory of container main, or let it read in smaller batches.',
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
  };
}

/** One that works, one that cannot, and one that nobody has looked at yet. */
async function writeChannels(store: Store): Promise<void> {
  const resource = (name: string, type: string) => ({
    uid: `channel-${name}`,
    name,
    generation: 1,
    type,
    spec: {},
  });
  await store.channels.replaceAll([
    resource('ops', 'chat'),
    resource('pager', 'webhook'),
    resource('audit', 'webhook'),
  ]);
  await store.channels.setReady('ops', true, 'Ready', 'Messages can go out.');
  await store.channels.countSent('ops', Date.now() - HOUR, { alerts: 1, refillMs: 36_000 });
  await store.channels.countSent('ops', Date.now() - 20 * MINUTE, { alerts: 1, refillMs: 36_000 });
  await store.channels.setReady('pager', false, 'SecretNotReadable', NO_SECRET);
}

const NO_SECRET = 'Secret punctual/pager does not exist.';

function testOutcome(name: string) {
  return name === 'ops'
    ? ({ kind: 'done', success: true, message: 'The receiver answered HTTP 200 in 12 ms.' } as const)
    : ({ kind: 'done', success: false, message: NO_SECRET } as const);
}

/** Two monitors with CronJobs, and one whose spec is wrong. */
async function writeMonitors(store: Store): Promise<void> {
  const { items } = await store.cronJobs.list({}, Date.now());
  for (const namespace of ['billing', 'platform']) {
    const id = await store.monitors.upsert({
      uid: `monitor-${namespace}`,
      namespace,
      name: `all-of-${namespace}`,
      generation: 1,
      spec: {
        selector: { matchNames: ['*'] },
        sla: { minSuccessRate: 95, durationRegressionThreshold: 20 },
        alerting: { channelRefs: [{ name: 'ops' }] },
      },
    });
    const members = items.filter((cronJob) => cronJob.namespace === namespace);
    await store.monitors.replaceMembers(
      id,
      members.map((cronJob) => cronJob.id),
    );
    await store.monitors.setConditions(id, [condition('True', 'Valid', 'The spec is valid and in force.')]);
  }
  const broken = await store.monitors.upsert({
    uid: 'monitor-broken',
    namespace: 'data',
    name: 'broken',
    generation: 1,
    spec: { sla: { minSuccessRate: 101 } },
  });
  const message = 'spec.sla.minSuccessRate must be at most 100.';
  await store.monitors.setConditions(broken, [condition('False', 'InvalidSpec', message)]);
}

function condition(status: 'True' | 'False', reason: string, message: string) {
  return {
    type: 'Ready',
    status,
    reason,
    message,
    lastTransitionAt: Date.now() - HOUR,
    observedGeneration: 1,
  };
}
