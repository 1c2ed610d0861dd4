import type { CronJob } from '../execution/cron-job.ts';
import type { Job } from '../execution/job.ts';
import type { Container, Pod, Terminated } from '../execution/pod.ts';
import type { Log } from '../lib/log.ts';

/** 2026-03-02 09:00 UTC, a Monday. */
export const NINE = Date.UTC(2026, 2, 2, 9);

export function aCronJob(overrides: Partial<CronJob> = {}): CronJob {
  return {
    uid: 'cronjob-uid',
    namespace: 'shop',
    name: 'report',
    labels: {},
    schedule: '0 * * * *',
    timeZone: null,
    suspend: false,
    concurrencyPolicy: 'Allow',
    startingDeadlineSeconds: null,
    createdAt: NINE - 86_400_000,
    lastScheduledFor: null,
    ...overrides,
  };
}

/** A Job that the CronJob `report` started for the slot at nine, and that still runs. */
export function aJob(overrides: Partial<Job> = {}): Job {
  return {
    uid: 'job-uid',
    namespace: 'shop',
    name: `report-${NINE / 60_000}`,
    owner: { uid: 'cronjob-uid', name: 'report', controller: true },
    instantiate: null,
    scheduledTimestamp: NINE,
    createdAt: NINE,
    deletedAt: null,
    startedAt: NINE,
    completedAt: null,
    conditions: [],
    suspend: false,
    completions: 1,
    parallelism: 1,
    active: 1,
    ...overrides,
  };
}

export function succeeded(job: Job, at: number): Job {
  const condition = {
    type: 'Complete',
    status: 'True',
    reason: 'CompletionsReached',
    message: null,
  } as const;
  return { ...job, completedAt: at, active: 0, conditions: [{ ...condition, lastTransitionAt: at }] };
}

export function failed(job: Job, at: number): Job {
  const message = 'Job has reached the specified backoff limit';
  const condition = { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message } as const;
  return { ...job, active: 0, conditions: [{ ...condition, lastTransitionAt: at }] };
}

export function terminated(exitCode: number, overrides: Partial<Terminated> = {}): Terminated {
  return {
    kind: 'terminated',
    exitCode,
    signal: null,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    message: null,
    startedAt: NINE,
    finishedAt: NINE + 1_000,
    ...overrides,
  };
}

export function aContainer(overrides: Partial<Container> = {}): Container {
  return {
    name: 'main',
    kind: 'main',
    image: 'report:1',
    restartCount: 0,
    state: { kind: 'running', startedAt: NINE },
    lastTerminated: null,
    ...overrides,
  };
}

/** A running Pod of the Job that `aJob` makes. */
export function aPod(overrides: Partial<Pod> = {}): Pod {
  return {
    uid: 'pod-uid',
    namespace: 'shop',
    name: 'report-pod',
    jobUid: 'job-uid',
    jobName: `report-${NINE / 60_000}`,
    completionIndex: null,
    phase: 'Running',
    reason: null,
    message: null,
    nodeName: 'node-1',
    createdAt: NINE,
    startedAt: NINE,
    deletedAt: null,
    containers: [aContainer()],
    ...overrides,
  };
}

/** A Pod that ended, with the exit code of its only container. */
export function anEndedPod(exitCode: number, overrides: Partial<Pod> = {}): Pod {
  const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
  return aPod({ phase, containers: [aContainer({ state: terminated(exitCode) })], ...overrides });
}

export interface WrittenLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that keeps its lines for a test to read. */
export function aLog(): Log & { readonly lines: readonly WrittenLine[] } {
  const lines: WrittenLine[] = [];
  function at(level: WrittenLine['level']) {
    return (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message });
  }
  const log = { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { ...log, child: () => aLogAs(log) };
}

function aLogAs(log: Omit<Log, 'child'>): Log {
  return { ...log, child: () => aLogAs(log) };
}

/** Lets real I/O go on until `condition` holds; fails after 5 s of real time. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('waited 5 s in vain');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
