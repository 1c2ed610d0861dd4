import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChannelTestResult } from '../../../src/api/contract/channel.ts';
import { postJson } from '../../api/client.ts';
import { channelsQuery } from '../../api/queries.ts';

/**
 * Sends a test alert through a channel. `result` is what came of the last one, a request that failed
 * included; null before the first and while one is under way, when `send` does nothing.
 */
export function useChannelTest(name: string): {
  readonly sending: boolean;
  readonly result: ChannelTestResult | null;
  readonly send: () => void;
} {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => postJson<ChannelTestResult>(`/api/v1/channels/${encodeURIComponent(name)}/test`),
    // A test tells whether the channel is ready.
    onSettled: () => client.invalidateQueries({ queryKey: channelsQuery().queryKey }),
  });
  return {
    sending: test.isPending,
    result: test.error ? { success: false, message: test.error.message } : (test.data ?? null),
    send: () => {
      if (!test.isPending) test.mutate();
    },
  };
}
