import { Type } from 'typebox';

// The CRD is generated from this schema: a description is what `kubectl explain` prints.

const SecretRefSchema = (what: string) =>
  Type.Object(
    {
      name: Type.String({ minLength: 1, description: 'Name of the Secret.' }),
      namespace: Type.String({ minLength: 1, description: 'Its namespace.' }),
      key: Type.String({ minLength: 1, description: `The key in it that holds ${what}.` }),
    },
    { description: `Where ${what} is kept.` },
  );

const RateLimitingSchema = Type.Object(
  {
    burstLimit: Type.Integer({ minimum: 1, default: 10, description: 'The most messages at once.' }),
    maxAlertsPerHour: Type.Integer({
      minimum: 1,
      default: 100,
      description: 'How many messages an hour after that.',
    }),
  },
  {
    default: {},
    description: 'Over the limit alerts wait and are joined into one message; none is dropped.',
  },
);

const ChatSchema = Type.Object(
  {
    webhookSecretRef: SecretRefSchema('the URL of the incoming webhook'),
    defaultChannel: Type.Optional(
      Type.String({
        pattern: '^#.+',
        patternHint: "write a chat channel's name with its leading #",
        description: "A chat channel other than the URL's own; begins with #.",
      }),
    ),
    messageTemplate: Type.Optional(
      Type.String({ minLength: 1, description: 'Go text/template that replaces the message.' }),
    ),
    rateLimiting: RateLimitingSchema,
  },
  { description: 'For type chat: an incoming webhook of a chat.' },
);

const WebhookSchema = Type.Object(
  {
    urlSecretRef: SecretRefSchema('the URL'),
    method: Type.Unsafe<'POST' | 'PUT'>({
      type: 'string',
      enum: ['POST', 'PUT'],
      default: 'POST',
      description: 'HTTP method.',
    }),
    headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      default: {},
      description: 'Sent with every delivery.',
    }),
    payloadTemplate: Type.Optional(
      Type.String({ minLength: 1, description: 'Go text/template of the JSON body.' }),
    ),
    signingSecretRef: Type.Optional(SecretRefSchema('the key that signs each body (HMAC-SHA256)')),
    rateLimiting: RateLimitingSchema,
  },
  { description: 'For type webhook: any HTTP receiver.' },
);

/** spec of an AlertChannel, as a user writes it. */
export const ChannelSpecSchema = Type.Object(
  {
    type: Type.Unsafe<'chat' | 'webhook'>({
      type: 'string',
      enum: ['chat', 'webhook'],
      description: 'What receives the alerts.',
    }),
    chat: Type.Optional(ChatSchema),
    webhook: Type.Optional(WebhookSchema),
  },
  {
    description: 'Where alerts are delivered to.',
    'x-kubernetes-validations': [
      {
        rule: "self.type == 'chat' ? has(self.chat) && !has(self.webhook) : has(self.webhook) && !has(self.chat)",
        message: 'exactly the block named by type must be given: chat or webhook',
      },
    ],
  },
);
export type ChannelSpecSource = Type.Static<typeof ChannelSpecSchema>;
