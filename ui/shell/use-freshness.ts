import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { RequestError } from '../api/client.ts';
import { type Freshness, freshnessOf, type PolledAnswer } from '../util/freshness.ts';

/** The freshness of everything that the open page polls, at `now`. */
export function useFreshness(now: number): Freshness {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const polled = () =>
    cache.findAll({ type: 'active', predicate: (query) => query.meta?.['polled'] === true }).map(stateOf);
  // A text, so that an event that changes nothing renders nothing.
  const states = useSyncExternalStore(subscribe, () => JSON.stringify(polled()));
  return freshnessOf(JSON.parse(states), now);
}

function stateOf({ state }: Query): PolledAnswer {
  // That something does not exist is an answer like any other.
  if (state.error instanceof RequestError && state.error.code === 'not_found') {
    return { answeredAt: state.errorUpdatedAt, failedAt: 0 };
  }
  return { answeredAt: state.dataUpdatedAt, failedAt: state.status === 'error' ? state.errorUpdatedAt : 0 };
}
