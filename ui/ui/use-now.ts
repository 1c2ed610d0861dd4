import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Ticker } from './ticker.ts';

/** The page's one Ticker; main.tsx provides it. */
export const TickerContext = createContext<Ticker | null>(null);

/**
 * A value derived from the present time, kept up to date by the second. The component renders again
 * only when the value changes, so derive a text or another primitive.
 */
export function useNow<T extends string | number | boolean | null>(derive: (now: number) => T): T {
  const ticker = useContext(TickerContext);
  if (ticker === null) throw new Error('There is no Ticker around this component.');
  return useSyncExternalStore(ticker.subscribe, () => derive(Date.now()));
}
