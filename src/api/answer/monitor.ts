import { NO_RUNS, type RunStatistics, successRate } from '../../execution/run-statistics.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { CronJobSummary } from '../contract/cron-job.ts';
import type { MonitorDetail, MonitorSummary } from '../contract/monitor.ts';
import { toMetrics } from './cron-job.ts';
import { toSeconds } from './seconds.ts';

/** A CronJobMonitor with how its CronJobs are, as the store tells it. */
export interface MonitorOverview {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly spec: unknown;
  readonly conditions: readonly MonitorCondition[];
  readonly cronJobCount: number;
  readonly healthy: number;
  readonly warning: number;
  readonly critical: number;
}

/** The statistics of all runs of its CronJobs, each CronJob in its own window. */
export interface MonitorStatistics extends RunStatistics {
  /** What share of each window, from its end, the percentiles are of. */
  readonly percentileShare: number;
  /** While nothing is recorded they stay the same before this. */
  readonly holdUntil: number;
}

/** What can be added up of the runs of its CronJobs, each CronJob in its own window. */
export interface MonitorSums extends Pick<
  RunStatistics,
  'finished' | 'succeeded' | 'flaky' | 'avgDurationMs'
> {
  /** While nothing is recorded they stay the same before this. */
  readonly holdUntil: number;
}

/** A condition of the resource's status. */
export interface MonitorCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** Ms since the epoch. */
  readonly lastTransitionAt: number;
}

/** The item of a list; `sums` is null for a monitor without CronJobs. */
export function toMonitorSummary(monitor: MonitorOverview, sums: MonitorSums | null): MonitorSummary {
  const { finished, succeeded, flaky, avgDurationMs } = sums ?? NO_RUNS;
  return {
    ...toShared(monitor),
    metrics: {
      successRate: successRate({ finished, succeeded }),
      avgDuration: toSeconds(avgDurationMs),
      totalExecutions: finished,
      flakyExecutions: flaky,
    },
  };
}

function toShared(monitor: MonitorOverview): Omit<MonitorSummary, 'metrics'> {
  return {
    namespace: monitor.namespace,
    name: monitor.name,
    cronJobCount: monitor.cronJobCount,
    healthySummary: {
      healthy: monitor.healthy,
      warning: monitor.warning,
      critical: monitor.critical,
    },
  };
}

/** One monitor with its CronJobs; `statistics` are those of all their runs together. */
export function toMonitorDetail(
  monitor: MonitorOverview,
  cronJobs: readonly CronJobSummary[],
  statistics: MonitorStatistics,
): MonitorDetail {
  return {
    ...toShared(monitor),
    spec: monitor.spec,
    cronJobs: [...cronJobs],
    metrics: { ...toMetrics(statistics), percentileShare: statistics.percentileShare },
    conditions: monitor.conditions.map((condition) => ({
      type: condition.type,
      status: condition.status,
      reason: condition.reason,
      message: condition.message,
      lastTransitionTime: formatTimestamp(condition.lastTransitionAt),
    })),
  };
}
