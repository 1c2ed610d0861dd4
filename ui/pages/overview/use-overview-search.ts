import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useAhead } from '../../ui/use-ahead.ts';
import { type OverviewSearch, sameSearch } from './overview-search.ts';

/** How long after the last key or click the address follows. */
const SETTLE_MS = 200;

/**
 * What the reader has chosen on the overview, which the rows follow at once, and how to choose more. `address`
 * is what the address already says, for what is asked of the service.
 */
export function useOverviewSearch(): {
  readonly search: OverviewSearch;
  readonly address: OverviewSearch;
  readonly choose: (change: OverviewSearch) => void;
} {
  const address = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [search, change] = useAhead<OverviewSearch>(
    address,
    (next) => void navigate({ search: next, replace: true, resetScroll: false }),
    { delayMs: SETTLE_MS, same: sameSearch },
  );
  const choose = useCallback(
    (choice: OverviewSearch) => change((before) => ({ ...before, ...choice })),
    [change],
  );
  return { search, address, choose };
}
