import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SuggestedFixResult, SuggestedFixTest } from '../../../src/api/contract/suggested-fix.ts';
import { postJson } from '../../api/client.ts';

/** How long after the last key the service is asked. */
const SETTLE_MS = 250;

/** What would be suggested, following what is typed; the last answer stays until the next one is there. */
export function usePatternTest(request: SuggestedFixTest) {
  const wanted = JSON.stringify(request);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQuery({
    queryKey: ['suggested-fixes/test', settled],
    queryFn: () => postJson<SuggestedFixResult>('/api/v1/suggested-fixes/test', JSON.parse(settled)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}
