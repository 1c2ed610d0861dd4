import type { ChannelSummary } from '../../../src/api/contract/channel.ts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { Status } from '../../ui/Status.tsx';
import { type Column, Table, TableRow } from '../../ui/Table.tsx';
import { Time } from '../../ui/Time.tsx';
import { counted, countText } from '../../util/number.ts';
import { channelState, TYPE_WORDS } from './channel-state.ts';
import { TestButton } from './TestButton.tsx';
import { TestResult } from './TestResult.tsx';
import { useChannelTest } from './use-channel-test.ts';
import { WhyNotReady } from './WhyNotReady.tsx';

const COLUMNS = [
  { key: 'state', label: 'State', width: 'w-30', from: 'lg' },
  { key: 'channel', label: 'Channel', rowHeader: true },
  { key: 'type', label: 'Type', width: 'w-22', from: 'lg' },
  { key: 'sent', label: 'Alerts sent', width: 'w-24', end: true, from: 'lg' },
  {
    key: 'waiting',
    label: 'Waiting',
    width: 'w-20',
    end: true,
    from: 'lg',
    tip: 'Messages that are still to be sent',
  },
  { key: 'last', label: 'Last alert', width: 'w-24', end: true, from: 'lg' },
  { key: 'test', label: 'Test', width: 'w-30', end: true },
] as const satisfies readonly Column<string>[];

/** The channels with their state; each can be tested in its row. On narrow screens all else joins the name. */
export function ChannelTable({ channels }: { readonly channels: readonly ChannelSummary[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, channels.length);
  return (
    <Table columns={COLUMNS} fixed bodyRef={body}>
      {channels.map((channel, index) => (
        <ChannelRow key={channel.name} channel={channel} index={index} />
      ))}
    </Table>
  );
}

function ChannelRow({ channel, index }: { readonly channel: ChannelSummary; readonly index: number }) {
  const test = useChannelTest(channel.name);
  return (
    <TableRow
      index={index}
      size="tall"
      columns={COLUMNS}
      cells={{
        state: <Status kind={channelState(channel)} />,
        channel: <Channel channel={channel} />,
        type: TYPE_WORDS[channel.type],
        sent: countText(channel.alertsSent),
        waiting: (
          <span className={channel.waiting > 0 ? 'font-medium text-warn' : 'text-mute'}>
            {countText(channel.waiting)}
          </span>
        ),
        last: <LastAlert channel={channel} />,
        test: <TestButton name={channel.name} sending={test.sending} onTest={test.send} />,
      }}
      below={
        test.result && (
          <output className="block">
            <TestResult {...test.result} />
          </output>
        )
      }
    />
  );
}

/** The name as the way to the messages, with what is wrong, and on narrow screens with all else. */
function Channel({ channel }: { readonly channel: ChannelSummary }) {
  return (
    <>
      <span className="block lg:hidden">
        <Status kind={channelState(channel)} />
      </span>
      <Link
        to="/channels"
        search={{ channel: channel.name }}
        resetScroll={false}
        data-row-link
        className="font-medium break-words hover:underline"
      >
        {channel.name}
      </Link>
      <span className="block text-xs text-mute lg:hidden">
        {TYPE_WORDS[channel.type]} · {countText(channel.alertsSent)} sent ·{' '}
        {channel.waiting > 0 && `${countText(channel.waiting)} waiting · `}
        <LastAlert channel={channel} />
      </span>
      <WhyNotReady channel={channel} />
      <Failures channel={channel} />
    </>
  );
}

/** That its last attempts failed, and how the last one did where its state does not say so. */
function Failures({ channel }: { readonly channel: ChannelSummary }) {
  const { consecutiveFailures, lastError, ready } = channel;
  if (consecutiveFailures === 0) return null;
  return (
    <span className="block text-xs break-words text-mute">
      {counted(consecutiveFailures, 'attempt')} failed in a row{ready && `: ${lastError}`}
    </span>
  );
}

function LastAlert({ channel }: { readonly channel: ChannelSummary }) {
  if (channel.lastAlertTime === null) return <span className="text-mute">none yet</span>;
  return <Time at={channel.lastAlertTime} />;
}
