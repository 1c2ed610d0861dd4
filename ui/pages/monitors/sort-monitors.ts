import type { MonitorSummary } from '../../../src/api/contract/monitor.ts';

/** The worst health among the CronJobs of a monitor; null when it selects none. */
export function worstHealth(monitor: MonitorSummary): 'critical' | 'warning' | 'healthy' | null {
  const { critical, warning } = monitor.healthySummary;
  if (critical > 0) return 'critical';
  if (warning > 0) return 'warning';
  return monitor.cronJobCount > 0 ? 'healthy' : null;
}

/** The most critical CronJobs first, then the most with warnings; equals stay in their order. */
export function sortMonitors(monitors: readonly MonitorSummary[]): readonly MonitorSummary[] {
  return monitors.toSorted(
    ({ healthySummary: a }, { healthySummary: b }) => b.critical - a.critical || b.warning - a.warning,
  );
}
