import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Alert } from '../alert/alert.ts';
import type { Delivery } from '../alert/delivery.ts';
import type { ChannelEntry, LedgerEntry } from '../alert/ledger.ts';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import type { ContainerEnd } from '../execution/container-end.ts';
import type { Attempt } from '../execution/execution.ts';
import { NO_RUNS } from '../execution/run-statistics.ts';
import { HOUR } from '../lib/duration.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import pino from 'pino';
import { UTC } from '../schedule/zone.ts';
import type { StoredChannel } from './answer/channel.ts';
import type { CronJobOverview } from './answer/cron-job.ts';
import type { StoredExecutionDetail } from './answer/execution.ts';
import type { MonitorOverview } from './answer/monitor.ts';
import { type Access, OPEN_ACCESS } from './access.ts';
import { CLIENT_PATIENCE, type ClientPatience } from './client-patience.ts';
import type { ScheduledCronJob } from './routes/slots.ts';
import { createServer, type ServerPorts } from './server.ts';

/** The instant at which the tests' clock stands. */
export const NOW = Date.UTC(2026, 0, 31, 12);

/** A healthy CronJob that never ran. */
export function aCronJob(fields: Partial<CronJobOverview> = {}): CronJobOverview {
  return {
    id: 1,
    namespace: 'shop',
    name: 'backup',
    schedule: '0 * * * *',
    timeZone: null,
    suspended: false,
    status: 'healthy',
    statistics: NO_RUNS,
    statisticsHoldUntil: Infinity,
    windowDays: 7,
    lastRunAt: null,
    nextRunAt: null,
    running: [],
    recent: '',
    activeAlerts: 0,
    deletedAt: null,
    ...fields,
  };
}

/** What is known of a CronJob that runs hourly; its slots are judged up to two hours ago. */
export function aKnownCronJob(fields: Partial<ScheduledCronJob> = {}): ScheduledCronJob {
  return {
    id: 7,
    schedule: '0 * * * *',
    timeZone: null,
    suspend: false,
    createdAt: NOW - 100 * HOUR,
    deletedAt: null,
    lastScheduledFor: null,
    nextRunAt: NOW + HOUR,
    slotsJudgedUntil: NOW - 2 * HOUR,
    running: [],
    ...fields,
  };
}

/** A scheduled run of 4m5s that succeeded an hour ago. */
export function anExecution(fields: Partial<StoredExecutionDetail> = {}): StoredExecutionDetail {
  return {
    jobUid: 'uid-1',
    jobName: 'backup-29496240',
    outcome: 'success',
    reason: null,
    message: null,
    manual: false,
    scheduledFor: NOW - 3_600_000,
    startedAt: NOW - 3_600_000,
    completedAt: NOW - 3_355_000,
    durationMs: 245_000,
    exitCode: 0,
    attemptCount: 1,
    namespace: 'shop',
    cronJobName: 'backup',
    attempts: [],
    tellingReason: fields.reason ?? null,
    fault: null,
    containers: [],
    ...fields,
  };
}

/** An attempt that ran out of memory. */
export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    outcome: 'failed',
    podUid: 'pod-uid',
    podName: 'backup-29496240-x7k2p',
    nodeName: 'node-a',
    completionIndex: null,
    container: 'main',
    image: 'registry.example/backup:1',
    exitCode: 137,
    signal: 9,
    reason: 'OOMKilled',
    message: null,
    startedAt: NOW - 60_000,
    finishedAt: NOW - 30_000,
    ...fields,
  };
}

/** A sidecar that still ran when its run ended. */
export function aContainerEnd(fields: Partial<ContainerEnd> = {}): ContainerEnd {
  return {
    podName: 'backup-29496240-x7k2p',
    container: 'proxy',
    kind: 'sidecar',
    image: 'registry.example/proxy:1',
    restartCount: 0,
    state: 'running',
    reason: null,
    message: null,
    exitCode: null,
    startedAt: NOW - 60_000,
    finishedAt: null,
    ...fields,
  };
}

