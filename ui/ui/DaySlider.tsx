import type { KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react';

/**
 * The frame of a chart over days, in which one day at a time is looked at: with the pointer, or with
 * the keys, as a slider whose value is read out. Nothing is chosen (null) until then, and the value is
 * that of the newest day.
 */
export function DaySlider({
  ref,
  ...props
}: {
  readonly ref?: Ref<HTMLDivElement>;
  readonly label: string;
  /** How many days there are. */
  readonly count: number;
  readonly index: number | null;
  readonly onIndex: (index: number | null) => void;
  /** What there is to say about the day. */
  readonly text: string;
  /** The day at a place, in px from the upper left; null beside all. */
  readonly indexAt: (x: number, y: number) => number | null;
  /** Weeks stand as columns: left and right lead a week on, up and down a day. */
  readonly columns?: boolean;
  readonly children: ReactNode;
}) {
  const last = props.count - 1;
  const value = props.index ?? last;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, value, last, props.columns ?? false);
    if (next === null) return;
    event.preventDefault();
    props.onIndex(Math.max(0, Math.min(last, next)));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    props.onIndex(props.indexAt(event.clientX - box.left, event.clientY - box.top));
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={value}
      aria-valuetext={props.text}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerMove}
      onPointerLeave={() => props.onIndex(null)}
      onBlur={() => props.onIndex(null)}
      className="min-w-0 touch-pan-y"
    >
      {props.children}
    </div>
  );
}

function nextIndex(key: string, index: number, last: number, columns: boolean): number | null {
  const across = columns ? 7 : 1;
  switch (key) {
    case 'ArrowLeft':
      return index - across;
    case 'ArrowRight':
      return index + across;
    case 'ArrowUp':
      return index - 1;
    case 'ArrowDown':
      return index + 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
