import type { ChannelSummary } from '../../../src/api/contract/channel.ts';
import { Link } from '@tanstack/react-router';
import { Status } from '../../ui/Status.tsx';
import { Time } from '../../ui/Time.tsx';
import { counted, countText } from '../../util/number.ts';
import { channelState, TYPE_WORDS } from './channel-state.ts';
import { TestButton } from './TestButton.tsx';
import { TestResult } from './TestResult.tsx';
import { useChannelTest } from './use-channel-test.ts';

/** The channels with their state; each can be tested in its row. On narrow screens all else joins the name. */
export function ChannelTable({ channels }: { readonly channels: readonly ChannelSummary[] }) {
  return (
    <table className="w-full sm:table-fixed">
      <thead className="text-left text-xs text-mute">
        <tr className="h-8 border-b border-line [&>th]:px-1.5 [&>th]:font-normal [&>th:first-child]:pl-3 [&>th:last-child]:pr-3">
          <th scope="col" className="hidden w-30 sm:table-cell">
            State
          </th>
          <th scope="col" className="max-sm:pl-3!">
            Channel
          </th>
          <th scope="col" className="hidden w-24 sm:table-cell">
            Type
          </th>
          <th scope="col" className="hidden w-24 text-right sm:table-cell">
            Alerts sent
          </th>
          <th
            scope="col"
            className="hidden w-20 text-right sm:table-cell"
            data-tip="Messages that are still to be sent"
          >
            Waiting
          </th>
          <th scope="col" className="hidden w-28 text-right sm:table-cell">
            Last alert
          </th>
          <th scope="col" className="w-28 text-right">
            Test
          </th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <ChannelRow key={channel.name} channel={channel} />
        ))}
      </tbody>
    </table>
  );
}

function ChannelRow({ channel }: { readonly channel: ChannelSummary }) {
  const test = useChannelTest(channel.name);
  return (
    <>
      <tr className="align-top [&:not(:first-child)]:border-t [&:not(:first-child)]:border-line [&>td]:px-1.5 [&>td]:py-2.5 [&>td:first-child]:pl-3 [&>td:last-child]:pr-3">
        <td className="hidden sm:table-cell">
          <Status kind={channelState(channel)} />
        </td>
        <td className="max-sm:pl-3!">
          <span className="block sm:hidden">
            <Status kind={channelState(channel)} />
          </span>
          <Link
            to="/channels"
            search={{ channel: channel.name }}
            resetScroll={false}
            className="font-medium break-words hover:underline"
          >
            {channel.name}
          </Link>
          <span className="block text-xs text-mute sm:hidden">
            {TYPE_WORDS[channel.type]} · {countText(channel.alertsSent)} sent ·{' '}
            {channel.waiting > 0 && `${countText(channel.waiting)} waiting · `}
            <LastAlert channel={channel} />
          </span>
          <Why channel={channel} />
          <Failures channel={channel} />
        </td>
        <td className="hidden sm:table-cell">{TYPE_WORDS[channel.type]}</td>
        <td className="hidden text-right sm:table-cell">{countText(channel.alertsSent)}</td>
        <td
          className={`hidden text-right sm:table-cell ${channel.waiting > 0 ? 'font-medium text-warn' : 'text-mute'}`}
        >
          {countText(channel.waiting)}
        </td>
        <td className="hidden text-right sm:table-cell">
          <LastAlert channel={channel} />
        </td>
        <td className="text-right">
          <TestButton name={channel.name} sending={test.sending} onTest={test.send} />
        </td>
      </tr>
      <tr>
        <td colSpan={7}>
          <output className="block px-3 pb-3 empty:hidden">
            {test.result && <TestResult {...test.result} />}
          </output>
        </td>
      </tr>
    </>
  );
}

/** What keeps it from being ready. */
function Why({ channel }: { readonly channel: ChannelSummary }) {
  if (channel.ready || channel.reason === null) return null;
  return (
    <span className="block text-xs break-words text-mute">
      <span className="font-medium text-bad">{channel.reason}</span>
      {channel.message !== null && `: ${channel.message}`}
    </span>
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
