import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { channelsQuery } from '../../api/queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { counted } from '../../util/number.ts';
import { ChannelDrawer } from './ChannelDrawer.tsx';
import { channelState } from './channel-state.ts';
import { ChannelTable } from './ChannelTable.tsx';
import type { ChannelsSearch } from './channels-search.ts';
import { FIRST_CHANNEL } from './first-channel.ts';

/** Where alerts are sent, and whether they get there. */
export function ChannelsPage() {
  usePageTitle('Channels');
  const search = useSearch({ from: '/channels' });
  const navigate = useNavigate({ from: '/channels' });
  const { data, error, refetch } = useQuery(channelsQuery());
  const choose = (next: ChannelsSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const open = data?.items.find(({ name }) => name === search.channel);
  const notReady = data?.items.filter((channel) => channelState(channel) === 'notReady').length ?? 0;
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <div className="flex items-baseline gap-3">
        <h1 className="text-lg font-semibold">Channels</h1>
        {data && data.items.length > 0 && (
          <span className="text-xs text-mute">
            {counted(data.items.length, 'channel')}
            {notReady > 0 && `, ${notReady} not ready`}
          </span>
        )}
      </div>
      <section aria-label="Channels" className="min-w-0 rounded-md border border-line bg-surface">
        {data ? (
          data.items.length > 0 ? (
            <ChannelTable channels={data.items} />
          ) : (
            <NoChannels />
          )
        ) : error ? (
          <ErrorState what="The list of channels" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} label="Loading channels" />
        )}
      </section>
      {open && (
        <ChannelDrawer
          // Of another channel neither the number of messages nor what is unfolded stays.
          key={open.name}
          channel={open}
          state={search.state}
          onState={(state) => choose({ channel: open.name, state })}
          onClose={() => choose({})}
        />
      )}
    </main>
  );
}

function NoChannels() {
  return (
    <EmptyState icon={Send} title="No channels yet">
      <p>
        Alerts are recorded, and nobody is told. Apply an AlertChannel with the Secret that holds its URL,
        then name it in a monitor’s <code>alerting.channelRefs</code>.
      </p>
      <CodeBlock label="A first AlertChannel and its Secret" text={FIRST_CHANNEL} />
    </EmptyState>
  );
}
