import type { ChannelEntry } from '../../alert/ledger.ts';
import { type StoredChannel, toChannelSummary } from '../answer/channel.ts';
import { toChannelDelivery } from '../answer/delivery.ts';
import type { AppInstance } from '../app-instance.ts';
import {
  ChannelDeliveryList,
  ChannelDeliveryQuery,
  ChannelList,
  ChannelParams,
  ChannelTestResult,
} from '../contract/channel.ts';
import { RequestError } from '../errors.ts';
import { STORED } from '../stored-answer.ts';

/** Where channels are kept. */
export interface ChannelReader {
  /** By name. */
  list(): Promise<readonly StoredChannel[]>;
  /** Null when there is none of that name. */
  get(name: string): Promise<object | null>;
}

/** Which entries of a channel's ledger; of those joined into one message that one, unless `digestId` names it. */
export interface ChannelLedgerFilter {
  readonly channel: string;
  readonly state?: ChannelEntry['state'];
  readonly digestId: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Where the ledger of messages is kept. */
export interface ChannelDeliveryReader {
  /** Newest first. */
  ofChannel(filter: ChannelLedgerFilter): Promise<{ items: readonly ChannelEntry[]; total: number }>;
}

/** What sends messages. */
export interface ChannelTester {
  /** Sends a test alert now and waits for the receiver's answer. `message` never holds the URL. */
  testChannel(name: string): Promise<ChannelTestOutcome>;
}

/** How a test ended. `done` with `success` false: the receiver, or the channel, did not take it. */
export type ChannelTestOutcome =
  | { readonly kind: 'notFound' }
  | { readonly kind: 'done'; readonly success: boolean; readonly message: string };

/** What the routes of channels call. */
export interface ChannelPorts {
  readonly channels: ChannelReader;
  readonly deliveries: ChannelDeliveryReader;
  readonly notifier: ChannelTester;
}

/** AlertChannels and their test. */
export function channelRoutes(app: AppInstance, { channels, deliveries, notifier }: ChannelPorts): void {
  app.get(
    '/channels',
    { config: STORED, schema: { summary: 'List channels', response: { 200: ChannelList } } },
    async () => ({ items: (await channels.list()).map(toChannelSummary) }),
  );

  app.get(
    '/channels/:name/deliveries',
    {
      config: STORED,
      schema: {
        summary: "List a channel's messages",
        params: ChannelParams,
        querystring: ChannelDeliveryQuery,
        response: { 200: ChannelDeliveryList },
      },
    },
    async ({ params: { name }, query: { digest, ...rest } }) => {
      if ((await channels.get(name)) === null) throw notFound(name);
      const filter = { ...rest, channel: name, digestId: digest ?? null };
      const { items, total } = await deliveries.ofChannel(filter);
      return { items: items.map(toChannelDelivery), total };
    },
  );

  app.post(
    '/channels/:name/test',
    { schema: { summary: 'Send a test alert', params: ChannelParams, response: { 200: ChannelTestResult } } },
    async ({ params: { name } }) => {
      const outcome = await notifier.testChannel(name);
      if (outcome.kind === 'notFound') throw notFound(name);
      return { success: outcome.success, message: outcome.message };
    },
  );
}

function notFound(name: string): RequestError {
  return new RequestError('not_found', `There is no channel ${name}.`, { name });
}
