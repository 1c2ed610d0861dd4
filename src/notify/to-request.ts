import type { ChannelSpec, WebhookChannelSpec } from '../alert/channel-spec.ts';
import type { Delivery, MessageContext } from '../alert/delivery.ts';
import { chatMessage } from './chat/message.ts';
import type { OutgoingRequest } from './send-request.ts';
import { webhookBody } from './webhook/body.ts';
import { signature } from './webhook/signature.ts';

export interface RequestOptions {
  /** Where people reach the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  /** Of a webhook that signs; null for every other channel. */
  readonly signingSecret: string | null;
}

/** The request that carries a message through a channel. */
export function toRequest(
  spec: ChannelSpec,
  delivery: Pick<Delivery, 'id' | 'context'>,
  options: RequestOptions,
): OutgoingRequest {
  const dashboardUrl = dashboardUrlOf(delivery.context, options.publicUrl);
  switch (spec.type) {
    case 'chat': {
      const message = chatMessage(delivery.context, dashboardUrl, spec.defaultChannel);
      return {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': delivery.id },
        body: JSON.stringify(message),
      };
    }
    case 'webhook': {
      const body = JSON.stringify(webhookBody(delivery.context, dashboardUrl));
      return { method: spec.method, headers: webhookHeaders(spec, delivery.id, body, options), body };
    }
  }
}

function webhookHeaders(
  spec: WebhookChannelSpec,
  id: string,
  body: string,
  { signingSecret }: RequestOptions,
): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(spec.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    'content-type': 'application/json',
    ...own,
    'idempotency-key': id,
    ...(signingSecret === null ? {} : { 'x-punctual-signature': signature(body, signingSecret) }),
  };
}

function dashboardUrlOf({ namespace, cronJobName }: MessageContext, publicUrl: string): string {
  if (cronJobName === '') return publicUrl;
  return `${publicUrl}/cronjobs/${encodeURIComponent(namespace)}/${encodeURIComponent(cronJobName)}`;
}
