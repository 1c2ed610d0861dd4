import type { MonitorDetail } from '../../../src/api/contract/monitor.ts';
import { Metric } from '../../ui/Metric.tsx';
import { RunMetrics } from '../../ui/RunMetrics.tsx';
import { counted, countText } from '../../util/number.ts';

/** The numbers over all runs of all its CronJobs. */
export function MonitorMetrics({ monitor }: { readonly monitor: MonitorDetail }) {
  const { metrics, cronJobs } = monitor;
  const running = cronJobs.reduce((sum, cronJob) => sum + cronJob.running, 0);
  const alerts = cronJobs.reduce((sum, cronJob) => sum + cronJob.activeAlerts, 0);
  return (
    <RunMetrics metrics={metrics} window={windowText(monitor)} noRuns="no finished runs">
      <Metric
        label="CronJobs"
        value={countText(monitor.cronJobCount)}
        note={`${counted(running, 'run')} in progress`}
      />
      <Metric label="Active alerts" value={countText(alerts)} />
    </RunMetrics>
  );
}

/** The statistics of each CronJob have a window of their own; mostly it is the same. */
function windowText({ cronJobs }: MonitorDetail): string {
  const [days, ...others] = new Set(cronJobs.map(({ windowDays }) => windowDays));
  return days === undefined || others.length > 0 ? 'in their windows' : `in ${counted(days, 'day')}`;
}
