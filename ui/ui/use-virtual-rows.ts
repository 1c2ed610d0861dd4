import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefCallback, RefObject } from 'react';
import { MOST_PRINTED } from './Unprinted.tsx';
import { useBox } from './use-box.ts';
import { usePrinting } from './use-printing.ts';

/** Which rows of a long table are in the document, and how much room those have that are not. */
export interface VirtualRows {
  /** Their places, from 0, in order. */
  readonly shown: readonly number[];
  /** The heights in px of what stands above and below them; put TableGaps there. */
  readonly above: number;
  readonly below: number;
  /** For every row, which is measured by it. */
  readonly rowRef: RefCallback<HTMLElement> | undefined;
  /** How many rows are too many for paper; 0 on the screen. */
  readonly unprinted: number;
  readonly scrollTo: (index: number) => void;
}

/**
 * Of thousands of rows only those exist that the window shows, as it scrolls; on paper all of them, up to
 * MOST_PRINTED. Rows may have any height.
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  options: {
    readonly count: number;
    /** What tells rows apart. The same function while the rows are the same, since another lays out all anew. */
    readonly keyOf: (index: number) => string;
    /** Of a row that was not measured yet, in px. */
    readonly rowHeight: number;
    /** So many more on either side. */
    readonly overscan: number;
  },
): VirtualRows {
  const { count, keyOf, rowHeight, overscan } = options;
  const { top } = useBox(body);
  const printing = usePrinting();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    getItemKey: keyOf,
  });
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  if (printing) {
    const shown = Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => index);
    // On paper rows have other heights: they are not measured.
    return { shown, above: 0, below: 0, rowRef: undefined, unprinted: count - shown.length, scrollTo };
  }
  const items = virtualizer.getVirtualItems();
  return {
    shown: items.map(({ index }) => index),
    above: (items[0]?.start ?? top) - top,
    below: virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top),
    rowRef: virtualizer.measureElement,
    unprinted: 0,
    scrollTo,
  };
}
