import { checkValue, type Problem } from '../lib/check-value.ts';
import { ChannelSpecSchema, type ChannelSpecSource } from './channel-schema.ts';

/** spec of an AlertChannel, checked and complete. */
export type ChannelSpec = ChatChannelSpec | WebhookChannelSpec;

export interface ChatChannelSpec {
  readonly type: 'chat';
  readonly webhookSecretRef: SecretRef;
  /** Begins with #; null means the URL's own channel. */
  readonly defaultChannel: string | null;
  readonly messageTemplate: string | null;
  readonly rateLimiting: RateLimiting;
}

export interface WebhookChannelSpec {
  readonly type: 'webhook';
  readonly urlSecretRef: SecretRef;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadTemplate: string | null;
  /** Null when bodies are not signed. */
  readonly signingSecretRef: SecretRef | null;
  readonly rateLimiting: RateLimiting;
}

/** A key of a Secret; the value is read when it is needed. */
export interface SecretRef {
  readonly name: string;
  readonly namespace: string;
  readonly key: string;
}

export interface RateLimiting {
  /** The most messages at once. */
  readonly burstLimit: number;
  /** How fast the allowance for a burst refills. */
  readonly maxAlertsPerHour: number;
}

export type ParsedChannelSpec =
  | { readonly kind: 'spec'; readonly spec: ChannelSpec }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Reads spec of an AlertChannel with its defaults, or tells all that is wrong with it. Templates are not read here. */
export function toChannelSpec(source: unknown): ParsedChannelSpec {
  const checked = checkValue(ChannelSpecSchema, source, 'spec');
  if (checked.kind === 'invalid') return checked;
  const problems = [...blockProblems(checked.value), ...headerProblems(checked.value)];
  const spec = complete(checked.value);
  return spec === null || problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'spec', spec };
}

/** Null when the block that the type names is missing. */
function complete({ type, chat, webhook }: ChannelSpecSource): ChannelSpec | null {
  if (type === 'chat') {
    if (chat === undefined) return null;
    return {
      ...chat,
      type,
      defaultChannel: chat.defaultChannel ?? null,
      messageTemplate: chat.messageTemplate ?? null,
    };
  }
  if (webhook === undefined) return null;
  return {
    ...webhook,
    type,
    payloadTemplate: webhook.payloadTemplate ?? null,
    signingSecretRef: webhook.signingSecretRef ?? null,
  };
}

function blockProblems(source: ChannelSpecSource): readonly Problem[] {
  const other = source.type === 'chat' ? 'webhook' : 'chat';
  const problems: Problem[] = [];
  if (source[source.type] === undefined) {
    problems.push({ field: `spec.${source.type}`, message: `is required with type: ${source.type}` });
  }
  if (source[other] !== undefined) {
    problems.push({ field: `spec.${other}`, message: `must not be given with type: ${source.type}` });
  }
  return problems;
}

/** What HTTP lets a header be called, and hold: no line break can smuggle in another one. */
function headerProblems({ webhook }: ChannelSpecSource): readonly Problem[] {
  return Object.entries(webhook?.headers ?? {}).flatMap(([name, value]) => {
    const field = `spec.webhook.headers.${name}`;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      return [{ field, message: 'is no name of an HTTP header' }];
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) {
      return [{ field, message: 'must hold no line breaks and only Latin-1 characters' }];
    }
    return [];
  });
}
