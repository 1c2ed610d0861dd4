import type { DayAxis } from '../../src/chart/day-axis.ts';
import { dayText } from '../util/day.ts';

/** The dates under a chart; the first and the last stay inside it. */
export function DayLabels(props: {
  readonly axis: DayAxis;
  /** `2026-11-21`, UTC. */
  readonly dates: readonly string[];
  readonly y: number;
}) {
  const last = props.dates.length - 1;
  return (
    <g className="fill-mute text-[11px]">
      {props.axis.labelled.map((index) => (
        <text
          key={index}
          x={index === last ? props.axis.left(index) + props.axis.column : props.axis.middle(index)}
          y={props.y}
          textAnchor={index === last ? 'end' : 'middle'}
        >
          {dayText(props.dates[index]!)}
        </text>
      ))}
    </g>
  );
}
