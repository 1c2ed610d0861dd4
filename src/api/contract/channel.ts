import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { nullable } from './nullable.ts';
import { Severity } from './alert.ts';
import { deliveryFields, DeliveryState } from './delivery.ts';
import { pageOf, pageParameters } from './paging.ts';
import { NonEmptyText, NullableText } from './text.ts';
import { NullableTimestamp } from './timestamp.ts';

export const ChannelSummary = Type.Object(
  {
    name: about('The name of the AlertChannel.', Type.String()),
    type: about(
      'What it sends: messages for a chat, or bodies for a webhook.',
      Type.Union([Type.Literal('chat'), Type.Literal('webhook')]),
    ),
    ready: about('Whether the last validation and the last delivery or test were fine.', Type.Boolean()),
    alertsSent: about('Messages that its receiver took, ever.', Type.Integer()),
    alertsFailed: about(
      'Alerts and ends of alerts that were given up: refused, or not taken in 24 h.',
      Type.Integer(),
    ),
    lastAlertTime: about('When its receiver last took one; null before the first.', NullableTimestamp),
    waiting: about('Messages about alerts that are still to be sent.', Type.Integer()),
    consecutiveFailures: about(
      'Attempts since the last one that the receiver took, tests included.',
      Type.Integer(),
    ),
    lastError: about(
      'Of the last attempt that failed, without the URL; null when none ever did.',
      NullableText,
    ),
    lastErrorTime: about('When that was; null when none ever did.', NullableTimestamp),
    reason: about('Why it is in this state, in one word.', NullableText),
    message: about('The same in a sentence, without the URL.', NullableText),
  },
  { $id: 'ChannelSummary', description: 'An AlertChannel with its state and counters.' },
);
export type ChannelSummary = Static<typeof ChannelSummary>;

export const ChannelList = Type.Object(
  { items: about('The channels, by name.', Type.Array(ChannelSummary)) },
  { $id: 'ChannelList', description: 'All of them, by name.' },
);
export type ChannelList = Static<typeof ChannelList>;

/** What names a channel in a path. */
export const ChannelParams = Type.Object({ name: about('The name of the AlertChannel.', Type.String()) });
export type ChannelParams = Static<typeof ChannelParams>;

export const ChannelTestResult = Type.Object(
  {
    success: about('Whether the receiver took it.', Type.Boolean()),
    message: about('What came of it, in words, without the URL.', Type.String()),
  },
  { $id: 'ChannelTestResult', description: "Whether the channel's receiver took the test alert." },
);
export type ChannelTestResult = Static<typeof ChannelTestResult>;

/** A message to the channel, or why there was none. */
export const ChannelDelivery = Type.Object({
  ...deliveryFields,
  event: about(
    'What it tells of the alert; `digest`: it tells of several.',
    Type.Union([
      Type.Literal('firing'),
      Type.Literal('resolved'),
      Type.Literal('test'),
      Type.Literal('digest'),
    ]),
  ),
  title: about('What it tells of, in one line.', Type.String()),
  alertCount: about('How many alerts it tells of.', Type.Integer()),
  alert: about(
    'As it is now; null where the message tells of several.',
    nullable(
      Type.Object({
        id: about('The id of the alert.', Type.String()),
        severity: about('How bad it is.', Severity),
        namespace: about('The namespace of the CronJob.', Type.String()),
        cronjobName: about('The name of the CronJob.', Type.String()),
      }),
    ),
  ),
});
export type ChannelDelivery = Static<typeof ChannelDelivery>;

export const ChannelDeliveryList = pageOf(ChannelDelivery, 'The page, newest first.', {
  $id: 'ChannelDeliveryList',
  description: 'A page of what a channel was told, is to be told and was not told.',
});
export type ChannelDeliveryList = Static<typeof ChannelDeliveryList>;

/** The filters of that list. */
export const ChannelDeliveryQuery = Type.Object({
  state: about('What became of them.', Type.Optional(DeliveryState)),
  digest: about(
    'The messages that were joined into this one; without it that one stands in their place.',
    Type.Optional(NonEmptyText),
  ),
  ...pageParameters(50),
});
export type ChannelDeliveryQuery = Static<typeof ChannelDeliveryQuery>;
