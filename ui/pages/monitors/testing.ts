import type { MonitorSummary } from '../../../src/api/contract/monitor.ts';

/** A monitor of an answer with so many CronJobs in each health; none where nothing is said. */
export function aMonitorSummary(
  name: string,
  health: Partial<MonitorSummary['healthySummary']>,
): MonitorSummary {
  const { healthy = 0, warning = 0, critical = 0 } = health;
  return {
    namespace: 'default',
    name,
    cronJobCount: healthy + warning + critical,
    healthySummary: { healthy, warning, critical },
    metrics: { successRate: 100, avgDuration: 0, totalExecutions: 0, flakyExecutions: 0 },
  };
}
