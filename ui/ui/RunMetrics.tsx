import type { ReactNode } from 'react';
import type { CronJobDetail } from '../../src/api/contract/cron-job.ts';
import { secondsText } from '../util/duration.ts';
import { countText, percentText } from '../util/number.ts';
import { Metric, Metrics } from './Metric.tsx';

/** The numbers over finished runs; put the Metrics of whose runs they are after them. */
export function RunMetrics(props: {
  readonly metrics: Pick<
    CronJobDetail['metrics'],
    'successRate' | 'totalExecutions' | 'avgDuration' | 'p50Duration' | 'p95Duration'
  >;
  /** Over which time: `in 7 days`. */
  readonly window: string;
  /** What is said when no run has finished in it. */
  readonly noRuns: string;
  readonly children: ReactNode;
}) {
  const { metrics, window } = props;
  const none = metrics.totalExecutions === 0;
  const failed = Math.round((1 - metrics.successRate / 100) * metrics.totalExecutions);
  return (
    <Metrics label="Metrics">
      <Metric
        label="Success rate"
        value={none ? '—' : percentText(metrics.successRate)}
        note={none ? props.noRuns : window}
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
      {props.children}
    </Metrics>
  );
}
