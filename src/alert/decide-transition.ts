import type { CronJob } from '../execution/cron-job.ts';
import { fingerprint } from '../lib/fingerprint.ts';
import { type FiringFinding, type Finding, KIND_OF_REASON } from '../rule/finding.ts';
import type { SeverityOverrides } from '../rule/monitor-spec.ts';
import type { Alert, AlertReason } from './alert.ts';
import { severityOf } from './severity.ts';

/** What becomes of an alert, and why nothing does. */
export type Transition =
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'open'; readonly alert: Alert }
  | { readonly kind: 'update'; readonly alert: Alert }
  | { readonly kind: 'resolve'; readonly alert: Alert };

export interface TransitionFacts {
  readonly finding: Finding;
  /** The open alert of the finding's CronJob and reason. */
  readonly openAlert: Alert | null;
  readonly cronJob: Pick<CronJob, 'uid' | 'namespace' | 'name'>;
  readonly severityOverrides: SeverityOverrides;
  readonly suggestedFix: string | null;
  /** The instant as of which the rule found it: what an alert tells as its beginning or end. */
  readonly at: number;
}

/**
 * An alert's life: none -> open (the finding fires) -> update, as often as another cause is found ->
 * resolve (the finding is ok). `unchanged` findings move nothing. Decided again for the same cause,
 * after a crash or a second telling, it gives the same alert or none.
 */
export function decideTransition(facts: TransitionFacts): Transition {
  const { finding, openAlert, at } = facts;
  if (finding.state !== 'firing') {
    if (finding.state === 'unchanged' || openAlert === null) return { kind: 'none', why: finding.why };
    return { kind: 'resolve', alert: endAlert(openAlert, finding.why, at) };
  }
  if (openAlert === null) return { kind: 'open', alert: open(facts, finding) };
  if (finding.cause === null || finding.cause === openAlert.cause) {
    return { kind: 'none', why: 'The alert already tells of this.' };
  }
  return { kind: 'update', alert: update(facts, finding, openAlert) };
}

/** Of the alert that a cause opens: the same in any process and at any time. */
export function alertId(cronJobUid: string, reason: AlertReason, cause: string): string {
  return fingerprint(cronJobUid, KIND_OF_REASON[reason].type, reason, cause);
}

/** The alert as its end leaves it; `resolution` says why, in words. */
export function endAlert(alert: Alert, resolution: string, at: number): Alert {
  // The clocks of the cluster and of this process may differ: no alert ends before it began.
  const endedAt = Math.max(at, alert.openedAt);
  return { ...alert, updatedAt: endedAt, resolvedAt: endedAt, resolution };
}

function open(facts: TransitionFacts, finding: FiringFinding): Alert {
  const { cronJob, at } = facts;
  const { type } = KIND_OF_REASON[finding.reason];
  const told = latest(facts, finding);
  return {
    id: alertId(cronJob.uid, finding.reason, told.cause),
    type,
    reason: finding.reason,
    namespace: cronJob.namespace,
    cronJobName: cronJob.name,
    ...told,
    occurrences: 1,
    openedAt: at,
    resolvedAt: null,
    resolution: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
  };
}

function update(facts: TransitionFacts, finding: FiringFinding, alert: Alert): Alert {
  return { ...alert, ...latest(facts, finding), occurrences: alert.occurrences + 1 };
}

type Latest = Pick<
  Alert,
  'cause' | 'severity' | 'title' | 'message' | 'jobUid' | 'jobName' | 'updatedAt' | 'suggestedFix'
>;

/** What an alert tells of the latest cause behind it. */
function latest({ severityOverrides, suggestedFix, at }: TransitionFacts, finding: FiringFinding): Latest {
  const { cause, title, message, run } = finding;
  return {
    cause: cause ?? String(at),
    severity: severityOf(finding.reason, severityOverrides),
    title,
    message,
    jobUid: run?.jobUid ?? null,
    jobName: run?.jobName ?? null,
    updatedAt: at,
    suggestedFix,
  };
}
