import type { ReactNode } from 'react';
import { countText } from '../util/number.ts';
import { Button } from './Button.tsx';

/** The most that the API hands out at once. */
export const MOST_ITEMS = 1_000;

/** The foot of a list that shows a part: how much of it, and the way to the rest. Nothing when all is shown. */
export function More(props: {
  readonly shown: number;
  readonly total: number;
  readonly onMore: () => void;
  /** What leads to the rest when the list has the most that it may. */
  readonly beyond: ReactNode;
}) {
  const { shown, total } = props;
  if (shown >= total) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line p-2 text-mute">
      {countText(shown)} of {countText(total)}
      {shown < MOST_ITEMS ? <Button onClick={props.onMore}>Load more</Button> : <span>{props.beyond}</span>}
    </div>
  );
}
