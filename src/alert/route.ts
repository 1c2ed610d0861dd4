import type { AlertingSpec, IncludeContext, MaintenanceWindow } from '../rule/monitor-spec.ts';
import type { Severity } from './alert.ts';
import type { UntoldReason, Why } from './delivery.ts';

/** A monitor whose rules speak for the alert that is to be routed. */
export interface RoutingMonitor {
  readonly namespace: string;
  readonly name: string;
  readonly alerting: AlertingSpec;
  readonly maintenanceWindows: readonly MaintenanceWindow[];
}

/** Nothing of the evidence. */
export const NO_CONTEXT: IncludeContext = {
  logs: false,
  logLines: 1,
  logContainerName: null,
  includeInitContainerLogs: false,
  events: false,
  podStatus: false,
  suggestedFixes: false,
};

/** One channel that an alert is told to, however many monitors name it. */
export interface Route {
  readonly channel: string;
  readonly sendResolved: boolean;
  readonly alertDelayMs: number;
  readonly suppressDuplicatesForMs: number;
  /** Null when an active alert is not told again. */
  readonly repeatIntervalMs: number | null;
  /**
   * Per monitor that names the channel the windows in which it is to be told nothing; empty when one of them
   * has none, since the channel is told then whenever there is something to tell.
   */
  readonly maintenance: readonly (readonly MaintenanceWindow[])[];
  readonly includeContext: IncludeContext;
}

/** A channel, or a whole monitor, that is not told, and why. */
export interface Untold {
  /** Null when a monitor names no channel to tell at all. */
  readonly channel: string | null;
  /** `namespace/name`; null when no single monitor is the cause. */
  readonly monitor: string | null;
  readonly why: Why<UntoldReason>;
}

export interface Routing {
  /** By the channel's name. */
  readonly routes: readonly Route[];
  readonly untold: readonly Untold[];
}

/**
 * Who is told of an alert of this severity: each channel once. Where several monitors name a channel,
 * the one that tells sooner, more often and more wins, since each of them asked for that much.
 */
export function routeAlert(monitors: readonly RoutingMonitor[], severity: Severity): Routing {
  const routes = new Map<string, Route>();
  const untold: Untold[] = [];
  for (const monitor of monitors) {
    const why = silence(monitor);
    if (why !== null) untold.push({ channel: null, monitor: keyOf(monitor), why });
    else routeMonitor(monitor, severity, routes, untold);
  }
  return {
    routes: [...routes.values()].toSorted((a, b) => (a.channel < b.channel ? -1 : 1)),
    untold: untold.filter(({ channel }) => channel === null || !routes.has(channel)),
  };
}

function silence(monitor: RoutingMonitor): Why<UntoldReason> | null {
  const { enabled, channelRefs } = monitor.alerting;
  const name = `monitor ${keyOf(monitor)}`;
  if (!enabled) return { reason: 'AlertingDisabled', note: `alerting is not enabled in ${name}` };
  return channelRefs.length === 0 ? { reason: 'NoChannels', note: `${name} has no channelRefs` } : null;
}

function routeMonitor(
  monitor: RoutingMonitor,
  severity: Severity,
  routes: Map<string, Route>,
  untold: Untold[],
): void {
  for (const { name: channel, severities } of monitor.alerting.channelRefs) {
    if (severities !== null && severities.length > 0 && !severities.includes(severity)) {
      const note = `severity filter: the channel is told ${severities.join(', ')} alone, and this is ${severity}`;
      untold.push({ channel, monitor: keyOf(monitor), why: { reason: 'SeverityFilter', note } });
      continue;
    }
    const route = toRoute(channel, monitor);
    const other = routes.get(channel);
    routes.set(channel, other === undefined ? route : merge(other, route));
  }
}

function toRoute(channel: string, { alerting, maintenanceWindows }: RoutingMonitor): Route {
  const { sendResolved, alertDelayMs, suppressDuplicatesForMs, repeatIntervalMs, includeContext } = alerting;
  const windows = maintenanceWindows.filter(({ suppressAlerts }) => suppressAlerts);
  return {
    channel,
    sendResolved,
    alertDelayMs,
    suppressDuplicatesForMs,
    repeatIntervalMs,
    maintenance: windows.length === 0 ? [] : [windows],
    includeContext,
  };
}

function merge(a: Route, b: Route): Route {
  return {
    channel: a.channel,
    sendResolved: a.sendResolved || b.sendResolved,
    alertDelayMs: Math.min(a.alertDelayMs, b.alertDelayMs),
    suppressDuplicatesForMs: Math.min(a.suppressDuplicatesForMs, b.suppressDuplicatesForMs),
    repeatIntervalMs: sooner(a.repeatIntervalMs, b.repeatIntervalMs),
    maintenance:
      a.maintenance.length === 0 || b.maintenance.length === 0 ? [] : [...a.maintenance, ...b.maintenance],
    includeContext: mergeContext(a.includeContext, b.includeContext),
  };
}

function sooner(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function mergeContext(a: IncludeContext, b: IncludeContext): IncludeContext {
  return {
    logs: a.logs || b.logs,
    logLines: Math.max(a.logs ? a.logLines : 0, b.logs ? b.logLines : 0, 1),
    logContainerName: a.logContainerName ?? b.logContainerName,
    includeInitContainerLogs: a.includeInitContainerLogs || b.includeInitContainerLogs,
    events: a.events || b.events,
    podStatus: a.podStatus || b.podStatus,
    suggestedFixes: a.suggestedFixes || b.suggestedFixes,
  };
}

function keyOf({ namespace, name }: RoutingMonitor): string {
  return `${namespace}/${name}`;
}
