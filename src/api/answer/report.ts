import type { Alert } from '../../alert/alert.ts';
import { DAY } from '../../lib/duration.ts';
import { regression } from '../../chart/regression.ts';
import type { CronJobDetail } from '../contract/cron-job.ts';
import type { Report, ReportCronJob, ReportDay, ReportDurations } from '../report/report.ts';
import { durationWords, percentWords } from '../report/report-words.ts';
import type { CronJobOverview } from './cron-job.ts';
import { toMetrics } from './cron-job.ts';
import type { DurationComparison } from '../duration-comparison.ts';
import { type StoredDay, toDailyStatistics } from './daily-statistics.ts';
import { toSeconds } from './seconds.ts';

/** Whose report, with what is kept of it. */
export type ReportSource =
  | {
      readonly kind: 'cronJob';
      readonly name: string;
      readonly detail: CronJobDetail;
      readonly days: readonly StoredDay[];
      readonly comparison: DurationComparison;
    }
  | {
      readonly kind: 'many';
      readonly name: string;
      readonly cronJobs: readonly CronJobOverview[];
      readonly days: readonly { readonly day: number; readonly runs: number; readonly failed: number }[];
    };

/** So many stand on paper. */
const MOST_CRON_JOBS = 200;

/** The report over whole UTC days, the last one up to now. */
export function toReport(
  header: Pick<Report, 'title' | 'organisation' | 'logo'>,
  source: ReportSource,
  alerts: { readonly items: readonly Alert[]; readonly total: number },
  range: { readonly first: number; readonly last: number; readonly now: number },
): Report {
  const days = toDays(source, range);
  const cronJobs = source.kind === 'many' ? toCronJobs(source.cronJobs) : [];
  return {
    ...header,
    subject: source.name,
    from: range.first * DAY,
    to: range.now,
    summary: toSummary(source, days, alerts.total),
    days,
    durations: source.kind === 'cronJob' ? toDurations(source, range) : null,
    cronJobs: cronJobs.slice(0, MOST_CRON_JOBS),
    moreCronJobs: Math.max(0, cronJobs.length - MOST_CRON_JOBS),
    alerts: alerts.items,
    moreAlerts: alerts.total - alerts.items.length,
  };
}

function toDurations(
  source: Extract<ReportSource, { readonly kind: 'cronJob' }>,
  range: { readonly first: number; readonly last: number },
): ReportDurations {
  const statistics = toDailyStatistics(range, source.days, source.comparison);
  const slower = regression(statistics);
  const { threshold, baselineDays, monitor } = statistics.regressionTerms;
  const whose = monitor === null ? 'the default' : `monitor ${monitor.namespace}/${monitor.name}`;
  return {
    baseline: statistics.baseline?.p95Duration ?? null,
    baselineDays,
    regression:
      slower &&
      `Slower: the P95 of the last 24 hours is ${Math.floor(slower.percent)} % above that of the ${baselineDays} days ` +
        `before${slower.since === null ? '' : `, since ${slower.since}`}; ${whose} allows ${threshold} %.`,
  };
}

function toDays(source: ReportSource, { first, last }: { first: number; last: number }): ReportDay[] {
  const known = new Map(
    source.kind === 'cronJob'
      ? source.days.map((day) => [
          day.day,
          {
            runs: day.finished,
            failed: day.finished - day.succeeded,
            p50Duration: toSeconds(day.p50DurationMs),
            p95Duration: toSeconds(day.p95DurationMs),
          },
        ])
      : source.days.map(({ day, ...counts }) => [day, { ...counts, p50Duration: 0, p95Duration: 0 }]),
  );
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    date: new Date((first + index) * DAY).toISOString().slice(0, 10),
    ...(known.get(first + index) ?? { runs: 0, failed: 0, p50Duration: 0, p95Duration: 0 }),
  }));
}

function toSummary(source: ReportSource, days: readonly ReportDay[], alerts: number): Report['summary'] {
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const shared = [
    { label: 'Success rate', value: runs === 0 ? 'no runs' : percentWords(((runs - failed) * 100) / runs) },
    { label: 'Finished runs', value: String(runs) },
    { label: 'Failed runs', value: String(failed) },
  ];
  if (source.kind === 'many') {
    const count = (status: string) =>
      String(source.cronJobs.filter((cronJob) => cronJob.status === status).length);
    return [
      ...shared,
      { label: 'CronJobs', value: String(source.cronJobs.length) },
      { label: 'Critical / warning now', value: `${count('critical')} / ${count('warning')}` },
      { label: 'Alerts', value: String(alerts) },
    ];
  }
  const { metrics, windowDays, schedule, scheduleText, monitors } = source.detail;
  return [
    ...shared,
    {
      label: `P50 / P95 in ${windowDays} days`,
      value: `${durationWords(metrics.p50Duration)} / ${durationWords(metrics.p95Duration)}`,
    },
    { label: `Schedule ${schedule}`, value: scheduleText },
    { label: 'Alerts', value: String(alerts) },
    { label: 'Slots without a run', value: String(sum(source.days, ({ missed }) => missed)) },
    { label: 'Started by hand', value: String(sum(source.days, ({ manual }) => manual)) },
    { label: 'Watched by', value: monitors.map(({ name }) => name).join(', ') || 'no monitor' },
  ];
}

function sum(days: readonly StoredDay[], value: (day: StoredDay) => number): number {
  return days.reduce((total, day) => total + value(day), 0);
}

/** The lowest rate first, those without a run last. */
function toCronJobs(cronJobs: readonly CronJobOverview[]): ReportCronJob[] {
  return cronJobs
    .map((cronJob): ReportCronJob => {
      const { namespace, name, statistics } = cronJob;
      const { successRate, totalExecutions: runs, p50Duration, p95Duration } = toMetrics(statistics);
      return {
        namespace,
        name,
        successRate: runs === 0 ? null : successRate,
        runs,
        p50Duration,
        p95Duration,
      };
    })
    .sort((a, b) => (a.successRate ?? 101) - (b.successRate ?? 101));
}
