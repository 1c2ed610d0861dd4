import type { ChannelSpec, ChatChannelSpec, WebhookChannelSpec } from '../alert/channel-spec.ts';
import type { Delivery, Digest, MessageContext } from '../alert/delivery.ts';
import type { ValueMap } from '../template/value.ts';
import type { ChannelTemplate } from './channel-template.ts';
import { chatDigest } from './chat/digest-message.ts';
import { chatMessage } from './chat/message.ts';
import { escapeValue } from './chat/text.ts';
import {
  renderChannelTemplate,
  type RenderedMessage,
  renderJsonTemplate,
} from './render-channel-template.ts';
import type { OutgoingRequest } from './send-request.ts';
import { digestContext } from './digest/digest-context.ts';
import { ownData, templateData } from './template-data.ts';
import { webhookBody } from './webhook/body.ts';
import { webhookDigestBody } from './webhook/digest-body.ts';
import { signature } from './webhook/signature.ts';

export interface RequestOptions {
  /** Where people reach the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  /** Of a webhook that signs; null for every other channel. */
  readonly signingSecret: string | null;
  /** Of the channel; null when it sends the default message. */
  readonly template: ChannelTemplate | null;
}

export type MadeRequest =
  | { readonly kind: 'request'; readonly request: OutgoingRequest }
  /** The channel's template cannot make a message of this alert. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The request that carries a message through a channel. */
export function toRequest(spec: ChannelSpec, message: Sendable, options: RequestOptions): MadeRequest {
  const body = spec.type === 'chat' ? chatBody(spec, message, options) : hookBody(spec, message, options);
  if (body.kind === 'failed') return body;
  const request =
    spec.type === 'chat'
      ? { method: 'POST' as const, headers: chatHeaders(message.id) }
      : { method: spec.method, headers: webhookHeaders(spec, message.id, body.text, options) };
  return { kind: 'request', request: { ...request, body: body.text } };
}

type Sendable = Pick<Delivery, 'id' | 'event' | 'context'> | Pick<Digest, 'id' | 'event' | 'context'>;

function chatBody(
  { defaultChannel }: ChatChannelSpec,
  message: Sendable,
  { publicUrl, template }: RequestOptions,
): RenderedMessage {
  if (template === null) {
    const body =
      message.event === 'digest'
        ? chatDigest(message, alertsUrl(publicUrl), defaultChannel)
        : chatMessage(message.context, dashboardUrlOf(message.context, publicUrl), defaultChannel);
    return { kind: 'text', text: JSON.stringify(body) };
  }
  const rendered = renderChannelTemplate(template, dataOf(message, publicUrl), { escape: escapeValue });
  if (rendered.kind === 'failed') return rendered;
  const channel = defaultChannel === null ? {} : { channel: defaultChannel };
  return { kind: 'text', text: JSON.stringify({ ...channel, text: rendered.text }) };
}

function hookBody(
  spec: WebhookChannelSpec,
  message: Sendable,
  { publicUrl, template }: RequestOptions,
): RenderedMessage {
  if (template === null) {
    const body =
      message.event === 'digest'
        ? webhookDigestBody(message, alertsUrl(publicUrl), (cronJob) => dashboardUrlOf(cronJob, publicUrl))
        : webhookBody(message.context, dashboardUrlOf(message.context, publicUrl));
    return { kind: 'text', text: JSON.stringify(body, wholeCharacters) };
  }
  const data = dataOf(message, publicUrl);
  return isJson(contentType(spec))
    ? renderJsonTemplate(template, data)
    : renderChannelTemplate(template, data);
}

/** Half a character is written as an escape that many a receiver refuses. */
function wholeCharacters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** What a template is given. */
function dataOf(message: Sendable, publicUrl: string): ValueMap {
  if (message.event !== 'digest') {
    return templateData(message.context, dashboardUrlOf(message.context, publicUrl));
  }
  const alerts = message.context.alerts.map((alert) => ownData(alert, dashboardUrlOf(alert, publicUrl)));
  return templateData(digestContext(message), alertsUrl(publicUrl), alerts);
}

function isJson(contentType: string): boolean {
  return /^(?:[^;]*[/+])json\s*(?:;|$)/i.test(contentType);
}

function contentType({ headers }: WebhookChannelSpec): string {
  return lowerCased(headers)['content-type'] ?? JSON_TYPE;
}

const JSON_TYPE = 'application/json';

function chatHeaders(id: string): Record<string, string> {
  return { 'content-type': JSON_TYPE, 'idempotency-key': id };
}

function webhookHeaders(
  spec: WebhookChannelSpec,
  id: string,
  body: string,
  { signingSecret }: RequestOptions,
): Record<string, string> {
  return {
    ...lowerCased(spec.headers),
    'content-type': contentType(spec),
    'idempotency-key': id,
    ...(signingSecret === null ? {} : { 'x-punctual-signature': signature(body, signingSecret) }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function alertsUrl(publicUrl: string): string {
  return `${publicUrl}/alerts`;
}

function dashboardUrlOf(
  { namespace, cronJobName }: Pick<MessageContext, 'namespace' | 'cronJobName'>,
  publicUrl: string,
): string {
  if (cronJobName === '') return publicUrl;
  return `${publicUrl}/cronjobs/${encodeURIComponent(namespace)}/${encodeURIComponent(cronJobName)}`;
}