/** An active critical alert about `anExecution`. */
export function anAlert(fields: Partial<Alert> = {}): Alert {
  return {
    id: 'alert-1',
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    namespace: 'shop',
    cronJobName: 'backup',
    title: 'shop/backup failed',
    message: 'The Job backup-29496240 failed with exit code 1.',
    cause: 'uid-1',
    jobUid: 'uid-1',
    jobName: 'backup-29496240',
    occurrences: 1,
    openedAt: NOW - 60_000,
    updatedAt: NOW - 60_000,
    resolvedAt: null,
    resolution: null,
    suggestedFix: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
    ...fields,
  };
}

/** A message about `anAlert` that nobody has sent yet. */
export function aDelivery(fields: Partial<Delivery> = {}): Delivery {
  return {
    id: 'delivery-1',
    alertId: 'alert-1',
    channel: 'ops',
    event: 'firing',
    context: {
      alertId: 'alert-1',
      event: 'firing',
      type: 'failure',
      reason: 'JobFailed',
      severity: 'critical',
      title: 'shop/backup failed',
      message: 'The Job backup-29496240 failed with exit code 1.',
      namespace: 'shop',
      cronJobName: 'backup',
      jobName: 'backup-29496240',
      at: NOW,
      openedAt: NOW,
      resolvedAt: null,
      schedule: '0 * * * *',
      exitCode: 1,
      attempts: 1,
      suggestedFix: '',
      logs: '',
      events: '',
    },
    createdAt: NOW,
    state: 'pending',
    nextAttemptAt: NOW,
    attempts: 0,
    sentAt: null,
    lastError: null,
    heldUntil: null,
    why: null,
    commonCause: null,
    ...fields,
  };
}

/** The log of `anExecution`. */
export function aLog(fields: Partial<CapturedLog> = {}): CapturedLog {
  return {
    jobUid: 'uid-1',
    podUid: 'pod-uid',
    podName: 'backup-29496240-x7k2p',
    container: 'main',
    restartCount: 0,
    text: 'disk full\n',
    truncated: false,
    capturedAt: NOW,
    ...fields,
  };
}

/** An event about `anExecution`. */
export function anEvent(fields: Partial<CapturedEvent> = {}): CapturedEvent {
  return {
    jobUid: 'uid-1',
    eventUid: 'event-uid',
    type: 'Warning',
    reason: 'BackoffLimitExceeded',
    message: 'Job has reached the specified backoff limit',
    objectKind: 'Job',
    objectName: 'backup-29496240',
    count: 1,
    firstAt: NOW,
    lastAt: NOW,
    ...fields,
  };
}

/** A valid monitor of three CronJobs. */
export function aMonitor(fields: Partial<MonitorOverview> = {}): MonitorOverview {
  return {
    id: 1,
    namespace: 'shop',
    name: 'nightly',
    spec: { selector: { matchLabels: { tier: 'batch' } } },
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'Accepted',
        message: 'The spec is valid.',
        lastTransitionAt: NOW,
      },
    ],
    cronJobCount: 3,
    healthy: 1,
    warning: 1,
    critical: 1,
    ...fields,
  };
}

/** What the ledger of `anAlert` says of `aDelivery`. */
export function aLedgerEntry(fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const { commonCause: _, ...delivery } = aDelivery();
  return {
    ...delivery,
    digestId: null,
    times: 1,
    lastAt: NOW,
    tries: [],
    ...fields,
  };
}

/** What the ledger of `aChannel` says of the message about `anAlert`. */
export function aChannelEntry(fields: Partial<ChannelEntry> = {}): ChannelEntry {
  const { alertId: _, context: __, heldUntil: ___, ...entry } = aLedgerEntry();
  const { id, severity, title, namespace, cronJobName } = anAlert();
  return {
    ...entry,
    alert: { id, severity, title, namespace, cronJobName },
    alertCount: 1,
    commonCause: null,
    ...fields,
  };
}

