import { useState } from 'react';
import { MOST_ITEMS } from './More.tsx';

/**
 * How many of a list are asked for, and the way to a step more. `key` tells lists apart: another one begins
 * with a single step, whatever was loaded of the one before.
 */
export function useMore(step: number, key: string): readonly [limit: number, more: () => void] {
  const [state, setState] = useState({ key, limit: step });
  if (state.key !== key) setState({ key, limit: step });
  const limit = state.key === key ? state.limit : step;
  return [limit, () => setState({ key, limit: Math.min(MOST_ITEMS, limit + step) })];
}
