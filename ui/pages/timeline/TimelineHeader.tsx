import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { timelineDensityQuery } from '../../api/queries.ts';
import { startBars } from '../../charts/start-bars.ts';
import { type Span, stepOf, type TimelineAxis, type TimelineRange } from '../../charts/timeline-axis.ts';
import { countText } from '../../util/number.ts';
import { clockText } from '../../util/time.ts';
import type { OverviewSearch } from '../overview/overview-search.ts';

export const HEADER_HEIGHT = 64;
const BARS_HEIGHT = 38;
/** How wide the labels are at most, in px: of an hour, of a day, and half of that of the present. */
const HOUR_WIDTH = 38;
const DAY_WIDTH = 76;
const HALF_NOW = 52;

/** The axis with the starts over all chosen CronJobs: the herd at the full hour shows itself. */
export function TimelineHeader(props: {
  readonly axis: TimelineAxis;
  readonly asked: Span;
  readonly range: TimelineRange;
  readonly now: number;
  readonly search: OverviewSearch;
}) {
  const { axis, asked, range, now, search } = props;
  const stepMs = stepOf(range);
  const { data } = useQuery(
    timelineDensityQuery(asked, {
      stepSeconds: stepMs / 1_000,
      namespace: search.ns,
      state: search.status,
      search: search.q,
    }),
  );
  const bars = useMemo(
    () =>
      data &&
      startBars(
        { ...data, from: Date.parse(data.from), stepMs: data.stepSeconds * 1_000 },
        axis,
        BARS_HEIGHT,
      ),
    [data, axis],
  );
  const unit = range === '7d' ? 'hour' : '10 min';
  return (
    <div
      className="sticky top-0 z-10 grid grid-cols-[var(--names)_minmax(0,1fr)] border-b border-line bg-surface"
      style={{ height: HEADER_HEIGHT }}
    >
      <p className="self-end truncate px-3 pb-1.5 text-xs text-mute">
        <span className="max-sm:hidden">Starts per {unit}, peak </span>
        {bars && (
          <>
            <span className="sm:hidden">Peak </span>
            <strong className="text-ink">{countText(bars.peak)}</strong>
          </>
        )}
      </p>
      <div className="relative overflow-hidden">
        {axis.width > 0 && (
          <svg
            width={axis.width}
            height={HEADER_HEIGHT}
            aria-hidden
            className="block forced-color-adjust-none"
          >
            <Labels axis={axis} now={now} />
            {bars && (
              <g transform={`translate(0 ${HEADER_HEIGHT - BARS_HEIGHT})`}>
                <path d={bars.started} className="fill-line-strong" />
                <path d={bars.failed} className="fill-fill-bad" />
                <path d={bars.forecast} className="fill-fill-none" />
              </g>
            )}
            <rect x={axis.x(now) - 1} y={18} width={2} height={HEADER_HEIGHT} className="fill-accent" />
          </svg>
        )}
      </div>
    </div>
  );
}

function Labels({ axis, now }: { readonly axis: TimelineAxis; readonly now: number }) {
  const present = axis.x(now);
  return (
    <g className="fill-mute text-[11px]">
      {axis.ticks.map(({ at, x, day }) => {
        const end = x + (day ? DAY_WIDTH : HOUR_WIDTH);
        if (end > axis.width || (end > present - HALF_NOW && x < present + HALF_NOW)) return null;
        return (
          <text key={at} x={x + 4} y={14} className={day ? 'fill-ink font-medium' : undefined}>
            {day ? dayText(at) : hourText(at)}
          </text>
        );
      })}
      <text
        x={Math.min(present, axis.width - 50)}
        y={14}
        textAnchor="middle"
        className="fill-accent font-semibold"
      >
        now {hourText(now)} UTC
      </text>
    </g>
  );
}

/** `09:20` */
function hourText(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

/** `Sat 21 Nov` */
function dayText(at: number): string {
  return clockText(at).split(',')[0]!;
}
