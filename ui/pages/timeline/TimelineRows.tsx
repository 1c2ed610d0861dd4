import { Link } from '@tanstack/react-router';
import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { Lane } from '../../charts/timeline-lane.ts';
import { Status } from '../../ui/Status.tsx';
import type { Row } from '../overview/select-rows.ts';
import { ROW_HEIGHT } from './draw-timeline.ts';
import { laneText } from './timeline-words.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/** The visible rows: a name that leads to the details, and for readers what the canvas shows of it. */
export const TimelineRows = memo(function TimelineRows(props: {
  readonly rows: readonly Row[];
  readonly items: readonly VirtualItem[];
  readonly top: number;
  readonly lanes: ReadonlyMap<string, Lane>;
}) {
  const { rows, lanes } = props;
  return props.items.map((item) => {
    const row = rows[item.index]!;
    return (
      <TimelineRow
        key={item.key}
        row={row}
        index={item.index}
        count={rows.length}
        top={item.start - props.top}
        lane={lanes.get(qualifiedName(row)) ?? null}
      />
    );
  });
});

const TimelineRow = memo(function TimelineRow(props: {
  readonly row: Row;
  readonly index: number;
  readonly count: number;
  readonly top: number;
  readonly lane: Lane | null;
}) {
  const { row, index, lane } = props;
  return (
    <li
      data-index={index}
      aria-setsize={props.count}
      aria-posinset={index + 1}
      className="absolute inset-x-0 flex items-center border-b border-line/60 focus-within:bg-hover hover:bg-hover"
      style={{ height: ROW_HEIGHT, transform: `translateY(${props.top}px)` }}
    >
      <span className="flex w-[var(--names)] min-w-0 items-center gap-2 pr-2 pl-3">
        <Status kind={row.health} iconOnly />
        <Link
          to="/cronjobs/$namespace/$name"
          params={{ namespace: row.namespace, name: row.name }}
          data-row-link
          className="truncate font-medium hover:underline"
        >
          {row.name}
          <span className="sr-only">, {lane === null ? 'its runs are on their way' : laneText(lane)}</span>
        </Link>
        <span className="ml-auto max-w-24 shrink-0 truncate text-xs text-mute max-sm:hidden">
          {row.namespace}
        </span>
      </span>
    </li>
  );
});
