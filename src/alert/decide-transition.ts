import { fingerprint } from '../lib/fingerprint.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import type { Finding } from '../rule/finding.ts';
import type { SeverityOverrides } from '../rule/monitor-spec.ts';
import type { Alert } from './alert.ts';
import { severityOf } from './severity.ts';
import { wordFailure } from './word-failure.ts';

/** What becomes of an alert, and why nothing does. */
export type Transition =
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'open'; readonly alert: Alert }
  | { readonly kind: 'update'; readonly alert: Alert }
  | { readonly kind: 'resolve'; readonly alert: Alert };

export interface TransitionFacts {
  readonly finding: Finding;
  /** The open alert of the finding's CronJob, type and reason. */
  readonly openAlert: Alert | null;
  readonly cronJob: Pick<CronJob, 'uid' | 'namespace' | 'name'>;
  /** The run that was judged last. */
  readonly run: Execution;
  readonly severityOverrides: SeverityOverrides;
  readonly suggestedFix: string | null;
  readonly now: number;
}

/**
 * An alert's life: none -> open (the finding fires) -> update, as often as it is seen again ->
 * resolve (the finding is ok). `unchanged` findings move nothing. Decided again for the same run,
 * after a crash or a second telling, it gives the same alert or none.
 */
export function decideTransition(facts: TransitionFacts): Transition {
  const { finding, openAlert, run } = facts;
  // The rule passed it over and judged the runs before it, which have been told of already.
  if (run.reason === 'Replaced') return { kind: 'none', why: 'a run that a later slot replaced is no news' };
  if (finding.state === 'unchanged') return { kind: 'none', why: finding.summary };
  if (openAlert === null) {
    return finding.state === 'ok'
      ? { kind: 'none', why: finding.summary }
      : { kind: 'open', alert: open(facts) };
  }
  if (finding.state === 'ok') return resolve(facts, openAlert);
  if (openAlert.jobUid === run.jobUid) return { kind: 'none', why: 'the alert already tells of this run' };
  return { kind: 'update', alert: update(facts, openAlert) };
}

function open(facts: TransitionFacts): Alert {
  const { finding, cronJob, run, now } = facts;
  return {
    id: fingerprint(cronJob.uid, finding.type, finding.reason, run.jobUid),
    type: finding.type,
    reason: finding.reason,
    namespace: cronJob.namespace,
    cronJobName: cronJob.name,
    ...latest(facts),
    occurrences: 1,
    openedAt: now,
    resolvedAt: null,
    resolution: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
  };
}

function update(facts: TransitionFacts, alert: Alert): Alert {
  return { ...alert, ...latest(facts), occurrences: alert.occurrences + 1 };
}

type Latest = Pick<
  Alert,
  'severity' | 'title' | 'message' | 'jobUid' | 'jobName' | 'updatedAt' | 'suggestedFix'
>;

/** What an alert tells of the latest run behind it. */
function latest({ finding, cronJob, run, severityOverrides, suggestedFix, now }: TransitionFacts): Latest {
  return {
    severity: severityOf(finding, severityOverrides),
    ...wordFailure(cronJob.name, run, finding.runs),
    jobUid: run.jobUid,
    jobName: run.jobName,
    updatedAt: now,
    suggestedFix,
  };
}

function resolve({ run, finding, now }: TransitionFacts, alert: Alert): Transition {
  const runs = finding.runs === 1 ? '' : ` (${finding.runs} successful runs in a row)`;
  const resolution = `Job ${run.jobName} succeeded${runs}.`;
  return { kind: 'resolve', alert: { ...alert, updatedAt: now, resolvedAt: now, resolution } };
}
