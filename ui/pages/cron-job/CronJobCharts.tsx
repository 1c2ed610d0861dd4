import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dailyStatisticsQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { type CronJobSearch, HEAT_RANGES, RANGES } from './cron-job-search.ts';
import { DurationChart } from './DurationChart.tsx';
import { HeatMapChart } from './HeatMapChart.tsx';
import { SuccessChart } from './SuccessChart.tsx';

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
  const heat = search.heat ?? '90';
  const days = data.items.slice(-Number(range));
  return (
    <div className="grid items-start gap-3 lg:grid-cols-3">
      <Card
        title="Duration"
        className="lg:col-span-2"
        beside={<DurationLegend />}
        actions={
          <Segments
            label="Days shown"
            options={RANGES.map((value) => ({ value, label: `${value} d` }))}
            value={range}
            onChange={(value) => onSearch({ range: value === '30' ? undefined : value })}
          />
        }
      >
        <DurationChart days={days} />
      </Card>
      <Card title="Success rate by day">
        <SuccessChart days={days} all={data.items} />
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

function DurationLegend() {
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-mute">
      <LegendItem dashed={false}>P95</LegendItem>
      <LegendItem dashed>P50</LegendItem>
      <span>of successful runs</span>
    </span>
  );
}

function LegendItem({ dashed, children }: { readonly dashed: boolean; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width={20} height={8} aria-hidden className="forced-color-adjust-none">
        <line
          x1={0}
          x2={20}
          y1={4}
          y2={4}
          strokeWidth={2}
          strokeDasharray={dashed ? '4 3' : undefined}
          className="stroke-accent"
        />
      </svg>
      {children}
    </span>
  );
}
