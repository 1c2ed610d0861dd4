import { type StoredChannel, toChannelSummary } from '../answer/channel.ts';
import type { AppInstance } from '../app-instance.ts';
import { ChannelList, ChannelParams, ChannelTestResult } from '../contract/channel.ts';
import { RequestError } from '../errors.ts';
import { STORED } from '../stored-answer.ts';

/** Where channels are kept. */
export interface ChannelReader {
  /** By name. */
  list(): Promise<readonly StoredChannel[]>;
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
  readonly notifier: ChannelTester;
}

/** AlertChannels and their test. */
export function channelRoutes(app: AppInstance, { channels, notifier }: ChannelPorts): void {
  app.get(
    '/channels',
    { config: STORED, schema: { summary: 'List channels', response: { 200: ChannelList } } },
    async () => ({ items: (await channels.list()).map(toChannelSummary) }),
  );

  app.post(
    '/channels/:name/test',
    { schema: { summary: 'Send a test alert', params: ChannelParams, response: { 200: ChannelTestResult } } },
    async ({ params: { name } }) => {
      const outcome = await notifier.testChannel(name);
      if (outcome.kind === 'notFound') {
        throw new RequestError('not_found', `There is no channel ${name}.`, { name });
      }
      return { success: outcome.success, message: outcome.message };
    },
  );
}
