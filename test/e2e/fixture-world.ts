import { formatDuration } from '../../src/lib/duration.ts';
import type { Alert } from '../../src/api/contract/alert.ts';
import type { CronJobDetail, CronJobSummary } from '../../src/api/contract/cron-job.ts';
import type { Execution, ExecutionDetail, Outcome } from '../../src/api/contract/execution.ts';

/** What the fixture server answers. */
export interface FixtureWorld {
  answer(method: string, url: URL): { readonly status: number; readonly body: unknown };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Job {
  readonly summary: CronJobSummary;
  readonly executions: readonly ExecutionDetail[];
  readonly alert: Alert | null;
}

/** One CronJob of the world and how its runs end; everything else follows from it. */
interface Shape {
  readonly namespace: string;
  readonly name: string;
  readonly schedule: string;
  readonly everyMs: number;
  readonly timeZone?: string;
  readonly seconds: number;
  /** The numbers of the runs that failed, 0 being the newest. */
  readonly failedRuns?: readonly number[];
  readonly runs?: number;
  readonly suspended?: boolean;
  readonly running?: number;
  readonly severity?: 'critical' | 'warning';
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
    failedRuns: [0, 1, 2, 9, 14],
    severity: 'critical',
  },
  {
    namespace: 'billing',
    name: 'ledger-reconcile',
    schedule: '0 2 * * *',
    everyMs: 24 * HOUR,
    seconds: 1_840,
    runs: 12,
  },
  {
    namespace: 'data',
    name: 'warehouse-load',
    schedule: '0 */6 * * *',
    everyMs: 6 * HOUR,
    seconds: 3_700,
    failedRuns: [0],
    severity: 'warning',
  },
  {
    namespace: 'data',
    name: 'search-reindex',
    schedule: '5 * * * *',
    everyMs: HOUR,
    seconds: 240,
    running: 1,
  },
  { namespace: 'data', name: 'session-cleanup', schedule: '*/5 * * * *', everyMs: 5 * MINUTE, seconds: 4.2 },
  {
    namespace: 'platform',
    name: 'etcd-backup',
    schedule: '30 3 * * *',
    everyMs: 24 * HOUR,
    seconds: 61,
    severity: 'critical',
    lateMs: 4 * HOUR,
    runs: 20,
  },
  {
    namespace: 'platform',
    name: 'certificate-renewal-for-every-public-ingress-of-the-cluster',
    schedule: '0 4 * * 1',
    everyMs: 7 * 24 * HOUR,
    seconds: 12,
    runs: 5,
  },
  {
    namespace: 'platform',
    name: 'image-prune',
    schedule: '0 5 * * *',
    everyMs: 24 * HOUR,
    seconds: 33,
    suspended: true,
  },
  {
    namespace: 'platform',
    name: 'quarterly-report',
    schedule: '0 0 1 */3 *',
    everyMs: 90 * 24 * HOUR,
    seconds: 0,
    runs: 0,
  },
];

/**
 * A small world around `now`, the same at every start: critical, late, running, suspended and
 * healthy CronJobs, one that never ran, and `extra` healthy ones for length.
 */
export function fixtureWorld(now: number, extra = 0): FixtureWorld {
  const more = Array.from({ length: extra }, (_, index) => ({
    namespace: `team-${index % 7}`,
    name: `job-${String(index).padStart(5, '0')}`,
    schedule: '0 * * * *',
    everyMs: HOUR,
    seconds: 20 + (index % 90),
    runs: 24,
  }));
  const jobs = [...SHAPES, ...more]
    .map((shape) => toJob(shape, now))
    .toSorted((a, b) => compareText(keyOf(a.summary), keyOf(b.summary)));
  return { answer: (method, url) => answer(jobs, now, method, url) };
}

