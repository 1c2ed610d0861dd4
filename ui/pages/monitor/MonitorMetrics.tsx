import type { MonitorDetail } from '../../../src/api/contract/monitor.ts';
import { Metric, Metrics } from '../../ui/Metric.tsx';
import { durationText } from '../../util/duration.ts';
import { counted, countText, percentText } from '../../util/number.ts';

/** The numbers over all runs of all its CronJobs. */
export function MonitorMetrics({ monitor }: { readonly monitor: MonitorDetail }) {
  const { metrics, cronJobs } = monitor;
  const none = metrics.totalExecutions === 0;
  const window = windowText(monitor);
  const failed = Math.round((1 - metrics.successRate / 100) * metrics.totalExecutions);
  const running = cronJobs.reduce((sum, cronJob) => sum + cronJob.running, 0);
  const alerts = cronJobs.reduce((sum, cronJob) => sum + cronJob.activeAlerts, 0);
  return (
    <Metrics label="Metrics">
      <Metric
        label="Success rate"
        value={none ? '—' : percentText(metrics.successRate)}
        note={none ? 'no finished runs' : window}
      />
      <Metric label="Average duration" value={secondsText(metrics.avgDuration)} note="successful runs" />
      <Metric
        label="P50 / P95"
        value={`${secondsText(metrics.p50Duration)} / ${secondsText(metrics.p95Duration)}`}
        note="successful runs"
      />
      <Metric
        label="Total executions"
        value={countText(metrics.totalExecutions)}
        note={`${countText(failed)} failed ${window}`}
      />
      <Metric
        label="CronJobs"
        value={countText(monitor.cronJobCount)}
        note={`${counted(running, 'run')} in progress`}
      />
      <Metric label="Active alerts" value={countText(alerts)} />
    </Metrics>
  );
}

/** The statistics of each CronJob have a window of their own; mostly it is the same. */
function windowText({ cronJobs }: MonitorDetail): string {
  const [days, ...others] = new Set(cronJobs.map(({ windowDays }) => windowDays));
  return days === undefined || others.length > 0 ? 'in their windows' : `in ${counted(days, 'day')}`;
}

function secondsText(seconds: number): string {
  return seconds > 0 ? durationText(seconds) : '—';
}
