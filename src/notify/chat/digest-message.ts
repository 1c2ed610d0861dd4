import type { Severity } from '../../alert/alert.ts';
import type { Digest, MessageContext } from '../../alert/delivery.ts';
import { digestLines, digestTitle } from '../digest/word-digest.ts';
import { COLOURS, RECOVERY_COLOUR } from './colours.ts';
import type { ChatMessage } from './message.ts';
import { cutText, escapeValue } from './text.ts';

/** Receivers fold or cut longer attachments. */
const SECTION_CHARS = 3_000;

/** The default message of a chat channel for several alerts: a section of its colour for each severity. */
export function chatDigest(
  { context }: Pick<Digest, 'context'>,
  dashboardUrl: string,
  channel: string | null,
): ChatMessage {
  const title = escapeValue(digestTitle(context));
  const sections = [...Map.groupBy(context.alerts, stateOf)].flatMap(([state, alerts]) =>
    cutText(digestLines(alerts).map(escapeValue).join('\n'), SECTION_CHARS).map((text) => ({ state, text })),
  );
  return {
    ...(channel === null ? {} : { channel }),
    text: title,
    attachments: sections.map(({ state, text }, index) => ({
      color: state === 'resolved' ? RECOVERY_COLOUR : COLOURS[state],
      title: index === 0 ? title : state,
      title_link: dashboardUrl,
      fallback: title,
      fields: [],
      text,
      mrkdwn_in: [],
      footer: 'Punctual',
      ts: Math.floor(context.at / 1_000),
    })),
  };
}

function stateOf({ event, severity }: MessageContext): Severity | 'resolved' {
  return event === 'resolved' ? 'resolved' : severity;
}
