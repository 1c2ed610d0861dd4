import { type Static, Type } from 'typebox';
import { Severity } from './alert.ts';
import { deliveryFields, DeliveryState } from './delivery.ts';
import { Limit, Offset } from './paging.ts';
import { NonEmptyText, NullableText } from './text.ts';
import { NullableTimestamp } from './timestamp.ts';

/** An AlertChannel with its state and counters. */
export const ChannelSummary = Type.Object(
  {
    name: Type.String(),
    type: Type.Union([Type.Literal('chat'), Type.Literal('webhook')]),
    /** Whether the last validation and the last delivery or test were fine. */
    ready: Type.Boolean(),
    alertsSent: Type.Integer(),
    /** Alerts and ends of alerts that were given up: refused, or not taken in 24 h. */
    alertsFailed: Type.Integer(),
    lastAlertTime: NullableTimestamp,
    /** Messages about alerts that are still to be sent. */
    waiting: Type.Integer(),
    /** Attempts since the last one that the receiver took, tests included. */
    consecutiveFailures: Type.Integer(),
    /** Of the last attempt that failed, without the URL; both null when none ever did. */
    lastError: NullableText,
    lastErrorTime: NullableTimestamp,
    /** Why it is in this state, in one word. */
    reason: NullableText,
    /** The same in a sentence, without the URL. */
    message: NullableText,
  },
  { $id: 'ChannelSummary' },
);
export type ChannelSummary = Static<typeof ChannelSummary>;

/** All of them, by name. */
export const ChannelList = Type.Object({ items: Type.Array(ChannelSummary) }, { $id: 'ChannelList' });
export type ChannelList = Static<typeof ChannelList>;

/** What names a channel in a path. */
export const ChannelParams = Type.Object({ name: Type.String() });
export type ChannelParams = Static<typeof ChannelParams>;

/** Whether the channel's receiver took the test alert. */
export const ChannelTestResult = Type.Object(
  { success: Type.Boolean(), message: Type.String() },
  { $id: 'ChannelTestResult' },
);
export type ChannelTestResult = Static<typeof ChannelTestResult>;

/** A message to the channel, or why there was none. */
export const ChannelDelivery = Type.Object({
  ...deliveryFields,
  /** `digest`: it tells of several alerts. */
  event: Type.Union([
    Type.Literal('firing'),
    Type.Literal('resolved'),
    Type.Literal('test'),
    Type.Literal('digest'),
  ]),
  /** What it tells of, in one line. */
  title: Type.String(),
  /** How many alerts it tells of. */
  alertCount: Type.Integer(),
  /** As it is now; null where the message tells of several. */
  alert: Type.Union([
    Type.Object({
      id: Type.String(),
      severity: Severity,
      namespace: Type.String(),
      cronjobName: Type.String(),
    }),
    Type.Null(),
  ]),
});
export type ChannelDelivery = Static<typeof ChannelDelivery>;

/** A page of what a channel was told, is to be told and was not told, newest first; `total` counts all pages. */
export const ChannelDeliveryList = Type.Object(
  { items: Type.Array(ChannelDelivery), total: Type.Integer() },
  { $id: 'ChannelDeliveryList' },
);
export type ChannelDeliveryList = Static<typeof ChannelDeliveryList>;

/** The filters of that list. */
export const ChannelDeliveryQuery = Type.Object({
  state: Type.Optional(DeliveryState),
  /** The messages that were joined into this one; without it that one stands in their place. */
  digest: Type.Optional(NonEmptyText),
  limit: Type.Optional(Type.Integer({ ...Limit, default: 50 })),
  offset: Type.Optional(Offset),
});
export type ChannelDeliveryQuery = Static<typeof ChannelDeliveryQuery>;
