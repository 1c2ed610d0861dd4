import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { NullableText } from './text.ts';
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
    lastAlertTime: about('When its receiver last took one; null before the first.', NullableTimestamp),
    waiting: about('Messages about alerts that are still to be sent.', Type.Integer()),
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
