import { type Static, Type } from 'typebox';
import { NullableText } from './text.ts';
import { NullableTimestamp } from './timestamp.ts';

/** An AlertChannel with its state and counters. */
export const ChannelSummary = Type.Object(
  {
    name: Type.String(),
    type: Type.Union([Type.Literal('chat'), Type.Literal('webhook')]),
    /** Whether the last validation and the last delivery or test were fine. */
    ready: Type.Boolean(),
    alertsSent: Type.Integer(),
    lastAlertTime: NullableTimestamp,
    /** Messages about alerts that are still to be sent. */
    waiting: Type.Integer(),
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
