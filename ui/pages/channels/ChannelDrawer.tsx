import type { ChannelSummary } from '../../../src/api/contract/channel.ts';
import { Drawer } from '../../ui/Drawer.tsx';
import { Field, Fields } from '../../ui/Field.tsx';
import { Status } from '../../ui/Status.tsx';
import { Time } from '../../ui/Time.tsx';
import { countText } from '../../util/number.ts';
import { ChannelMessages } from './ChannelMessages.tsx';
import { channelState, TYPE_WORDS } from './channel-state.ts';
import type { ChannelsSearch } from './channels-search.ts';
import { WhyNotReady } from './WhyNotReady.tsx';

/** One channel: how it stands, and what it was told. */
export function ChannelDrawer(props: {
  readonly channel: ChannelSummary;
  readonly state: ChannelsSearch['state'];
  readonly onState: (state: ChannelsSearch['state']) => void;
  readonly onClose: () => void;
}) {
  const { channel } = props;
  return (
    <Drawer title={channel.name} onClose={props.onClose}>
      <div className="flex flex-col gap-6">
        <Facts channel={channel} />
        <ChannelMessages name={channel.name} state={props.state} onState={props.onState} />
      </div>
    </Drawer>
  );
}

function Facts({ channel }: { readonly channel: ChannelSummary }) {
  return (
    <Fields>
      <Field label="State">
        <Status kind={channelState(channel)} />
        <WhyNotReady channel={channel} />
      </Field>
      <Field label="Type">{TYPE_WORDS[channel.type]}</Field>
      <Field label="Alerts sent">{countText(channel.alertsSent)}</Field>
      <Field label="Alerts given up">{countText(channel.alertsFailed)}</Field>
      <Field label="Waiting">{countText(channel.waiting)}</Field>
      <Field label="Failed in a row">{countText(channel.consecutiveFailures)}</Field>
      <Field label="Last alert">
        {channel.lastAlertTime === null ? 'none yet' : <Time at={channel.lastAlertTime} />}
      </Field>
      <Field label="Last error">
        {channel.lastErrorTime === null ? (
          'none'
        ) : (
          <>
            <Time at={channel.lastErrorTime} />: {channel.lastError}
          </>
        )}
      </Field>
    </Fields>
  );
}
