import type { ChannelSpec, ChatChannelSpec, WebhookChannelSpec } from '../alert/channel-spec.ts';
import type { Delivery, MessageContext } from '../alert/delivery.ts';
import type { ChannelTemplate } from './channel-template.ts';
import { chatMessage } from './chat/message.ts';
import { escapeValue } from './chat/text.ts';
import {
  renderChannelTemplate,
  type RenderedMessage,
  renderJsonTemplate,
} from './render-channel-template.ts';
import type { OutgoingRequest } from './send-request.ts';
import { templateData } from './template-data.ts';
import { webhookBody } from './webhook/body.ts';
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
export function toRequest(
  spec: ChannelSpec,
  delivery: Pick<Delivery, 'id' | 'context'>,
  options: RequestOptions,
): MadeRequest {
  const body = spec.type === 'chat' ? chatBody(spec, delivery, options) : hookBody(spec, delivery, options);
  if (body.kind === 'failed') return body;
  const request =
    spec.type === 'chat'
      ? { method: 'POST' as const, headers: chatHeaders(delivery.id) }
      : { method: spec.method, headers: webhookHeaders(spec, delivery.id, body.text, options) };
  return { kind: 'request', request: { ...request, body: body.text } };
}

function chatBody(
  { defaultChannel }: ChatChannelSpec,
  { context }: Pick<Delivery, 'context'>,
  { publicUrl, template }: RequestOptions,
): RenderedMessage {
  const dashboardUrl = dashboardUrlOf(context, publicUrl);
  if (template === null) {
    return { kind: 'text', text: JSON.stringify(chatMessage(context, dashboardUrl, defaultChannel)) };
  }
  const data = templateData(context, dashboardUrl);
  const rendered = renderChannelTemplate(template, data, { escape: escapeValue });
  if (rendered.kind === 'failed') return rendered;
  const channel = defaultChannel === null ? {} : { channel: defaultChannel };
  return { kind: 'text', text: JSON.stringify({ ...channel, text: rendered.text }) };
}

function hookBody(
  spec: WebhookChannelSpec,
  { context }: Pick<Delivery, 'context'>,
  { publicUrl, template }: RequestOptions,
): RenderedMessage {
  const dashboardUrl = dashboardUrlOf(context, publicUrl);
  if (template === null) return { kind: 'text', text: JSON.stringify(webhookBody(context, dashboardUrl)) };
  const data = templateData(context, dashboardUrl);
  return isJson(contentType(spec))
    ? renderJsonTemplate(template, data)
    : renderChannelTemplate(template, data);
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

function dashboardUrlOf({ namespace, cronJobName }: MessageContext, publicUrl: string): string {
  if (cronJobName === '') return publicUrl;
  return `${publicUrl}/cronjobs/${encodeURIComponent(namespace)}/${encodeURIComponent(cronJobName)}`;
}
