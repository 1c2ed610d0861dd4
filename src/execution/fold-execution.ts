import { CUT_OFF } from './deciding-attempt.ts';
import type { AttemptLog } from './attempt-log.ts';
import { attemptsOf } from './attempts.ts';
import { containerEnds } from './container-end.ts';
import type { CronJob } from './cron-job.ts';
import type { Attempt, Execution, Outcome } from './execution.ts';
import { faultOf } from './fault.ts';
import type { Job, JobCondition } from './job.ts';
import { isManual, scheduledFor } from './run-origin.ts';

/** What is known of one Job of a CronJob. */
export interface RunFacts {
  readonly job: Job;
  readonly log: AttemptLog;
  /** Set once the Job is gone from the cluster; `job` is then its last known state. */
  readonly departed: Departure | null;
  readonly concurrencyPolicy: CronJob['concurrencyPolicy'];
  /** Whether the CronJob has a controlled Job for a later slot than this one's. */
  readonly newerSlotStarted: boolean;
}

export interface Departure {
  /** When it was seen to be gone, in ms. */
  readonly at: number;
  /** False when it went while nobody watched: it may have ended in the meantime. */
  readonly finalStateKnown: boolean;
}

export type FoldedRun =
  | { readonly kind: 'unfinished'; readonly state: UnfinishedState }
  | { readonly kind: 'finished'; readonly execution: Execution }
  /** Gone unseen before its outcome was: there is nothing true to record. */
  | { readonly kind: 'lost' };

/** `finishing` is decided, but its Pods still stop; `pending` has no running Pod and never had. */
export type UnfinishedState = 'running' | 'pending' | 'suspended' | 'finishing';

/**
 * Folds a Job and what was seen of its Pods into a run.
 *
 * While the Job is there, its outcome is decided by the Complete or Failed condition alone: counters
 * and Pods may say otherwise for a while. A Job that was deleted before it finished is a failed run
 * with reason Deleted, or Replaced when concurrencyPolicy Replace deleted it for a later slot; one whose
 * outcome was already decided (SuccessCriteriaMet, FailureTarget) keeps that outcome.
 */
export function foldExecution(facts: RunFacts): FoldedRun {
  const terminal = findTerminal(facts.job, TERMINAL);
  if (terminal !== null) return finished(facts, terminal);
  if (facts.departed === null) return { kind: 'unfinished', state: unfinishedState(facts) };
  const decided = findTerminal(facts.job, DECIDED);
  if (decided !== null) return finished(facts, decided);
  if (!facts.departed.finalStateKnown) return { kind: 'lost' };
  return finished(facts, deletion(facts, facts.departed));
}

interface Ending {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly message: string | null;
  /** Null when the condition does not say. */
  readonly at: number | null;
}

const TERMINAL: Readonly<Record<string, Outcome>> = { Complete: 'success', Failed: 'failed' };
const DECIDED: Readonly<Record<string, Outcome>> = { SuccessCriteriaMet: 'success', FailureTarget: 'failed' };

function findTerminal(job: Job, outcomes: Readonly<Record<string, Outcome>>): Ending | null {
  const condition = job.conditions.find(
    ({ type, status }) => status === 'True' && Object.hasOwn(outcomes, type),
  );
  return condition === undefined ? null : toEnding(job, condition, outcomes[condition.type]!);
}

function toEnding(job: Job, condition: JobCondition, outcome: Outcome): Ending {
  const { reason, lastTransitionAt } = condition;
  return {
    outcome,
    reason,
    message: outcome === 'failed' ? withIndexes(condition, job) : condition.message,
    at: (outcome === 'success' ? job.completedAt : null) ?? lastTransitionAt,
  };
}

/** Kubernetes says that indexes failed, and not which. */
function withIndexes({ message }: JobCondition, { failedIndexes }: Job): string | null {
  if (failedIndexes === null) return message;
  const indexes =
    failedIndexes.length <= LONGEST_INDEXES ? failedIndexes : `${failedIndexes.slice(0, LONGEST_INDEXES)}…`;
  return `${message ?? 'Indexes failed'} (failed indexes: ${indexes})`;
}

const LONGEST_INDEXES = 200;

function deletion({ job, concurrencyPolicy, newerSlotStarted }: RunFacts, departed: Departure): Ending {
  const replaced = concurrencyPolicy === 'Replace' && newerSlotStarted && !isManual(job);
  return {
    outcome: 'failed',
    reason: replaced ? 'Replaced' : 'Deleted',
    message: replaced
      ? 'A later slot replaced it before it finished (concurrencyPolicy Replace).'
      : 'The Job was deleted before it finished.',
    at: job.deletedAt ?? departed.at,
  };
}

function finished({ job, log }: RunFacts, ending: Ending): FoldedRun {
  const { outcome, reason, message } = ending;
  const attempts = outcome === 'success' ? successfulAttempts(job, log) : attemptsOf(log, 'failed');
  const startedAt = job.startedAt ?? job.createdAt;
  const execution: Execution = {
    jobUid: job.uid,
    jobName: job.name,
    outcome,
    reason,
    message,
    manual: isManual(job),
    scheduledFor: scheduledFor(job),
    startedAt,
    // A condition without a time is not Kubernetes' own; the last exit is then the nearest truth.
    completedAt: ending.at ?? lastFinish(attempts) ?? startedAt,
    exitCode: outcome === 'success' ? 0 : exitCodeOf(attempts),
    attempts,
    fault: faultOf({ outcome, reason, attempts }, job.failed > 0),
    containers: containerEnds(log),
  };
  return { kind: 'finished', execution };
}

/** Without the Pods that were stopped because the success was decided, as by a successPolicy: nothing failed there. */
function successfulAttempts(job: Job, log: AttemptLog): readonly Attempt[] {
  const decided = job.conditions.find(
    ({ type, status }) => type === 'SuccessCriteriaMet' && status === 'True',
  );
  const decidedAt = decided?.lastTransitionAt ?? job.completedAt ?? Infinity;
  return attemptsOf(log, 'succeeded')
    .filter(({ reason, finishedAt }) => reason !== CUT_OFF || (finishedAt ?? Infinity) < decidedAt)
    .map((attempt, index) => ({ ...attempt, number: index + 1 }));
}

function lastFinish(attempts: readonly Attempt[]): number | null {
  return attempts.findLast(({ finishedAt }) => finishedAt !== null)?.finishedAt ?? null;
}

/** Of the last failed attempt in which a container failed by itself; -1 when none did. */
function exitCodeOf(attempts: readonly Attempt[]): number {
  const last = attempts.findLast(
    ({ outcome, exitCode, reason }) => outcome === 'failed' && (exitCode ?? 0) !== 0 && reason !== CUT_OFF,
  );
  return last?.exitCode ?? -1;
}

function unfinishedState({ job, log }: RunFacts): UnfinishedState {
  if (findTerminal(job, DECIDED) !== null) return 'finishing';
  if (job.suspend) return 'suspended';
  const began = log.pods.some(({ pod, exits }) => pod.phase !== 'Pending' || exits.length > 0);
  return began ? 'running' : 'pending';
}
