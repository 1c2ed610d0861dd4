import type { LaneMark } from '../../charts/timeline-lane.ts';
import { absoluteLines } from '../../util/time.ts';
import { ROW_HEIGHT } from './draw-timeline.ts';
import { markText, markTime } from './timeline-words.ts';

const WIDTH = 280;

/** What the chosen mark is, beside it. The status line says the same, so that readers hear it once. */
export function TimelineTip(props: {
  readonly mark: LaneMark;
  readonly rowIndex: number;
  readonly rowCount: number;
  readonly zone: string | null;
  readonly width: number;
  readonly now: number;
}) {
  const { mark, rowIndex } = props;
  const middle = mark.x + mark.width / 2;
  const left = Math.max(4, Math.min(middle - WIDTH / 2, props.width - WIDTH - 4));
  // Under its row; the last rows have theirs above.
  const above = rowIndex > 3 && rowIndex >= props.rowCount - 3;
  const lines =
    'until' in mark && mark.until !== mark.at ? [markTime(mark)] : absoluteLines(mark.at, props.zone);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-md border border-line bg-raised px-2 py-1 text-xs shadow-lg"
      style={{
        width: Math.min(WIDTH, props.width - 8),
        left: `calc(var(--names) + ${left}px)`,
        top: above ? rowIndex * ROW_HEIGHT - 2 : (rowIndex + 1) * ROW_HEIGHT + 2,
        translate: above ? '0 -100%' : undefined,
      }}
    >
      <p className="font-medium break-words">{markText(mark, props.now)}</p>
      {lines.map((line) => (
        <p key={line} className="text-mute">
          {line}
        </p>
      ))}
    </div>
  );
}