/** A channel that is ready and has sent nothing. */
export function aChannel(fields: Partial<StoredChannel> = {}): StoredChannel {
  return {
    name: 'ops',
    type: 'chat',
    ready: true,
    readyReason: null,
    readyMessage: null,
    alertsSent: 0,
    alertsFailed: 0,
    lastAlertAt: null,
    consecutiveFailures: 0,
    lastError: null,
    lastErrorAt: null,
    waiting: 0,
    ...fields,
  };
}

/** Ports of a service that knows nothing; a test gives those that it is about. */
export function emptyPorts(): ServerPorts {
  const none = async () => [];
  async function* noPages() {}
  const noPage = async () => ({ items: [], total: 0 });
  return {
    clock: new VirtualClock(NOW),
    sla: { monitors: none, members: none, breaches: async () => new Map(), figuresOf: async () => new Map() },
    dataVersion: async () => randomUUID(),
    cronJobs: { list: noPage, get: async () => null },
    knownCronJobs: { find: async () => null },
    executions: { list: noPage, get: async () => null },
    dailyStatistics: { ofDays: none, between: async () => NO_RUNS },
    evidence: { logsOf: none, eventsOf: none },
    slots: {
      decided: none,
      totals: async () => ({ ran: 0, late: 0, skipped: 0, unknown: 0 }),
      firstDecided: async () => null,
    },
    watchSessions: { since: none },
    exports: { executions: noPages, alerts: noPages, deliveries: noPages },
    alerts: { list: noPage, get: async () => null, acknowledge: async () => null, idOfRun: async () => null },
    deliveries: { ofAlert: none, ofChannel: noPage },
    monitors: {
      list: none,
      get: async () => null,
      ofCronJob: none,
      sums: async () => new Map(),
      statistics: async () => ({ ...NO_RUNS, percentileShare: 1, holdUntil: Infinity }),
    },
    channels: { list: none, get: async () => null },
    audit: { insert: async () => {}, list: noPage },
    notifier: { testChannel: async () => ({ kind: 'notFound' }) },
    cluster: {
      triggerCronJob: async () => ({ kind: 'notFound' }),
      suspendCronJob: async () => ({ kind: 'notFound' }),
    },
    timeline: {
      cronJobs: none,
      counts: async () => new Map(),
      runs: none,
      bins: none,
      emptySlots: none,
      density: none,
      schedules: none,
    },
    reportHeader: { title: null, organisation: null, logo: null },
    settings: [],
    version: '0.0.0-test',
    databaseType: 'sqlite',
    stats: async () => ({ executions: 0, alerts: 0, monitors: 0, channels: 0, sizeBytes: 0, tables: [] }),
    prune: async () => ({ executions: 0, logs: 0, events: 0 }),
    isLiveJob: () => false,
    controllerZone: UTC,
    controllerTimeZone: 'UTC',
    uptimeMs: () => 0,
    notReadyReasons: () => [],
    metrics: { contentType: 'text/plain; version=0.0.4', metrics: async () => '' },
  };
}

/** A server that listens on a port of the machine's choice, until the end of the `await using` block. */
export interface RunningServer extends AsyncDisposable {
  readonly origin: string;
  /** Everything that was logged, one JSON text a line. */
  readonly logged: readonly string[];
  /** How many clients are connected now. */
  connections(): Promise<number>;
}

/** Serves `emptyPorts` with the given ones in their place. */
export async function startServer(
  ports: Partial<ServerPorts> = {},
  {
    pageDirectory = null,
    access = {},
    patience = {},
  }: {
    readonly pageDirectory?: string | null;
    readonly access?: Partial<Access>;
    readonly patience?: Partial<ClientPatience>;
  } = {},
): Promise<RunningServer> {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  const app = await createServer({
    log,
    version: '0.0.0-test',
    pageDirectory,
    access: { ...OPEN_ACCESS, ...access },
    patience: { ...CLIENT_PATIENCE, ...patience },
    ports: { ...emptyPorts(), ...ports },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const connections = promisify(app.server.getConnections.bind(app.server));
  return { origin, logged, connections, [Symbol.asyncDispose]: () => app.close() };
}
