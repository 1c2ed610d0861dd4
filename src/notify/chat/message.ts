import type { MessageContext } from '../../alert/delivery.ts';
import { formatDuration } from '../../lib/duration.ts';
import { COLOURS, RECOVERY_COLOUR } from './colours.ts';
import { codeBlock, escapeValue } from './text.ts';

/** The body of an incoming-webhook post. */
export interface ChatMessage {
  readonly channel?: string;
  readonly text: string;
  readonly attachments: readonly ChatAttachment[];
}

interface ChatAttachment {
  readonly color: string;
  readonly title: string;
  readonly title_link: string;
  readonly fallback: string;
  readonly fields: readonly ChatField[];
  readonly text: string;
  readonly mrkdwn_in: readonly string[];
  readonly footer: string;
  /** Seconds since the epoch. */
  readonly ts: number;
}

interface ChatField {
  readonly title: string;
  readonly value: string;
  readonly short: boolean;
}

/** Receivers cut attachments that are longer; the tail of a log is what tells. */
const LOG_CHARS = 2_500;
const EVENT_CHARS = 800;
/** What a container says of its end may be long; the log tells more. */
const MESSAGE_CHARS = 2_000;

/** The default message of a chat channel; `channel` null means the default of the URL. */
export function chatMessage(
  context: MessageContext,
  dashboardUrl: string,
  channel: string | null,
): ChatMessage {
  const text = escapeValue(context.title);
  const title = context.event === 'test' ? text : `[${TYPE_WORDS[context.type]}] ${text}`;
  return {
    ...(channel === null ? {} : { channel }),
    text,
    attachments: [
      {
        color: context.event === 'resolved' ? RECOVERY_COLOUR : COLOURS[context.severity],
        title,
        title_link: dashboardUrl,
        fallback: `${title}: ${escapeValue(cutEnd(context.message))}`,
        fields: fields(context),
        text: sections(context).join('\n\n'),
        mrkdwn_in: ['text'],
        footer: 'Punctual',
        ts: Math.floor(context.at / 1_000),
      },
    ],
  };
}

const TYPE_WORDS: Readonly<Record<MessageContext['type'], string>> = {
  failure: 'Failure',
  deadManSwitch: "Dead man's switch",
  slaViolation: 'SLA violation',
  digest: 'Several alerts',
};

function fields(context: MessageContext): ChatField[] {
  const rows: readonly (readonly [title: string, value: string | null])[] = [
    ['CronJob', context.cronJobName],
    ['Namespace', context.namespace],
    ['Status', statusWords(context)],
    ['Type', `${context.type} (${context.reason})`],
    ['Schedule', context.schedule === '' ? null : context.schedule],
    ['Job', context.jobName === '' ? null : context.jobName],
    [
      'Exit code',
      context.exitCode === null || context.event === 'resolved' ? null : String(context.exitCode),
    ],
    ['Attempts', context.attempts > 1 ? String(context.attempts) : null],
    ['Since', new Date(context.openedAt).toISOString()],
    ['Ended', context.resolvedAt === null ? null : new Date(context.resolvedAt).toISOString()],
  ];
  return rows.flatMap(([title, value]) =>
    value === null ? [] : [{ title, value: escapeValue(value), short: value.length <= 40 }],
  );
}

function statusWords(context: MessageContext): string {
  switch (context.event) {
    case 'firing':
      return context.severity;
    case 'resolved':
      return `resolved after ${formatDuration((context.resolvedAt ?? context.at) - context.openedAt)}`;
    case 'test':
      return 'test, nothing is wrong';
  }
}

function sections(context: MessageContext): string[] {
  return [
    escapeValue(cutEnd(context.message)),
    context.logs === '' ? null : `*Log*\n${codeBlock(context.logs, LOG_CHARS)}`,
    context.events === '' ? null : `*Events*\n${codeBlock(context.events, EVENT_CHARS)}`,
    context.suggestedFix === '' ? null : `*Suggested fix*\n${escapeValue(cutEnd(context.suggestedFix))}`,
  ].filter((section) => section !== null);
}

function cutEnd(text: string): string {
  return text.length > MESSAGE_CHARS ? `${text.slice(0, MESSAGE_CHARS)}…` : text;
}
