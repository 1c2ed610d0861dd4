import type { CronJobDetail } from '../../../src/api/contract/cron-job.ts';
import { Metric, Metrics } from '../../ui/Metric.tsx';
import { Status } from '../../ui/Status.tsx';
import { NextRun, Time } from '../../ui/Time.tsx';
import { durationText } from '../../util/duration.ts';
import { counted, countText, noRunsText, percentText } from '../../util/number.ts';

/** The numbers of the CronJob's window, its last run and its next. */
export function CronJobMetrics({ cronJob }: { readonly cronJob: CronJobDetail }) {
  const { metrics } = cronJob;
  const window = `in ${counted(cronJob.windowDays, 'day')}`;
  const none = metrics.totalExecutions === 0;
  const failed = Math.round((1 - metrics.successRate / 100) * metrics.totalExecutions);
  return (
    <Metrics label="Metrics">
      <Metric
        label="Success rate"
        value={none ? '—' : percentText(metrics.successRate)}
        note={none ? noRunsText(cronJob) : window}
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
        label="Last run"
        value={cronJob.lastRun === null ? '—' : <Time at={cronJob.lastRun} zone={cronJob.timeZone} />}
        note={cronJob.lastStatus === null ? 'no runs yet' : <Status kind={cronJob.lastStatus} />}
      />
      <Metric
        label="Next run"
        value={cronJob.nextRun === null ? '—' : <NextRun at={cronJob.nextRun} zone={cronJob.timeZone} />}
        note={
          cronJob.nextRun === null
            ? cronJob.suspended
              ? 'suspended'
              : 'no next run'
            : clockText(cronJob.nextRun)
        }
      />
    </Metrics>
  );
}

function secondsText(seconds: number): string {
  return seconds > 0 ? durationText(seconds) : '—';
}

/** The hour of the next run; the whole instant with the CronJob's zone is the tooltip of its value. */
function clockText(at: string): string {
  return `${at.slice(11, 16)} UTC`;
}