function answer(jobs: readonly Job[], now: number, method: string, url: URL) {
  const path = url.pathname.split('/').slice(3).map(decodeURIComponent);
  const job = jobs.find(({ summary }) => keyOf(summary) === `${path[1]}/${path[2]}`);
  const route = `${method} ${path[0]} ${path.length}`;
  if (route === 'GET cronjobs 1') return ok({ items: jobs.map((each) => each.summary), total: jobs.length });
  if (route === 'GET alerts 1') return ok(alertsOf(jobs, url.searchParams));
  if (route === 'GET executions 2') {
    const run = jobs.flatMap((each) => each.executions).find(({ id }) => id === path[1]);
    return run ? ok(run) : NOT_FOUND;
  }
  if (!job) return NOT_FOUND;
  if (route === 'GET cronjobs 3') return ok(detailOf(job, now));
  if (route === 'GET cronjobs 4') return ok(executionsOf(job, url.searchParams));
  if (route === 'POST cronjobs 4') {
    return ok({ jobName: `${job.summary.name}-manual-x7k2p`, message: 'The Job was created.' });
  }
  return NOT_FOUND;
}

function ok(body: unknown) {
  return { status: 200, body };
}
const NOT_FOUND = {
  status: 404,
  body: { error: 'not_found', message: 'There is no such thing.', details: {} },
};

function alertsOf(jobs: readonly Job[], filter: URLSearchParams) {
  const items = jobs
    .filter(
      ({ summary }) =>
        !filter.has('cronjob') ||
        (summary.name === filter.get('cronjob') && summary.namespace === filter.get('namespace')),
    )
    .flatMap(({ alert }) => (alert ? [alert] : []));
  return { items, total: items.length };
}

function executionsOf(job: Job, filter: URLSearchParams) {
  const chosen = job.executions.filter(
    ({ status }) => !filter.has('status') || filter.get('status') === status,
  );
  const items = chosen.slice(0, Number(filter.get('limit') ?? 50)).map(toListed);
  return { items, total: chosen.length };
}

function toListed(run: ExecutionDetail): Execution {
  const { logs: _logs, events: _events, namespace: _namespace, cronjobName: _cronjobName, ...listed } = run;
  return { ...listed, attempts: Math.max(1, run.attempts.length) };
}

function detailOf({ summary, executions }: Job, now: number): CronJobDetail {
  const { running, ...shared } = summary;
  return {
    ...shared,
    metrics: {
      successRate: summary.successRate,
      avgDuration: summary.p50Duration * 1.08,
      p50Duration: summary.p50Duration,
      p95Duration: summary.p50Duration * 1.6,
      totalExecutions: executions.length,
    },
    running: Array.from({ length: running }, () => ({
      jobName: `${summary.name}-29397065`,
      startTime: iso(now - 95_000),
      manual: false,
    })),
    monitors: [{ namespace: summary.namespace, name: 'nightly' }],
  };
}

function toJob(shape: Shape, now: number): Job {
  const failed = new Set(shape.failedRuns ?? []);
  const finished = shape.runs ?? 60;
  const outcomes = Array.from({ length: finished }, (_, index): Outcome =>
    failed.has(index) ? 'failed' : 'success',
  );
  const newest = now - (shape.lateMs ?? 0) - shape.everyMs * 0.4;
  const executions = outcomes.map((outcome, index) =>
    toExecution(shape, outcome, index, newest - index * shape.everyMs),
  );
  const summary: CronJobSummary = {
    namespace: shape.namespace,
    name: shape.name,
    status: shape.severity ?? 'healthy',
    successRate:
      finished === 0 ? 100 : (outcomes.filter((outcome) => outcome === 'success').length / finished) * 100,
    lastRun: executions[0]?.startTime ?? null,
    nextRun: shape.suspended ? null : iso(newest + shape.everyMs - (shape.lateMs ? shape.everyMs * 0.6 : 0)),
    schedule: shape.schedule,
    timeZone: shape.timeZone ?? null,
    suspended: shape.suspended ?? false,
    lastStatus: outcomes[0] ?? null,
    recent: outcomes.slice(0, 24).toReversed(),
    p50Duration: finished === 0 ? 0 : shape.seconds,
    totalExecutions: finished,
    activeAlerts: shape.severity ? 1 : 0,
    windowDays: 7,
    running: shape.running ?? 0,
  };
  return {
    summary,
    executions,
    alert: shape.severity ? alertOf(shape, shape.severity, executions[0], now) : null,
  };
}

