import { useMemo, useRef, useState } from 'react';
import type { DayStatistics } from '../../../src/api/contract/daily-statistics.ts';
import { MARGIN, missesObjective, type SuccessBars, successBars } from '../../../src/chart/success-bars.ts';
import { weekOverWeek } from '../../charts/week-over-week.ts';
import { ChartTable } from '../../ui/ChartTable.tsx';
import { DayLabels } from '../../ui/DayLabels.tsx';
import { DaySlider } from '../../ui/DaySlider.tsx';
import { useBox } from '../../ui/use-box.ts';
import { weekdayText } from '../../util/day.ts';
import { counted, countText, percentText } from '../../util/number.ts';
import { ChartReadout } from './ChartReadout.tsx';
import { weekOverWeekText } from './week-over-week-text.ts';

const HEIGHT = 166;

/** The share of each day's runs that succeeded, and how this week compares with the last. */
export function SuccessChart(props: {
  readonly days: readonly DayStatistics[];
  /** Also the days before, for the comparison. */
  readonly all: readonly DayStatistics[];
  /** The target of its SLA in percent; null without one. */
  readonly objective: number | null;
}) {
  const { days, objective } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useBox(frame);
  const [index, setIndex] = useState<number | null>(null);
  const bars = useMemo(
    () => successBars(days, { width, height: HEIGHT }, objective),
    [days, width, objective],
  );
  const text = readout(days[index ?? days.length - 1]!, objective);
  return (
    <>
      <p className="px-3 pt-2">
        {weekOverWeekText(weekOverWeek(props.all))}
        {objective !== null && <span className="text-mute"> · objective {percentText(objective)}</span>}
      </p>
      <ChartReadout text={text} />
      <DaySlider
        ref={frame}
        label="Success rate by day"
        count={days.length}
        index={index}
        onIndex={setIndex}
        text={text}
        indexAt={bars.axis.indexAt}
      >
        {width > 0 && <Plot bars={bars} days={days} index={index} width={width} objective={objective} />}
      </DaySlider>
      <ChartTable
        label="Success rate by day as a table"
        columns={['Day (UTC)', 'Runs', 'Failed', 'Success rate']}
        rows={days.map((day) => [
          weekdayText(day.date),
          countText(day.runs),
          countText(day.failed),
          day.successRate === null ? '—' : percentText(day.successRate),
        ])}
      />
    </>
  );
}

function Plot(props: {
  readonly bars: SuccessBars;
  readonly days: readonly DayStatistics[];
  readonly index: number | null;
  readonly width: number;
  readonly objective: number | null;
}) {
  const { bars, index, width, objective } = props;
  return (
    <svg
      data-chart
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden
      className="block forced-color-adjust-none"
    >
      {bars.ticks.map(({ percent, y }) => (
        <g key={percent}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y} y2={y} className="stroke-line" />
          <text x={MARGIN.left - 6} y={y + 4} textAnchor="end" className="fill-mute text-[11px]">
            {percent} %
          </text>
        </g>
      ))}
      <path d={bars.succeeded} className="fill-fill-ok" />
      <path d={bars.short} className="fill-fill-warn" />
      <path d={bars.failed} className="fill-fill-bad" />
      <path d={bars.empty} className="fill-line-strong" />
      {objective !== null && (
        <line
          x1={MARGIN.left}
          x2={width - MARGIN.right}
          y1={bars.y(objective)}
          y2={bars.y(objective)}
          strokeWidth={1.5}
          strokeDasharray="4 3"
          className="stroke-ink"
        />
      )}
      {index !== null && (
        <rect
          x={bars.axis.left(index) - 1.5}
          y={MARGIN.top - 1.5}
          width={bars.axis.column + 3}
          height={HEIGHT - MARGIN.top - MARGIN.bottom + 3}
          fill="none"
          strokeWidth={1.5}
          className="stroke-ink"
        />
      )}
      <DayLabels axis={bars.axis} dates={props.days.map(({ date }) => date)} y={HEIGHT - 5} />
    </svg>
  );
}

function readout(day: DayStatistics, objective: number | null): string {
  if (day.successRate === null) return `${weekdayText(day.date)}: no runs`;
  const missed = missesObjective(day, objective) ? ', below the objective' : '';
  return `${weekdayText(day.date)}: ${percentText(day.successRate)}${missed}, ${countText(day.failed)} of ${counted(day.runs, 'run')} failed`;
}
