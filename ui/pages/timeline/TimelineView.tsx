import { useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import { outagesQuery } from '../../api/queries.ts';
import {
  askedSpan,
  type Span,
  shownSpan,
  timelineAxis,
  type TimelineRange,
} from '../../charts/timeline-axis.ts';
import { type LaneMark, markAt, neighbour } from '../../charts/timeline-lane.ts';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { PAPER_WIDTH } from '../../ui/paper-width.ts';
import { useBox } from '../../ui/use-box.ts';
import { useNow } from '../../ui/use-now.ts';
import type { OverviewSearch } from '../overview/overview-search.ts';
import type { Row } from '../overview/select-rows.ts';
import { counted } from '../../util/number.ts';
import { ROW_HEIGHT } from './draw-timeline.ts';
import { markText, markTime } from './timeline-words.ts';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { TimelineHeader } from './TimelineHeader.tsx';
import { TimelineRows } from './TimelineRows.tsx';
import { TimelineStatus } from './TimelineStatus.tsx';
import { TimelineTip } from './TimelineTip.tsx';
import { useLanes } from './use-lanes.ts';
import { useOpenRun } from './use-open-run.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/** The present moves on in steps that are less than a pixel. */
const STEP_MS = 15_000;

/** The mark that is looked at: in which row, and where on the axis. */
interface Choice {
  readonly index: number;
  readonly at: number;
}

/**
 * What the CronJobs did and will do, one row each on one axis of time. A mark is looked at with the
 * pointer, or with the keys: up and down lead through the rows, left and right through the marks.
 */
export function TimelineView(props: {
  readonly rows: readonly Row[];
  readonly search: OverviewSearch;
  readonly range: TimelineRange;
}) {
  const { rows, range } = props;
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLUListElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const { width: frameWidth } = useBox(frame);
  const { top } = useBox(body);
  const names = frameWidth < 640 ? 124 : 264;
  const width = Math.max(0, frameWidth - names);
  const now = useNow((now) => Math.floor(now / STEP_MS) * STEP_MS);
  const axis = useMemo(() => timelineAxis(shownSpan(range, now), width), [range, now, width]);
  // By whole steps of minutes: the question stays the same while the present moves on.
  const { from, to } = askedSpan(range, now);
  const asked = useMemo(() => ({ from, to }), [from, to]);
  const getItemKey = useCallback((index: number) => qualifiedName(rows[index]!), [rows]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
    getItemKey,
  });
  const items = virtualizer.getVirtualItems();
  const visible = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 };
  const lanes = useLanes(rows, visible, asked, axis, now);
  const { data: outageList } = useQuery(outagesQuery(asked));
  const outages = useMemo(() => (outageList?.items ?? []).map(toSpan), [outageList]);
  const [choice, setChoice] = useState<Choice | null>(null);
  const openRun = useOpenRun();
  const moveFocus = useRowKeys(body, rows.length, (index) =>
    virtualizer.scrollToIndex(index, { align: 'auto' }),
  );

  const laneOf = (index: number) => (rows[index] ? lanes.get(qualifiedName(rows[index])) : undefined);
  const chosenLane = choice && laneOf(choice.index);
  const mark =
    choice && chosenLane
      ? (chosenLane.marks.find(({ at }) => at === choice.at) ?? markAt(chosenLane, axis.x(choice.at)))
      : null;
  const chosenRow = choice ? rows[choice.index] : undefined;
  const chosen = mark && chosenRow ? { key: qualifiedName(chosenRow), mark } : null;

  const choose = (index: number, next: LaneMark | null | undefined) => {
    if (next) setChoice({ index, at: next.at });
    else if (next === null) setChoice(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const index = indexOf(event.target);
    const lane = index === null ? undefined : laneOf(index);
    if (index === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = choice?.index === index ? choice.at : now;
    if (event.key === 'ArrowDown') moveFocus(1);
    else if (event.key === 'ArrowUp') moveFocus(-1);
    else if (event.key === 'ArrowLeft' && lane) choose(index, neighbour(lane, at, -1));
    else if (event.key === 'ArrowRight' && lane) choose(index, neighbour(lane, at, 1));
    else if (event.key === 'Home' && lane) choose(index, neighbour(lane, -Infinity, 1));
    else if (event.key === 'End' && lane) choose(index, neighbour(lane, Infinity, -1));
    else if (event.key === 'Enter' && mark && choice?.index === index) void openRun(rows[index]!, mark);
    else return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = body.current!.getBoundingClientRect();
    const x = event.clientX - box.left - names;
    const index = Math.floor((event.clientY - box.top) / ROW_HEIGHT);
    // Moved by hand: the line follows the pointer without a render.
    const line = cursor.current!;
    line.hidden = x < 0 || event.pointerType === 'touch';
    line.style.transform = `translateX(${Math.round(x)}px)`;
    const lane = x < 0 ? undefined : laneOf(index);
    const next = lane ? markAt(lane, x) : null;
    if (next?.at !== choice?.at || (next && index !== choice?.index)) choose(index, next);
  };
  return (
    <div
      ref={frame}
      className="print:[zoom:var(--fit)]"
      style={{ '--names': `${names}px`, '--fit': PAPER_WIDTH / frameWidth } as React.CSSProperties}
    >
      <TimelineHeader axis={axis} asked={asked} range={range} now={now} search={props.search} />
      <div className="print:h-[var(--drawn)] print:overflow-hidden">
        {/* The pointer has what the keys have on the rows themselves. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
        <div
          className={`relative print:mt-[calc(-1*var(--scrolled))] ${mark ? 'cursor-pointer' : ''}`}
          onPointerMove={onPointerMove}
          onPointerDown={onPointerMove}
          onPointerLeave={() => {
            cursor.current!.hidden = true;
            setChoice(null);
          }}
          onClick={(event) => {
            if (mark && chosenRow && !(event.target as Element).closest('a')) void openRun(chosenRow, mark);
          }}
        >
          {/* The keys come from the links of the rows. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <ul
            ref={body}
            aria-label={`Runs of ${rows.length} CronJobs over time`}
            onKeyDown={onKeyDown}
            className="relative"
            style={{ height: virtualizer.getTotalSize() }}
          >
            <TimelineRows rows={rows} items={items} top={top} lanes={lanes} />
          </ul>
          <TimelineCanvas
            frame={frame}
            body={body}
            rows={rows}
            lanes={lanes}
            axis={axis}
            now={now}
            outages={outages}
            chosen={chosen}
          />
          <div
            ref={cursor}
            hidden
            className="pointer-events-none absolute inset-y-0 left-[var(--names)] w-px bg-line-strong"
          />
          {mark && choice && (
            <TimelineTip
              mark={mark}
              rowIndex={choice.index}
              rowCount={rows.length}
              zone={chosenRow?.timeZone ?? null}
              width={width}
              now={now}
            />
          )}
        </div>
      </div>
      <TimelineStatus>
        {mark && chosenRow ? (
          <>
            <strong className="font-medium">{chosenRow.name}</strong> · {markTime(mark)} ·{' '}
            {markText(mark, now)}
          </>
        ) : (
          <span className="text-mute">
            {outages.length > 0 &&
              `Shaded: Punctual itself did not watch (${counted(outages.length, 'time')}). `}
            Point at a run, or focus a row: ← and → lead through its runs, ↑ and ↓ to other rows, Enter opens.
          </span>
        )}
      </TimelineStatus>
    </div>
  );
}

function toSpan({ from, to }: { readonly from: string; readonly to: string }): Span {
  return { from: Date.parse(from), to: Date.parse(to) };
}

/** The row that an element belongs to. */
function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : null;
}
