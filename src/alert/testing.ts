// Builders for tests: an ordinary alert, route or message, and what a test cares about in its place.
import { T0 } from '../execution/testing.ts';
import type { IncludeContext } from '../rule/monitor-spec.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import type { Alert } from './alert.ts';
import type { MessageContext } from './delivery.ts';
import type { EarlierDelivery } from './earlier-delivery.ts';
import type { Route, Routing } from './route.ts';

/** An open alert about the failed Job job-1. */
export function anAlert(given: Partial<Alert> = {}): Alert {
  return {
    id: 'alert-1',
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    namespace: 'payments',
    cronJobName: 'nightly-backup',
    title: 'nightly-backup failed: exit code 3 (Error)',
    message: 'Job nightly-backup-29540220 failed: exit code 3 (Error).',
    cause: 'job-1',
    jobUid: 'job-1',
    jobName: 'nightly-backup-29540220',
    occurrences: 1,
    openedAt: T0,
    updatedAt: T0,
    resolvedAt: null,
    resolution: null,
    suggestedFix: 'Read the log.',
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
    ...given,
  };
}

/** What messages carry by default. */
export function anIncludeContext(given: Partial<IncludeContext> = {}): IncludeContext {
  return { ...aMonitorSpec().alerting.includeContext, ...given };
}

/** A route to the channel `chat` as a monitor's defaults make it. */
export function aRoute(given: Partial<Route> = {}): Route {
  return {
    channel: 'chat',
    sendResolved: true,
    alertDelayMs: 0,
    suppressDuplicatesForMs: 3_600_000,
    repeatIntervalMs: null,
    maintenance: [],
    includeContext: anIncludeContext(),
    ...given,
  };
}

/** A routing to these channels, with nobody left out. */
export function aRouting(...routes: readonly Route[]): Routing {
  return { routes, untold: [] };
}

/** The alarm of `anAlert` as `chat` got it at T0. */
export function anEarlierDelivery(given: Partial<EarlierDelivery> = {}): EarlierDelivery {
  return {
    id: 'd-1',
    alertId: 'alert-1',
    channel: 'chat',
    event: 'firing',
    createdAt: T0,
    state: 'sent',
    heldUntil: null,
    reason: null,
    commonCause: null,
    joined: false,
    ...given,
  };
}

/** What is told of `anAlert`. */
export function aMessage(given: Partial<MessageContext> = {}): MessageContext {
  const { title, message, namespace, cronJobName } = anAlert();
  return {
    alertId: 'alert-1',
    event: 'firing',
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    title,
    message,
    namespace,
    cronJobName,
    jobName: 'nightly-backup-29540220',
    at: T0,
    openedAt: T0,
    resolvedAt: null,
    schedule: '0 3 * * *',
    exitCode: 3,
    attempts: 3,
    suggestedFix: '',
    logs: '',
    events: '',
    ...given,
  };
}
