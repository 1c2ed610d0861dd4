import { CUT_OFF, decidingAttempt } from '../execution/deciding-attempt.ts';
import { decidingLog } from '../execution/deciding-log.ts';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import type { Execution } from '../execution/execution.ts';
import { wordEvent } from '../execution/word-event.ts';

/** What is known of a failure, which suggested fixes are chosen by. */
export interface FailureFacts {
  readonly names: FailureNames;
  /** -1 when no container exited; null when it is not known. */
  readonly exitCode: number | null;
  readonly signal: number | null;
  /** As Kubernetes spells them, the nearest to the cause first: `OOMKilled`, `BackoffLimitExceeded`. */
  readonly reasons: readonly string[];
  /** What Kubernetes says about the attempt and the Job, one message a line. */
  readonly message: string;
  /** Of the container that decided. */
  readonly log: string;
  /** One a line, as `wordEvent` writes them. */
  readonly events: string;
}

/** What the commands of a suggestion are about; null where there is no such object. */
export interface FailureNames {
  readonly namespace: string;
  readonly cronJob: string;
  readonly job: string | null;
  readonly pod: string | null;
  readonly container: string | null;
}

/** A failure of which nothing is known yet, with placeholders for its names. */
export const UNKNOWN_FAILURE: FailureFacts = {
  names: { namespace: '<namespace>', cronJob: '<cronjob>', job: '<job>', pod: '<pod>', container: null },
  exitCode: null,
  signal: null,
  reasons: [],
  message: '',
  log: '',
  events: '',
};

export interface FailedRun {
  readonly namespace: string;
  readonly cronJobName: string;
  readonly execution: Pick<Execution, 'jobName' | 'outcome' | 'reason' | 'message' | 'exitCode' | 'attempts'>;
  readonly logs: readonly CapturedLog[];
  readonly events: readonly CapturedEvent[];
}

/**
 * So much of a log is looked at, its end: a monitor may keep 10 MB of each, and a search must cost
 * milliseconds.
 */
const LOG_CHARACTERS = 100_000;

/** The facts of a run that failed; null for one that succeeded or that a later slot replaced. */
export function failureFacts({
  namespace,
  cronJobName,
  execution,
  logs,
  events,
}: FailedRun): FailureFacts | null {
  if (execution.outcome === 'success' || execution.reason === 'Replaced') return null;
  const attempt = decidingAttempt(execution);
  // Of an attempt that was cut off, the Job's own reason tells why.
  const reasons = [attempt?.reason === CUT_OFF ? null : (attempt?.reason ?? null), execution.reason];
  return {
    names: {
      namespace,
      cronJob: cronJobName,
      job: execution.jobName,
      pod: attempt?.podName ?? null,
      container: attempt?.container ?? null,
    },
    exitCode: execution.exitCode,
    signal: attempt?.signal ?? null,
    reasons: reasons.filter((reason) => reason !== null),
    message: [attempt?.message ?? null, execution.message].filter((text) => text !== null).join('\n'),
    log: decidingLog(logs, execution)?.text.slice(-LOG_CHARACTERS) ?? '',
    events: events.map(wordEvent).join('\n'),
  };
}
