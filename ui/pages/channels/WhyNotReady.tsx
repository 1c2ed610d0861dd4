import type { ChannelSummary } from '../../../src/api/contract/channel.ts';
import { channelState } from './channel-state.ts';

/** What keeps a channel from being ready: the reason, and the message where it has one. */
export function WhyNotReady({ channel }: { readonly channel: ChannelSummary }) {
  if (channelState(channel) !== 'notReady') return null;
  return (
    <span className="block text-xs break-words text-mute">
      <span className="font-medium text-bad">{channel.reason}</span>
      {channel.message !== null && `: ${channel.message}`}
    </span>
  );
}
