import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChannelDelivery } from '../../../src/api/contract/channel.ts';
import { channelDeliveriesQuery } from '../../api/queries.ts';
import { CsvLink } from '../../ui/CsvLink.tsx';
import { DeliveryList } from '../../ui/DeliveryList.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { More, MOST_ITEMS } from '../../ui/More.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { DELIVERY_STATES, DELIVERY_WORDS } from '../../util/delivery-words.ts';
import { useMore } from '../../ui/use-more.ts';
import { counted } from '../../util/number.ts';
import type { ChannelsSearch } from './channels-search.ts';

const STEP = 50;
const STATE_OPTIONS = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_WORDS[value] }));

/** What a channel was told, is to be told, and was not told, newest first. */
export function ChannelMessages(props: {
  readonly name: string;
  readonly state: ChannelsSearch['state'];
  readonly onState: (state: ChannelsSearch['state']) => void;
}) {
  const { name, state } = props;
  const [limit, more] = useMore(STEP, JSON.stringify([name, state]));
  const { data, error, refetch } = useQuery(channelDeliveriesQuery(name, { state, limit }));
  return (
    <section aria-label="Messages" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">Messages</h3>
        {data && <output className="text-xs text-mute">{counted(data.total, 'message')}</output>}
        <span className="ml-auto flex gap-2">
          <Select
            label="State of the messages"
            all="All"
            options={STATE_OPTIONS}
            value={state}
            onChange={props.onState}
          />
          <CsvLink path="/api/v1/export/deliveries" filter={{ channel: name, state }} />
        </span>
      </div>
      <div className="rounded-md border border-line">
        {data ? (
          data.items.length > 0 ? (
            <DeliveryList deliveries={data.items} subject={toSubject} />
          ) : (
            <p className="p-3 text-mute">
              {state === undefined ? 'Nothing to tell yet.' : 'No message is in this state.'}
            </p>
          )
        ) : error ? (
          <ErrorState what="The channel's messages" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} label="Loading the messages" />
        )}
        {data && (
          <More shown={data.items.length} total={data.total} onMore={more} beyond="The CSV has the rest." />
        )}
      </div>
    </section>
  );
}

/** What a message is about: an alert, or several. */
function toSubject(delivery: ChannelDelivery) {
  return delivery.event === 'digest' ? <Digest delivery={delivery} /> : <AlertLink delivery={delivery} />;
}

/** How many alerts a message is about; they are listed on demand. */
function Digest({ delivery }: { readonly delivery: ChannelDelivery }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="text-accent hover:underline"
      >
        {delivery.title}
      </button>
      {open && <Members channel={delivery.channel!} id={delivery.id} />}
    </>
  );
}

/** The alerts that a message told of. */
function Members({ channel, id }: { readonly channel: string; readonly id: string }) {
  const { data, error, refetch } = useQuery(
    channelDeliveriesQuery(channel, { digest: id, limit: MOST_ITEMS }),
  );
  if (error) return <ErrorState what="Its alerts" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} label="Loading its alerts" />;
  return (
    <ul className="mt-1 list-inside list-disc text-xs">
      {data.items.map((member) => (
        <li key={member.id}>
          {member.event === 'resolved' && 'Recovery: '}
          <AlertLink delivery={member} />
        </li>
      ))}
      {data.items.length < data.total && <li>and {counted(data.total - data.items.length, 'alert')} more</li>}
    </ul>
  );
}

function AlertLink({ delivery: { alert, title } }: { readonly delivery: ChannelDelivery }) {
  if (alert === null) return <span className="text-mute">about an alert that is not kept any more</span>;
  return (
    <Link to="/alerts/$id" params={{ id: alert.id }} className="text-accent hover:underline">
      {title}
    </Link>
  );
}
