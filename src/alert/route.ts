import type { AlertingSpec, IncludeContext } from '../rule/monitor-spec.ts';
import type { Severity } from './alert.ts';

/** A monitor whose rules speak for the alert that is to be routed. */
export interface RoutingMonitor {
  readonly namespace: string;
  readonly name: string;
  readonly alerting: AlertingSpec;
}

/** One channel that an alert is told to, however many monitors name it. */
export interface Route {
  readonly channel: string;
  readonly sendResolved: boolean;
  readonly alertDelayMs: number;
  readonly suppressDuplicatesForMs: number;
  readonly includeContext: IncludeContext;
}

/** A channel, or a whole monitor, that is not told, and why. */
export interface Untold {
  /** Null when a monitor names no channel to tell at all. */
  readonly channel: string | null;
  /** `namespace/name`; null when no single monitor is the cause. */
  readonly monitor: string | null;
  readonly why: string;
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
    const why = silence(monitor.alerting);
    if (why !== null) untold.push({ channel: null, monitor: keyOf(monitor), why });
    else routeMonitor(monitor, severity, routes, untold);
  }
  return {
    routes: [...routes.values()].toSorted((a, b) => (a.channel < b.channel ? -1 : 1)),
    untold: untold.filter(({ channel }) => channel === null || !routes.has(channel)),
  };
}

function silence({ enabled, channelRefs }: AlertingSpec): string | null {
  if (!enabled) return 'alerting is not enabled';
  return channelRefs.length === 0 ? 'no channelRefs are given' : null;
}

function routeMonitor(
  monitor: RoutingMonitor,
  severity: Severity,
  routes: Map<string, Route>,
  untold: Untold[],
): void {
  for (const { name: channel, severities } of monitor.alerting.channelRefs) {
    if (severities !== null && severities.length > 0 && !severities.includes(severity)) {
      const why = `it is told ${severities.join(', ')} alone, and this is ${severity}`;
      untold.push({ channel, monitor: keyOf(monitor), why });
      continue;
    }
    const route = toRoute(channel, monitor.alerting);
    const other = routes.get(channel);
    routes.set(channel, other === undefined ? route : merge(other, route));
  }
}

function toRoute(channel: string, alerting: AlertingSpec): Route {
  const { sendResolved, alertDelayMs, suppressDuplicatesForMs, includeContext } = alerting;
  return { channel, sendResolved, alertDelayMs, suppressDuplicatesForMs, includeContext };
}

function merge(a: Route, b: Route): Route {
  return {
    channel: a.channel,
    sendResolved: a.sendResolved || b.sendResolved,
    alertDelayMs: Math.min(a.alertDelayMs, b.alertDelayMs),
    suppressDuplicatesForMs: Math.min(a.suppressDuplicatesForMs, b.suppressDuplicatesForMs),
    includeContext: mergeContext(a.includeContext, b.includeContext),
  };
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
