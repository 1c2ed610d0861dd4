import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus from row to row of a virtual list. The row to focus may not exist yet: it is
 * scrolled to first, and takes the focus when it is there. Without a focused row the first is next.
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): (step: 1 | -1) => void {
  const wanted = useRef<number | null>(null);
  const focusWanted = () => {
    if (wanted.current === null) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] [data-row-link]`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  };
  // After every render, since only a render brings the row.
  useEffect(focusWanted);
  return (step) => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');
    const focused = row && body.current?.contains(row) ? Number(row.dataset['index']) : -1;
    wanted.current = Math.max(0, Math.min(count - 1, focused + step));
    scrollTo(wanted.current);
    focusWanted();
  };
}
