import { formatDuration } from '../../lib/duration.ts';
import { wordCause } from '../../alert/common-cause.ts';
import type { DigestContext, MessageContext } from '../../alert/delivery.ts';

/** Up to so many alerts have a line each; more are listed by name. */
const MOST_LINES = 25;

/** What a digest is about: `Node worker-3 lost its Pods: 40 alerts, 38 firing, 2 resolved`. */
export function digestTitle({ commonCause, alerts }: DigestContext): string {
  const count = wordCount(alerts);
  return commonCause === null ? count : `${wordCause(commonCause)}: ${count}`;
}

function wordCount(alerts: readonly MessageContext[]): string {
  const firing = countFiring(alerts);
  const all = `${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'}`;
  if (firing === alerts.length) return `${all} firing`;
  return firing === 0 ? `${all} resolved` : `${all}, ${firing} firing, ${alerts.length - firing} resolved`;
}

export function countFiring(alerts: readonly MessageContext[]): number {
  return alerts.filter(({ event }) => event !== 'resolved').length;
}

/** Every alert, in the order given: a line each, or many by name in one line for each namespace and reason. */
export function digestLines(alerts: readonly MessageContext[]): readonly string[] {
  return alerts.length <= MOST_LINES ? alerts.map(wordAlert) : nameAlerts(alerts);
}

function wordAlert(alert: MessageContext): string {
  const { event, severity, namespace, cronJobName, title, openedAt, resolvedAt, at } = alert;
  const name = `${namespace}/${cronJobName}`;
  if (event !== 'resolved') return `${severity} ${name}: ${title}, since ${new Date(openedAt).toISOString()}`;
  const lasted = formatDuration((resolvedAt ?? at) - openedAt);
  return `resolved ${name} after ${lasted}: ${title.replace(/^Resolved: /, '')}`;
}

function nameAlerts(alerts: readonly MessageContext[]): readonly string[] {
  const groups = Map.groupBy(alerts, ({ event, severity, namespace, reason }) =>
    JSON.stringify([event === 'resolved' ? 'resolved' : severity, namespace, reason]),
  );
  return [...groups].map(([key, members]) => {
    const [state, namespace, reason] = JSON.parse(key) as [string, string, string];
    const names = members.map(({ cronJobName }) => cronJobName).join(', ');
    return `${state} ${namespace} ${reason} (${members.length}): ${names}`;
  });
}
