import { flakyRate, type RunStatistics, successRate } from '../../execution/run-statistics.ts';
import { scheduleProblem } from '../../slot/schedule-problem.ts';
import type { StuckStart } from '../../execution/stuck-start.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type {
  CronJobDetail,
  CronJobSummary,
  HealthStatus,
  Metrics,
  RunningJob,
} from '../contract/cron-job.ts';
import type { MonitorName } from '../contract/monitor-name.ts';
import type { ScheduleTexts } from './schedule-texts.ts';
import { toSeconds } from './seconds.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** A CronJob with what lists show of it, as the store tells it. Instants are ms since the epoch. */
export interface CronJobOverview {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly suspended: boolean;
  readonly status: HealthStatus;
  readonly statistics: RunStatistics;
  /** While nothing is recorded the statistics stay the same before this. */
  readonly statisticsHoldUntil: number;
  readonly windowDays: number;
  readonly lastRunAt: number | null;
  readonly nextRunAt: number | null;
  readonly running: readonly RunningRun[];
  /** Up to 24 outcomes as `s` or `f`, newest last. */
  readonly recent: string;
  readonly activeAlerts: number;
  readonly deletedAt: number | null;
}

/** A run that has not ended. */
export interface RunningRun {
  readonly jobName: string;
  readonly startedAt: number;
  readonly manual: boolean;
  readonly state: RunningJob['state'];
  readonly stuck: StuckStart | null;
}

/** The item of a list. */
export function toCronJobSummary(cronJob: CronJobOverview, texts: ScheduleTexts): CronJobSummary {
  return { ...toShared(cronJob, texts), running: cronJob.running.length };
}

/** One CronJob with all that is shown of it. */
export function toCronJobDetail(
  cronJob: CronJobOverview,
  monitors: readonly MonitorName[],
  texts: ScheduleTexts,
  now: number,
): CronJobDetail {
  return {
    ...toShared(cronJob, texts),
    metrics: toMetrics(cronJob.statistics),
    scheduleProblem: scheduleProblem(cronJob, now),
    deletedAt: toNullableTimestamp(cronJob.deletedAt),
    running: cronJob.running.map((run) => ({
      jobName: run.jobName,
      startTime: formatTimestamp(run.startedAt),
      manual: run.manual,
      state: run.state,
      stuck: run.stuck === null ? null : { ...run.stuck, since: formatTimestamp(run.stuck.since) },
    })),
    monitors: monitors.map(({ namespace, name }) => ({ namespace, name })),
  };
}

/** Statistics in the units of the API: percent and seconds. */
export function toMetrics(statistics: RunStatistics): Metrics {
  return {
    successRate: successRate(statistics),
    avgDuration: toSeconds(statistics.avgDurationMs),
    p50Duration: toSeconds(statistics.p50DurationMs),
    p95Duration: toSeconds(statistics.p95DurationMs),
    p99Duration: toSeconds(statistics.p99DurationMs),
    totalExecutions: statistics.finished,
    flakyExecutions: statistics.flaky,
    flakyRate: flakyRate(statistics),
  };
}

function toShared(cronJob: CronJobOverview, texts: ScheduleTexts): Omit<CronJobSummary, 'running'> {
  const recent = Array.from(cronJob.recent, (letter) => (letter === 's' ? 'success' : 'failed'));
  return {
    namespace: cronJob.namespace,
    name: cronJob.name,
    status: cronJob.status,
    successRate: successRate(cronJob.statistics),
    lastRun: toNullableTimestamp(cronJob.lastRunAt),
    nextRun: cronJob.suspended || cronJob.deletedAt !== null ? null : toNullableTimestamp(cronJob.nextRunAt),
    schedule: cronJob.schedule,
    scheduleText: texts.of(cronJob),
    timeZone: cronJob.timeZone,
    suspended: cronJob.suspended,
    lastStatus: recent.at(-1) ?? null,
    recent,
    p50Duration: toSeconds(cronJob.statistics.p50DurationMs),
    totalExecutions: cronJob.statistics.finished,
    activeAlerts: cronJob.activeAlerts,
    windowDays: cronJob.windowDays,
  };
}
