import type { CapturedEvent, CapturedLog } from '../../execution/evidence.ts';
import type * as ends from '../../execution/container-end.ts';
import type * as domain from '../../execution/execution.ts';
import { wordRun } from '../../execution/word-run.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { Attempt, ContainerEnd, Execution, ExecutionDetail } from '../contract/execution.ts';
import { toCapturedEvent, toCapturedLog } from './evidence.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** A finished run as the store tells it in lists. Instants are ms since the epoch. */
export interface StoredExecution {
  readonly jobUid: string;
  readonly jobName: string;
  readonly outcome: domain.Outcome;
  /** The Job's own. */
  readonly reason: string | null;
  readonly tellingReason: string | null;
  readonly fault: domain.Fault | null;
  readonly message: string | null;
  readonly manual: boolean;
  readonly scheduledFor: number | null;
  readonly startedAt: number;
  readonly completedAt: number;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly attemptCount: number;
}

/** A finished run with its attempts. */
export interface StoredExecutionDetail extends StoredExecution {
  readonly namespace: string;
  readonly cronJobName: string;
  readonly attempts: readonly domain.Attempt[];
  readonly containers: readonly ends.ContainerEnd[];
}

/** What is kept beside a run. */
export interface ExecutionContext {
  readonly logs: readonly CapturedLog[];
  readonly events: readonly CapturedEvent[];
  /** The alert that it raised or added to; null when there is none. */
  readonly alertId: string | null;
}

/** The item of a list. */
export function toExecution(execution: StoredExecution): Execution {
  return { ...toShared(execution), attempts: execution.attemptCount };
}

/** One run with all that is kept of it. */
export function toExecutionDetail(
  execution: StoredExecutionDetail,
  { logs, events, alertId }: ExecutionContext,
): ExecutionDetail {
  return {
    ...toShared(execution),
    namespace: execution.namespace,
    cronjobName: execution.cronJobName,
    attempts: execution.attempts.map(toAttempt),
    alertId,
    jobReason: execution.reason,
    containers: execution.containers.map(toContainerEnd),
    logs: logs.map(toCapturedLog),
    events: events.map(toCapturedEvent),
  };
}

function toShared(execution: StoredExecution): Omit<Execution, 'attempts'> {
  return {
    id: execution.jobUid,
    jobName: execution.jobName,
    status: execution.outcome,
    startTime: formatTimestamp(execution.startedAt),
    completionTime: formatTimestamp(execution.completedAt),
    duration: formatDuration(execution.durationMs),
    exitCode: execution.exitCode,
    reason: execution.tellingReason,
    message: execution.message,
    manual: execution.manual,
    scheduledTime: toNullableTimestamp(execution.scheduledFor),
    fault: execution.fault,
    summary: wordRun({ ...execution, reason: execution.tellingReason }),
  };
}

function toAttempt(attempt: domain.Attempt): Attempt {
  return {
    number: attempt.number,
    status: attempt.outcome,
    podName: attempt.podName,
    node: attempt.nodeName,
    index: attempt.completionIndex,
    container: attempt.container,
    image: attempt.image,
    exitCode: attempt.exitCode,
    signal: attempt.signal,
    reason: attempt.reason,
    message: attempt.message,
    startTime: toNullableTimestamp(attempt.startedAt),
    completionTime: toNullableTimestamp(attempt.finishedAt),
  };
}

function toContainerEnd({ startedAt, finishedAt, ...end }: ends.ContainerEnd): ContainerEnd {
  return {
    ...end,
    startTime: toNullableTimestamp(startedAt),
    completionTime: toNullableTimestamp(finishedAt),
  };
}
