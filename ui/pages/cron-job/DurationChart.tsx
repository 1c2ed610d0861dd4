import { useMemo, useRef, useState } from 'react';
import type { DayStatistics } from '../../../src/api/contract/daily-statistics.ts';
import { type DurationTrend, durationTrend, MARGIN } from '../../../src/chart/duration-trend.ts';
import { ChartTable } from '../../ui/ChartTable.tsx';
import { DayLabels } from '../../ui/DayLabels.tsx';
import { DaySlider } from '../../ui/DaySlider.tsx';
import { useBox } from '../../ui/use-box.ts';
import { weekdayText } from '../../util/day.ts';
import { durationText, secondsText } from '../../util/duration.ts';
import { counted, countText } from '../../util/number.ts';
import { ChartReadout } from './ChartReadout.tsx';

const HEIGHT = 190;
/** More of them would be a thick line. */
const MOST_DOTS = 31;

/** P50 and P95 of the successful runs' durations by day. */
export function DurationChart({
  days,
  baseline,
}: {
  readonly days: readonly DayStatistics[];
  /** The P95 that the last day is compared with, in seconds; null while there is none. */
  readonly baseline: number | null;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useBox(frame);
  const [index, setIndex] = useState<number | null>(null);
  const trend = useMemo(
    () => durationTrend(days, { width, height: HEIGHT }, baseline),
    [days, width, baseline],
  );
  const text = readout(days[index ?? days.length - 1]!);
  return (
    <>
      <ChartReadout text={text} />
      <DaySlider
        ref={frame}
        label="Duration by day"
        count={days.length}
        index={index}
        onIndex={setIndex}
        text={text}
        indexAt={trend.axis.indexAt}
      >
        {width > 0 && <Plot trend={trend} days={days} index={index} width={width} />}
      </DaySlider>
      <ChartTable
        label="Duration by day as a table"
        columns={['Day (UTC)', 'Successful runs', 'P50', 'P95']}
        rows={days.map((day) => [
          weekdayText(day.date),
          countText(day.succeeded),
          secondsText(day.p50Duration),
          secondsText(day.p95Duration),
        ])}
      />
    </>
  );
}

function Plot(props: {
  readonly trend: DurationTrend;
  readonly days: readonly DayStatistics[];
  readonly index: number | null;
  readonly width: number;
}) {
  const { trend, index, width } = props;
  const dots = trend.dots.length <= MOST_DOTS ? trend.dots : trend.dots.filter((dot) => dot.index === index);
  return (
    <svg
      data-chart
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden
      className="block forced-color-adjust-none"
    >
      {trend.ticks.map(({ y, seconds }) => (
        <g key={seconds}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y} y2={y} className="stroke-line" />
          <text x={MARGIN.left - 6} y={y + 4} textAnchor="end" className="fill-mute text-[11px]">
            {seconds === 0 ? '0' : durationText(seconds)}
          </text>
        </g>
      ))}
      <DayLabels axis={trend.axis} dates={props.days.map(({ date }) => date)} y={HEIGHT - 5} />
      {index !== null && (
        <line
          x1={trend.axis.middle(index)}
          x2={trend.axis.middle(index)}
          y1={MARGIN.top}
          y2={trend.bottom}
          className="stroke-line-strong"
        />
      )}
      {trend.baselineY !== null && (
        <line
          x1={MARGIN.left}
          x2={width - MARGIN.right}
          y1={trend.baselineY}
          y2={trend.baselineY}
          strokeWidth={1.5}
          strokeDasharray="1.5 3.5"
          strokeLinecap="round"
          className="stroke-mute"
        />
      )}
      <path d={trend.p50} fill="none" strokeWidth={1.75} strokeDasharray="5 4" className="stroke-accent" />
      <path d={trend.p95} fill="none" strokeWidth={1.75} className="stroke-accent" />
      {dots.map((dot) => (
        <g key={dot.index}>
          <circle
            cx={trend.axis.middle(dot.index)}
            cy={dot.p50Y}
            r={2.5}
            className="fill-surface stroke-accent"
          />
          <circle cx={trend.axis.middle(dot.index)} cy={dot.p95Y} r={2.5} className="fill-accent" />
        </g>
      ))}
    </svg>
  );
}

function readout(day: DayStatistics): string {
  if (day.succeeded === 0) return `${weekdayText(day.date)}: no successful run`;
  const runs = counted(day.succeeded, 'successful run');
  return `${weekdayText(day.date)}: P50 ${durationText(day.p50Duration)}, P95 ${durationText(day.p95Duration)}, ${runs}`;
}
