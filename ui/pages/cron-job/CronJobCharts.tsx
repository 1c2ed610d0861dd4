import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RegressionTerms } from '../../../src/api/contract/daily-statistics.ts';
import { dailyStatisticsQuery } from '../../api/queries.ts';
import { type Regression, regression } from '../../../src/chart/regression.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { weekdayText } from '../../util/day.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { counted } from '../../util/number.ts';
import { type CronJobSearch, HEAT_RANGES, RANGES } from './cron-job-search.ts';
import { DurationChart } from './DurationChart.tsx';
import { HeatMapChart } from './HeatMapChart.tsx';
import { SuccessChart } from './SuccessChart.tsx';

const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: `${value} d` }));

/** All ranges are cut from one answer, so that a change of the range needs no other. */
const DAYS = 90;

/** How the runs did by UTC day: how long they took, how many succeeded, and where the bad days are. */
export function CronJobCharts(props: {
  readonly cronJob: { readonly namespace: string; readonly name: string };
  readonly search: CronJobSearch;
  readonly onSearch: (change: CronJobSearch) => void;
}) {
  const { search, onSearch } = props;
  const { data, error, refetch } = useQuery(dailyStatisticsQuery(props.cronJob, DAYS));
  if (!data) {
    return (
      <Card title="By day">
        {error ? (
          <ErrorState what="The statistics by day" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={6} label="Loading the statistics by day" />
        )}
      </Card>
    );
  }
  // The history says so already.
  if (data.items.every((day) => day.runs === 0)) return null;
  const range = search.range ?? '30';
  const success = search.success ?? '30';
  const heat = search.heat ?? '90';
  const days = data.items.slice(-Number(range));
  const slower = regression(data);
  return (
    <div className="grid items-start gap-3 lg:grid-cols-3">
      <Card
        title="Duration"
        className="lg:col-span-2"
        beside={<DurationLegend baselineDays={data.baseline?.days ?? null} />}
        actions={
          <Segments
            label="Days of the durations"
            options={RANGE_OPTIONS}
            value={range}
            onChange={(value) => onSearch({ range: value === '30' ? undefined : value })}
          />
        }
      >
        {slower && <RegressionBadge regression={slower} terms={data.regressionTerms} />}
        <DurationChart days={days} baseline={data.baseline?.p95Duration ?? null} />
      </Card>
      <Card
        title="Success rate by day"
        actions={
          <Segments
            label="Days of the success rate"
            options={RANGE_OPTIONS}
            value={success}
            onChange={(value) => onSearch({ success: value === '30' ? undefined : value })}
          />
        }
      >
        <SuccessChart days={data.items.slice(-Number(success))} all={data.items} objective={data.slaTarget} />
      </Card>
      <Card
        title="Health by day"
        className="lg:col-span-3"
        actions={
          <Segments
            label="Days of the heat map"
            options={HEAT_RANGES.map((value) => ({ value, label: `${value} d` }))}
            value={heat}
            onChange={(value) => onSearch({ heat: value === '90' ? undefined : value })}
          />
        }
      >
        <HeatMapChart days={data.items.slice(-Number(heat))} />
      </Card>
    </div>
  );
}

/** By how much runs take longer than they did, since when, and how much is allowed. */
function RegressionBadge(props: { readonly regression: Regression; readonly terms: RegressionTerms }) {
  const { percent, since } = props.regression;
  const { threshold, baselineDays, monitor } = props.terms;
  return (
    <Notice kind="warn" className="m-3 mb-0">
      <span className="font-medium">Slower:</span> P95 is {Math.floor(percent)} % above that of the{' '}
      {counted(baselineDays, 'day')} before
      {since !== null && `, since ${weekdayText(since)}`};{' '}
      {monitor === null ? (
        `the default allows ${threshold} %`
      ) : (
        <>
          <Link to="/monitors/$namespace/$name" params={monitor} className="underline">
            {monitor.name}
          </Link>{' '}
          allows {threshold} %
        </>
      )}
    </Notice>
  );
}

function DurationLegend({ baselineDays }: { readonly baselineDays: number | null }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-mute">
      <LegendItem>P95</LegendItem>
      <LegendItem dashes="4 3">P50</LegendItem>
      {baselineDays !== null && (
        <LegendItem dashes="1.5 3.5" muted>
          P95 of the {counted(baselineDays, 'day')} before
        </LegendItem>
      )}
      <span>of successful runs</span>
    </span>
  );
}

function LegendItem(props: {
  readonly dashes?: string;
  readonly muted?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width={20} height={8} aria-hidden className="forced-color-adjust-none">
        <line
          x1={0}
          x2={20}
          y1={4}
          y2={4}
          strokeWidth={2}
          strokeDasharray={props.dashes}
          className={props.muted ? 'stroke-mute' : 'stroke-accent'}
        />
      </svg>
      {props.children}
    </span>
  );
}
