import type { ChannelSummary } from '../../../src/api/contract/channel.ts';

/** What keeps a channel from being ready: the reason, and the message where it has one. */
export function WhyNotReady({ channel }: { readonly channel: ChannelSummary }) {
  if (channel.ready || channel.reason === null) return null;
  return (
    <span className="block text-xs break-words text-mute">
      <span className="font-medium text-bad">{channel.reason}</span>
      {channel.message !== null && `: ${channel.message}`}
    </span>
  );
}
