import type { CronJobDetail } from '../../../src/api/contract/cron-job.ts';
import { Metric } from '../../ui/Metric.tsx';
import { RunMetrics } from '../../ui/RunMetrics.tsx';
import { Status } from '../../ui/Status.tsx';
import { NextRun, Time } from '../../ui/Time.tsx';
import { counted, noRunsText } from '../../util/number.ts';

/** The numbers of the CronJob's window, its last run and its next. */
export function CronJobMetrics({ cronJob }: { readonly cronJob: CronJobDetail }) {
  return (
    <RunMetrics
      metrics={cronJob.metrics}
      previous={cronJob.previousMetrics}
      window={`in ${counted(cronJob.windowDays, 'day')}`}
      noRuns={noRunsText(cronJob)}
    >
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
    </RunMetrics>
  );
}

/** The hour of the next run; the whole instant with the CronJob's zone is the tooltip of its value. */
function clockText(at: string): string {
  return `${at.slice(11, 16)} UTC`;
}
