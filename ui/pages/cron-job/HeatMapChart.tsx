import { useMemo, useState } from 'react';
import type { DayStatistics } from '../../../src/api/contract/daily-statistics.ts';
import {
  CELL,
  STEP,
  type DayHealth,
  type HeatMap,
  healthOfDay,
  heatMap,
  TOP,
} from '../../../src/chart/heat-map.ts';
import { ChartTable } from '../../ui/ChartTable.tsx';
import { DaySlider } from '../../ui/DaySlider.tsx';
import { monthText, weekdayText } from '../../util/day.ts';
import { counted, countText } from '../../util/number.ts';
import { ChartReadout } from './ChartReadout.tsx';

const WORDS: Readonly<Record<DayHealth, string>> = {
  healthy: 'no failure',
  warning: 'some runs failed',
  critical: 'half of the runs failed or more',
  none: 'no runs',
};
const FILLS: Readonly<Record<DayHealth, string>> = {
  healthy: 'fill-fill-ok',
  warning: 'fill-fill-warn',
  critical: 'fill-fill-bad',
  none: 'fill-fill-none',
};
const WEEKDAYS = ['Mon', '', 'Wed', '', 'Fri', '', 'Sun'] as const;

/** Each day as a square: bad days carry a mark, so that they are seen without colour too. */
export function HeatMapChart({ days }: { readonly days: readonly DayStatistics[] }) {
  const [index, setIndex] = useState<number | null>(null);
  const map = useMemo(() => heatMap(days), [days]);
  const text = readout(days[index ?? days.length - 1]!);
  return (
    <>
      <ChartReadout text={text} />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-3 pt-2 pb-3">
        <DaySlider
          label="Health by day"
          count={days.length}
          index={index}
          onIndex={setIndex}
          text={text}
          indexAt={map.indexAt}
          columns
        >
          <Plot map={map} days={days} index={index} />
        </DaySlider>
        <Legend />
      </div>
      <ChartTable
        label="Health by day as a table"
        columns={['Day (UTC)', 'Runs', 'Failed', 'Health']}
        rows={days.map((day) => [
          weekdayText(day.date),
          countText(day.runs),
          countText(day.failed),
          WORDS[healthOfDay(day)],
        ])}
      />
    </>
  );
}

function Plot(props: {
  readonly map: HeatMap;
  readonly days: readonly DayStatistics[];
  readonly index: number | null;
}) {
  const { map, days } = props;
  const chosen = props.index === null ? undefined : map.cells[props.index];
  return (
    <svg
      data-chart
      width={map.width}
      height={map.height}
      viewBox={`0 0 ${map.width} ${map.height}`}
      aria-hidden
      className="block forced-color-adjust-none"
    >
      <g className="fill-mute text-[11px]">
        {WEEKDAYS.map((name, row) => (
          <text key={`${name}${row}`} x={0} y={TOP + row * STEP + 11}>
            {name}
          </text>
        ))}
        {map.months.map(({ x, index }) => (
          <text key={index} x={x} y={11}>
            {monthText(days[index]!.date)}
          </text>
        ))}
      </g>
      {map.cells.map(({ index, x, y, health }) => (
        <Square key={index} x={x} y={y} health={health} />
      ))}
      {chosen && (
        <rect
          x={chosen.x - 1.5}
          y={chosen.y - 1.5}
          width={CELL + 3}
          height={CELL + 3}
          rx={3}
          fill="none"
          strokeWidth={2}
          className="stroke-ink"
        />
      )}
    </svg>
  );
}

function Square({ x, y, health }: { readonly x: number; readonly y: number; readonly health: DayHealth }) {
  const middle = { x: x + CELL / 2, y: y + CELL / 2 };
  return (
    <>
      <rect x={x} y={y} width={CELL} height={CELL} rx={2} className={FILLS[health]} />
      {health === 'warning' && <circle cx={middle.x} cy={middle.y} r={2.5} className="fill-surface" />}
      {health === 'critical' && (
        <path
          d={`M${middle.x - 3} ${middle.y - 3}l6 6m0 -6l-6 6`}
          strokeWidth={1.75}
          className="stroke-white"
        />
      )}
    </>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-mute">
      {(['healthy', 'warning', 'critical', 'none'] as const).map((health) => (
        <li key={health} className="inline-flex items-center gap-1.5">
          <svg width={CELL} height={CELL} aria-hidden className="forced-color-adjust-none">
            <Square x={0} y={0} health={health} />
          </svg>
          {WORDS[health]}
        </li>
      ))}
    </ul>
  );
}

function readout(day: DayStatistics): string {
  if (day.runs === 0) return `${weekdayText(day.date)}: no runs`;
  return `${weekdayText(day.date)}: ${counted(day.runs, 'run')}, ${countText(day.failed)} failed`;
}
