import { type Query, QueryClient } from '@tanstack/react-query';
import { Activity } from './activity.ts';
import { pollInterval } from './poll-interval.ts';

/** What `queries.ts` says of a query that is asked for again and again. */
interface PolledMeta {
  readonly polled?: boolean;
  /** The least wait in ms; for answers that change little and cost more. */
  readonly leastMs?: number;
}

/** The client that polls: often while the page is used, seldom while it is idle, not at all while it is hidden. */
export function newQueryClient(page: EventTarget): QueryClient {
  const activity = new Activity(
    page,
    () => void client.refetchQueries({ type: 'active', predicate: isPolled }),
  );
  const client = new QueryClient({
    defaultOptions: { queries: { refetchInterval: (query) => intervalOf(query, activity.idle) } },
  });
  return client;
}

function isPolled({ meta }: Pick<Query, 'meta'>): boolean {
  return (meta as PolledMeta | undefined)?.polled === true;
}

/** A function of the state alone: a number that changed at every render would start the wait anew. */
function intervalOf({ state, meta }: Pick<Query, 'state' | 'meta'>, idle: boolean): number | false {
  const { polled, leastMs = 0 } = (meta ?? {}) as PolledMeta;
  if (polled === undefined) return false;
  const jitter = (state.dataUpdatedAt % 1_000) / 1_000;
  const now = state.errorUpdatedAt;
  const since = state.dataUpdatedAt > 0 ? state.dataUpdatedAt : now - state.errorUpdateCount * 5_000;
  const trouble = state.status === 'error' ? { since, now } : null;
  return Math.max(leastMs, pollInterval(trouble, jitter, idle));
}
