import { decidingAttempt } from '../execution/deciding-attempt.ts';
import { decidingLog } from '../execution/deciding-log.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import type { Attempt, Execution } from '../execution/execution.ts';
import { wordEvent } from '../execution/word-event.ts';
import type { IncludeContext } from '../rule/monitor-spec.ts';
import type { Alert } from './alert.ts';
import type { DeliveryEvent, MessageContext } from './delivery.ts';

/** What was captured of the run behind an alert. */
export interface Evidence {
  readonly logs: readonly CapturedLog[];
  readonly events: readonly CapturedEvent[];
}

export interface MessageFacts {
  readonly alert: Alert;
  readonly event: DeliveryEvent;
  readonly cronJob: Pick<CronJob, 'schedule'>;
  /** Null when no run is behind the change. */
  readonly run: Execution | null;
  readonly evidence: Evidence;
  readonly include: IncludeContext;
  readonly now: number;
}

/**
 * What a message is written from, with as much of the evidence as the monitor wants told. A
 * recovery carries none of it: the evidence was told with the alarm.
 */
export function messageContext(facts: MessageFacts): MessageContext {
  const { alert, event, cronJob, run, evidence, include, now } = facts;
  const firing = event === 'firing';
  const last = run === null ? null : decidingAttempt(run);
  return {
    alertId: alert.id,
    event,
    type: alert.type,
    reason: alert.reason,
    severity: alert.severity,
    title: firing ? alert.title : `Resolved: ${alert.title}`,
    message: firing
      ? messageOf(alert, last, include)
      : `${alert.resolution ?? ''} It was: ${alert.message}`.trim(),
    namespace: alert.namespace,
    cronJobName: alert.cronJobName,
    jobName: run?.jobName ?? alert.jobName ?? '',
    at: now,
    openedAt: alert.openedAt,
    resolvedAt: alert.resolvedAt,
    schedule: cronJob.schedule,
    exitCode: run?.exitCode ?? null,
    attempts: run?.attempts.length ?? 0,
    suggestedFix: firing && include.suggestedFixes ? (alert.suggestedFix ?? '') : '',
    logs: firing && include.logs ? logText(evidence.logs, run, include) : '',
    events: firing && include.events ? eventText(evidence.events) : '',
  };
}

function messageOf(alert: Alert, last: Attempt | null, { podStatus }: IncludeContext): string {
  if (!podStatus || last === null) return alert.message;
  const node = last.nodeName === null ? '' : ` on node ${last.nodeName}`;
  const container = last.container === null ? '' : `, container ${last.container}`;
  return `${alert.message} Last attempt: pod ${last.podName}${container}${node}.`;
}

/** The tail of the deciding container's latest log, or of the one that the monitor names. */
function logText(logs: readonly CapturedLog[], run: Execution | null, include: IncludeContext): string {
  const chosen = decidingLog(logs, run, include.logContainerName);
  return chosen === null ? '' : tail(chosen.text, include.logLines);
}

/** A message with more than this is taken by few receivers; one line may be as long as a log. */
const MOST_LOG_CHARS = 64_000;

function tail(text: string, lines: number): string {
  const end = text.replace(/\n+$/, '').split('\n').slice(-lines).join('\n');
  return end.slice(-MOST_LOG_CHARS).toWellFormed();
}

/** So many events a message carries at most, the latest; a back-off repeats itself without end. */
const MOST_EVENTS = 20;

function eventText(events: readonly CapturedEvent[]): string {
  return events
    .toSorted((a, b) => (a.lastAt ?? 0) - (b.lastAt ?? 0))
    .slice(-MOST_EVENTS)
    .map(wordEvent)
    .join('\n');
}
