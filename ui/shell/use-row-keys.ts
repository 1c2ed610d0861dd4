import { type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

/**
 * Leads the focus from row to row of a page's list with j and k, and gives the function that does so. A
 * row has its place from 0 as `data-index`, and in it the link that opens it `data-row-link`. Without a
 * focused row the first is next. Of a virtual list the row to focus may not exist yet: `scrollTo` brings
 * it, and it takes the focus when it is there. A row that is scrolled away takes the focus with it, and its
 * place is kept until something else has the focus.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void = (index) => rowOf(body, index)?.scrollIntoView({ block: 'nearest' }),
): (step: 1 | -1) => void {
  const wanted = useRef<number | null>(null);
  const last = useRef<number | null>(null);
  const focusWanted = () => {
    // The list may have become shorter meanwhile.
    if (wanted.current !== null && wanted.current >= count) wanted.current = null;
    if (wanted.current === null) return;
    const link = rowOf(body, wanted.current)?.querySelector<HTMLElement>('[data-row-link]');
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  };
  // After every render, since only a render brings the row.
  useEffect(focusWanted);
  useEffect(() => {
    const listen = () => {
      last.current = focusedIndex(body);
    };
    document.addEventListener('focusin', listen);
    return () => document.removeEventListener('focusin', listen);
  }, [body]);
  const move = (step: 1 | -1) => {
    const nothingFocused = document.activeElement === document.body;
    const focused = nothingFocused ? last.current : focusedIndex(body);
    // Keys may come faster than rows: the next step starts from the row that is still on its way.
    wanted.current = Math.max(0, Math.min(count - 1, (wanted.current ?? focused ?? -1) + step));
    scrollTo(wanted.current);
    focusWanted();
  };
  useShortcuts((shortcut) => {
    if (count === 0 || (shortcut !== 'next-row' && shortcut !== 'previous-row')) return false;
    move(shortcut === 'next-row' ? 1 : -1);
    return true;
  });
  return move;
}

/** The place of the row that has the focus. */
function focusedIndex(body: RefObject<HTMLElement | null>): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && body.current?.contains(row) ? Number(row.dataset['index']) : null;
}

function rowOf(body: RefObject<HTMLElement | null>, index: number): Element | null {
  return body.current?.querySelector(`[data-index="${index}"]`) ?? null;
}
