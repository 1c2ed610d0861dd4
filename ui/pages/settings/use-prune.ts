import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PruneRequest, PruneResult } from '../../../src/api/contract/prune.ts';
import { postJson } from '../../api/client.ts';

/** Millions of runs are deleted in small steps; what was begun goes on in any case. */
const TIMEOUT_MS = 10 * 60_000;

/** What came of a request to prune, with the age that was asked for. */
export interface PruneAnswer {
  readonly olderThanDays: number;
  readonly counts: PruneResult;
}

/** A prune, or with `dryRun` the count of what one would delete. */
export function usePrune(dryRun: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (olderThanDays: number): Promise<PruneAnswer> => {
      const request: PruneRequest = { olderThanDays, dryRun };
      return {
        olderThanDays,
        counts: await postJson<PruneResult>('/api/v1/admin/prune', request, TIMEOUT_MS),
      };
    },
    onSettled: () => (dryRun ? undefined : client.invalidateQueries()),
  });
}
