import type { Alert } from '../../../src/alert/alert.ts';
import type { Delivery, MessageContext } from '../../../src/alert/delivery.ts';
import type { DeliveryTry } from '../../../src/alert/ledger.ts';
import type { ContainerEnd } from '../../../src/execution/container-end.ts';
import type { CronJob } from '../../../src/execution/cron-job.ts';
import { firstFacts } from '../../../src/execution/cron-job-facts.ts';
import type { Attempt, Execution } from '../../../src/execution/execution.ts';
import { aCronJob as anyCronJob, anExecution as anyExecution } from '../../../src/execution/testing.ts';
import { DAY } from '../../../src/lib/duration.ts';
import type { LiveState } from '../../../src/store/cron-jobs.ts';
import type { Store } from '../../../src/store/store.ts';

/** The instant that these tests call now. */
export const NOW = Date.UTC(2026, 2, 10, 12);

let serial = 0;

export function aCronJob(fields: Partial<CronJob> = {}): CronJob {
  return anyCronJob({
    uid: `uid-${fields.namespace ?? 'shop'}-${fields.name ?? 'backup'}`,
    namespace: 'shop',
    name: 'backup',
    schedule: '0 * * * *',
    createdAt: NOW - 30 * DAY,
    ...fields,
  });
}

/** A CronJob that nothing is known of and of which nothing runs. */
export function aLiveState(fields: Partial<LiveState> = {}): LiveState {
  return { running: [], nextRunAt: null, ...firstFacts(NOW), ...fields };
}

/** A run that succeeded; `startedAt` moves `completedAt`, a minute later, with it. */
export function anExecution(fields: Partial<Execution> = {}): Execution {
  const startedAt = fields.startedAt ?? NOW - 3_600_000;
  serial += 1;
  return anyExecution({
    jobUid: `job-${serial}`,
    jobName: `backup-${serial}`,
    reason: null,
    scheduledFor: startedAt,
    startedAt,
    completedAt: startedAt + 60_000,
    ...fields,
  });
}

export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    outcome: 'failed',
    podUid: 'pod-1',
    podName: 'backup-1-abcde',
    nodeName: 'node-a',
    completionIndex: null,
    container: 'main',
    image: 'busybox:1',
    exitCode: 1,
    signal: null,
    reason: 'Error',
    message: null,
    startedAt: NOW - 3_600_000,
    finishedAt: NOW - 3_590_000,
    ...fields,
  };
}

export function aContainerEnd(fields: Partial<ContainerEnd> = {}): ContainerEnd {
  return {
    podName: 'backup-1-abcde',
    container: 'main',
    kind: 'main',
    image: 'busybox:1',
    restartCount: 0,
    state: 'terminated',
    reason: 'OOMKilled',
    message: null,
    exitCode: 137,
    startedAt: NOW - 3_600_000,
    finishedAt: NOW - 3_590_000,
    ...fields,
  };
}

export function anAlert(fields: Partial<Alert> = {}): Alert {
  serial += 1;
  return {
    id: `alert-${String(serial).padStart(6, '0')}`,
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    namespace: 'shop',
    cronJobName: 'backup',
    title: 'backup failed',
    message: 'backup failed with exit code 1',
    cause: 'job-1',
    jobUid: 'job-1',
    jobName: 'backup-1',
    occurrences: 1,
    openedAt: NOW,
    updatedAt: NOW,
    resolvedAt: null,
    resolution: null,
    suggestedFix: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
    ...fields,
  };
}

/** An attempt that the receiver took, or, with an error, did not. */
export function aTry(fields: Partial<DeliveryTry> = {}): DeliveryTry {
  return { at: NOW, status: 200, latencyMs: 12, error: null, ...fields };
}

export function aDelivery(fields: Partial<Delivery> = {}): Delivery {
  serial += 1;
  const alertId = fields.alertId ?? 'alert-1';
  const event = fields.event ?? 'firing';
  return {
    id: `delivery-${serial}`,
    alertId,
    channel: 'ops',
    event,
    context: aContext({ alertId, event }),
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

function aContext(fields: Partial<MessageContext>): MessageContext {
  return {
    alertId: 'alert-1',
    event: 'firing',
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    title: 'backup failed',
    message: 'backup failed with exit code 1',
    namespace: 'shop',
    cronJobName: 'backup',
    jobName: 'backup-1',
    at: NOW,
    openedAt: NOW,
    resolvedAt: null,
    schedule: '0 * * * *',
    exitCode: 1,
    attempts: 2,
    suggestedFix: '',
    logs: 'line "one"\nline two',
    events: '',
    ...fields,
  };
}

/** Writes the CronJob with a window of seven days; answers its id. */
export function keep(store: Pick<Store, 'cronJobs'>, fields: Partial<CronJob> = {}): Promise<number> {
  return store.cronJobs.upsert(aCronJob(fields), { nextRunAt: null, windowDays: 7, observedAt: NOW });
}
