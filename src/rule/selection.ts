import type { CronJob } from '../execution/cron-job.ts';
import { matchesSelector } from '../lib/label-selector.ts';
import { matchGlob } from '../lib/match-glob.ts';
import type { MonitorSelector } from './monitor-spec.ts';

export interface SelectingMonitor {
  readonly namespace: string;
  readonly selector: MonitorSelector;
}

/**
 * Whether a monitor watches a CronJob: every given condition holds. `namespaces`,
 * `namespaceSelector` and `allNamespaces` take the place of the monitor's own namespace; without
 * any of them nothing outside it is watched.
 */
export function selects(
  monitor: SelectingMonitor,
  cronJob: Pick<CronJob, 'namespace' | 'name' | 'labels'>,
  namespaceLabels: Readonly<Record<string, string>>,
): boolean {
  const { labels, names } = monitor.selector;
  return (
    selectsNamespace(monitor, cronJob.namespace, namespaceLabels) &&
    (names.length === 0 || names.some((pattern) => matchGlob(pattern, cronJob.name))) &&
    matchesSelector(labels, cronJob.labels)
  );
}

function selectsNamespace(
  { namespace: own, selector }: SelectingMonitor,
  namespace: string,
  labels: Readonly<Record<string, string>>,
): boolean {
  const { namespaces, namespaceLabels, allNamespaces } = selector;
  if (!allNamespaces && namespaces.length === 0 && namespaceLabels === null) return namespace === own;
  return (
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    (namespaceLabels === null || matchesSelector(namespaceLabels, labels))
  );
}