function toExecution(shape: Shape, status: Outcome, index: number, startedAt: number): ExecutionDetail {
  const seconds = shape.seconds * (0.9 + ((index * 37) % 20) / 100);
  const jobName = `${shape.name.slice(0, 50)}-${29_397_100 - index}`;
  const failed = status === 'failed';
  const shared = {
    status,
    startTime: iso(startedAt),
    completionTime: iso(startedAt + seconds * 1_000),
  };
  return {
    ...shared,
    id: `${shape.namespace}-${shape.name}-${index}`,
    jobName,
    duration: formatDuration(seconds * 1_000),
    exitCode: failed ? 137 : 0,
    reason: failed ? 'BackoffLimitExceeded' : null,
    message: failed ? 'Job has reached the specified backoff limit' : null,
    manual: index === 5,
    scheduledTime: index === 5 ? null : iso(startedAt - 2_000),
    namespace: shape.namespace,
    cronjobName: shape.name,
    attempts: failed ? [1, 2].map((number) => attemptOf(jobName, number, shared)) : [],
    logs: failed ? [LOG(jobName, shared.completionTime)] : [],
    events: failed ? [EVENT(jobName, shared.completionTime)] : [],
  };
}

function attemptOf(jobName: string, number: number, run: { startTime: string; completionTime: string }) {
  return {
    number,
    status: 'failed' as const,
    podName: `${jobName}-${number}zq8w`,
    node: 'worker-2',
    container: 'main',
    image: 'registry.example/exporter:2.14.0',
    exitCode: 137,
    signal: 9,
    reason: 'OOMKilled',
    message: null,
    startTime: run.startTime,
    completionTime: run.completionTime,
  };
}

const LOG = (jobName: string, capturedAt: string) => ({
  podName: `${jobName}-2zq8w`,
  container: 'main',
  restartCount: 0,
  text: 'reading 48210 invoices\n<script>alert("a log is text")</script>\nwriting batch 12 of 40\nKilled',
  truncated: true,
  capturedAt,
});

const EVENT = (jobName: string, lastAt: string) => ({
  type: 'Warning' as const,
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the specified backoff limit',
  objectKind: 'Job',
  objectName: jobName,
  count: 1,
  firstAt: lastAt,
  lastAt,
});

function alertOf(
  shape: Shape,
  severity: 'critical' | 'warning',
  run: ExecutionDetail | undefined,
  now: number,
): Alert {
  const missed = shape.lateMs !== undefined;
  return {
    id: `alert-${shape.name}`,
    type: missed ? 'deadManSwitch' : 'failure',
    severity,
    namespace: shape.namespace,
    cronjobName: shape.name,
    message: missed
      ? 'No run has started for the slot of 03:30 UTC.'
      : `The Job ${run?.jobName} failed: BackoffLimitExceeded, OOMKilled (exit code 137).`,
    createdAt: iso(now - 20 * MINUTE),
    resolvedAt: null,
    active: true,
    reason: missed ? 'MissedSchedule' : 'JobFailed',
    title: missed ? 'Missed schedule' : 'Job failed',
    jobName: missed ? null : (run?.jobName ?? null),
    occurrences: 3,
    updatedAt: iso(now - 5 * MINUTE),
    resolution: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
    suggestedFix: missed
      ? null
      : 'The container ran out of memory. Raise resources.limits.memory of container main, or let it read in smaller batches.',
  };
}

function iso(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
function keyOf({ namespace, name }: CronJobSummary): string {
  return `${namespace}/${name}`;
}
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
