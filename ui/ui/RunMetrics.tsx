import type { ReactNode } from 'react';
import type { CronJobDetail } from '../../src/api/contract/cron-job.ts';
import { secondsText } from '../util/duration.ts';
import { countText, percentText } from '../util/number.ts';
import { Metric, Metrics } from './Metric.tsx';

type RunFigures = Pick<
  CronJobDetail['metrics'],
  'successRate' | 'totalExecutions' | 'avgDuration' | 'p50Duration' | 'p95Duration'
>;

/** The numbers over finished runs; put the Metrics of whose runs they are after them. */
export function RunMetrics(props: {
  readonly metrics: RunFigures;
  /** Those of the time before, to compare with; left out where they are not known, null without a run in it. */
  readonly previous?: RunFigures | null;
  /** Over which time: `in 7 days`. */
  readonly window: string;
  /** What is said when no run has finished in it. */
  readonly noRuns: string;
  readonly children: ReactNode;
}) {
  const { metrics, window, previous } = props;
  const before = (of: (figures: RunFigures) => string) =>
    previous === undefined ? undefined : previous === null ? 'no runs before' : `${of(previous)} before`;
  const none = metrics.totalExecutions === 0;
  const failed = Math.round((1 - metrics.successRate / 100) * metrics.totalExecutions);
  return (
    <Metrics label="Metrics">
      <Metric
        label="Success rate"
        value={none ? '—' : percentText(metrics.successRate)}
        note={none ? props.noRuns : window}
        before={before(({ successRate }) => percentText(successRate))}
      />
      <Metric
        label="Average duration"
        value={secondsText(metrics.avgDuration)}
        note="successful runs"
        before={before(({ avgDuration }) => secondsText(avgDuration))}
      />
      <Metric
        label="P50 / P95"
        value={percentilesText(metrics)}
        note="successful runs"
        before={before(percentilesText)}
      />
      <Metric
        label="Total executions"
        value={countText(metrics.totalExecutions)}
        note={`${countText(failed)} failed ${window}`}
        before={before(({ totalExecutions }) => countText(totalExecutions))}
      />
      {props.children}
    </Metrics>
  );
}

function percentilesText({ p50Duration, p95Duration }: RunFigures): string {
  return `${secondsText(p50Duration)} / ${secondsText(p95Duration)}`;
}
