import type { ChannelSummary } from '../../../src/api/contract/channel.ts';

export const TYPE_WORDS: Readonly<Record<ChannelSummary['type'], string>> = {
  chat: 'Chat',
  webhook: 'Webhook',
};

/** A channel that is neither ready nor has a reason was not looked at since it was made. */
export function channelState({ ready, reason }: ChannelSummary): 'ready' | 'notReady' | 'unchecked' {
  if (ready) return 'ready';
  return reason === null ? 'unchecked' : 'notReady';
}
