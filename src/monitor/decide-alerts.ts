import type { Alert } from '../alert/alert.ts';
import { decideDeliveries, type EarlierDelivery } from '../alert/decide-deliveries.ts';
import { decideTransition, type Transition } from '../alert/decide-transition.ts';
import type { Delivery } from '../alert/delivery.ts';
import type { Evidence } from '../alert/message-context.ts';
import { routeAlert } from '../alert/route.ts';
import { mergeSeverityOverrides } from '../alert/severity.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import { failureFacts } from '../rule/failure-facts.ts';
import type { Finding } from '../rule/finding.ts';
import { evaluateJobFailed, type FailureSpec, type RunOutcome } from '../rule/job-failed.ts';
import { suggestFix } from '../rule/suggested-fix.ts';
import type { SelectingMonitor } from './membership.ts';

/** A recorded run as far as later ones are judged by it. */
export interface RecentRun extends RunOutcome {
  readonly completedAt: number;
}

export interface AlertFacts {
  readonly cronJob: Pick<CronJob, 'uid' | 'namespace' | 'name' | 'schedule'>;
  /** Whether the cluster still has the CronJob. */
  readonly present: boolean;
  /** To be recorded, in the order in which they ended. */
  readonly runs: readonly Execution[];
  /** Recorded before, newest first: at least `outcomesNeeded` of them. */
  readonly recent: readonly RecentRun[];
  readonly openAlerts: readonly Alert[];
  /** By Job uid. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly earlier: readonly EarlierDelivery[];
  /** Those that select the CronJob. */
  readonly monitors: readonly SelectingMonitor[];
  readonly now: number;
}

export interface AlertChanges {
  readonly transitions: readonly Exclude<Transition, { kind: 'none' }>[];
  readonly deliveries: readonly Delivery[];
  /** Ids of deliveries that are not to be sent after all. */
  readonly withdrawn: readonly string[];
}

export const NO_ALERT_CHANGES: AlertChanges = { transitions: [], deliveries: [], withdrawn: [] };

/** Holds without any monitor; alerts are then recorded and nobody is told. */
const BUILT_IN: FailureSpec = { consecutiveFailures: 1, recoveryRuns: 1 };
/** Runs that were replaced by a later slot count for nothing, so some more are read. */
const REPLACED_AMONG_THEM = 20;
const NO_EVIDENCE: Evidence = { logs: [], events: [] };

/** How many of the latest outcomes the monitors' rules look at. */
export function outcomesNeeded(monitors: readonly SelectingMonitor[]): number {
  const counts = failureSpecs(monitors).flatMap((spec) => [spec.consecutiveFailures, spec.recoveryRuns]);
  return Math.max(...counts) + REPLACED_AMONG_THEM;
}

/**
 * What becomes of a CronJob's alerts through the runs that ended, one after another, and who is told.
 * A run that ended before one that is recorded already is history: it moves nothing. A CronJob that
 * is gone raises nothing more, and what was open ends with it.
 */
export function decideAlerts(facts: AlertFacts): AlertChanges {
  if (!facts.present) return endWithCronJob(facts);
  let outcomes = facts.recent;
  let openAlert =
    facts.openAlerts.find(({ type, reason }) => type === 'failure' && reason === 'JobFailed') ?? null;
  let changes = NO_ALERT_CHANGES;
  for (const run of facts.runs) {
    if ((outcomes[0]?.completedAt ?? -Infinity) > run.completedAt) continue;
    outcomes = [run, ...outcomes];
    const { finding, speaking } = judge(facts.monitors, outcomes);
    const transition = decideTransition({
      finding,
      openAlert,
      cronJob: facts.cronJob,
      run,
      severityOverrides: mergeSeverityOverrides(
        facts.monitors.map(({ spec }) => spec.alerting.severityOverrides),
      ),
      suggestedFix: suggestedFixOf(facts, run),
      now: facts.now,
    });
    if (transition.kind === 'none') continue;
    openAlert = transition.kind === 'resolve' ? null : transition.alert;
    changes = withTransition(changes, transition, facts, speaking, run);
  }
  return changes;
}

function suggestedFixOf({ cronJob, evidence, monitors }: AlertFacts, execution: Execution): string | null {
  const { namespace, name } = cronJob;
  const { logs, events } = evidence.get(execution.jobUid) ?? NO_EVIDENCE;
  const failure = failureFacts({ namespace, cronJobName: name, execution, logs, events });
  if (failure === null) return null;
  const own = monitors.map((monitor) => ({
    source: { kind: 'monitor', namespace: monitor.namespace, name: monitor.name } as const,
    patterns: monitor.spec.alerting.suggestedFixPatterns,
  }));
  return suggestFix(failure, own)?.text ?? null;
}

/** The transition of every open alert of a CronJob that was deleted. */
function endWithCronJob(facts: AlertFacts): AlertChanges {
  let changes = NO_ALERT_CHANGES;
  for (const open of facts.openAlerts) {
    const { now } = facts;
    const alert = { ...open, updatedAt: now, resolvedAt: now, resolution: 'The CronJob was deleted.' };
    changes = withTransition(changes, { kind: 'resolve', alert }, facts, facts.monitors, null);
  }
  return changes;
}

/**
 * Each monitor judges by its own numbers. The alert is raised with the first that fires, for which
 * `speaking` are told, and ends when all of them are satisfied.
 */
function judge(
  monitors: readonly SelectingMonitor[],
  outcomes: readonly RunOutcome[],
): { readonly finding: Finding; readonly speaking: readonly SelectingMonitor[] } {
  const findings = failureSpecs(monitors).map((spec) => evaluateJobFailed(spec, outcomes));
  const firing = findings.find(({ state }) => state === 'firing');
  if (firing) {
    return { finding: firing, speaking: monitors.filter((_, index) => findings[index]?.state === 'firing') };
  }
  return { finding: findings.find(({ state }) => state === 'unchanged') ?? findings[0]!, speaking: monitors };
}

function failureSpecs(monitors: readonly SelectingMonitor[]): readonly FailureSpec[] {
  return monitors.length === 0 ? [BUILT_IN] : monitors.map(({ spec }) => spec.failure);
}

function withTransition(
  before: AlertChanges,
  transition: Exclude<Transition, { kind: 'none' }>,
  facts: AlertFacts,
  speaking: readonly SelectingMonitor[],
  run: Execution | null,
): AlertChanges {
  const decided = decideDeliveries({
    transition,
    routing: routeAlert(
      speaking.map(({ namespace, name, spec }) => ({ namespace, name, alerting: spec.alerting })),
      transition.alert.severity,
    ),
    earlier: [...facts.earlier, ...before.deliveries],
    cronJob: facts.cronJob,
    run,
    evidence: (run === null ? null : facts.evidence.get(run.jobUid)) ?? NO_EVIDENCE,
    now: facts.now,
  });
  return {
    transitions: [...before.transitions, transition],
    deliveries: [...before.deliveries, ...decided.deliveries],
    withdrawn: [...before.withdrawn, ...decided.withdrawn],
  };
}
