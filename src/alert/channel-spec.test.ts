import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toChannelSpec } from './channel-spec.ts';

const SECRET = { name: 'hook', namespace: 'ops', key: 'url' };

test('a chat channel is complete by its defaults', () => {
  assert.deepEqual(toChannelSpec({ type: 'chat', chat: { webhookSecretRef: SECRET } }), {
    kind: 'spec',
    spec: {
      type: 'chat',
      webhookSecretRef: SECRET,
      defaultChannel: null,
      messageTemplate: null,
      rateLimiting: { burstLimit: 10, maxAlertsPerHour: 100 },
    },
  });
});

test('a webhook channel is complete by its defaults', () => {
  assert.deepEqual(toChannelSpec({ type: 'webhook', webhook: { urlSecretRef: SECRET } }), {
    kind: 'spec',
    spec: {
      type: 'webhook',
      urlSecretRef: SECRET,
      method: 'POST',
      headers: {},
      payloadTemplate: null,
      signingSecretRef: null,
      rateLimiting: { burstLimit: 10, maxAlertsPerHour: 100 },
    },
  });
});

test('everything that is given is kept', () => {
  const webhook = {
    urlSecretRef: SECRET,
    method: 'PUT',
    headers: { Authorization: 'Bearer abc', 'X-Name': 'Zoë' },
    payloadTemplate: '{{ .Title }}',
    signingSecretRef: { ...SECRET, key: 'sign' },
    rateLimiting: { burstLimit: 1, maxAlertsPerHour: 6 },
  };
  assert.deepEqual(toChannelSpec({ type: 'webhook', webhook }), {
    kind: 'spec',
    spec: { type: 'webhook', ...webhook },
  });
});

const INVALID: readonly {
  readonly name: string;
  readonly source: unknown;
  readonly problems: readonly string[];
}[] = [
  {
    name: 'without a spec all that is required is named',
    source: undefined,
    problems: ['spec must be an object'],
  },
  { name: 'a type is required', source: {}, problems: ['spec.type is required'] },
  {
    name: 'an unknown type',
    source: { type: 'pager' },
    problems: ['spec.type must be one of chat, webhook'],
  },
  {
    name: 'the block of the type is required',
    source: { type: 'chat' },
    problems: ['spec.chat is required with type: chat'],
  },
  {
    name: 'the block of another type must not be given',
    source: { type: 'chat', webhook: { urlSecretRef: SECRET } },
    problems: ['spec.chat is required with type: chat', 'spec.webhook must not be given with type: chat'],
  },
  {
    name: "a chat channel's name begins with #",
    source: { type: 'chat', chat: { webhookSecretRef: SECRET, defaultChannel: 'ops' } },
    problems: ['spec.chat.defaultChannel is "ops"; write a chat channel\'s name with its leading #'],
  },
  {
    name: 'all parts of the reference to the Secret are required',
    source: { type: 'webhook', webhook: { urlSecretRef: { name: 'hook' } } },
    problems: [
      'spec.webhook.urlSecretRef.namespace is required',
      'spec.webhook.urlSecretRef.key is required',
    ],
  },
  {
    name: 'no header can smuggle in another one, nor have a name that HTTP does not know',
    source: {
      type: 'webhook',
      webhook: { urlSecretRef: SECRET, headers: { 'X-A': 'a\r\nX-B: b', 'X C': 'c', 'X-D': '✓' } },
    },
    problems: [
      'spec.webhook.headers.X-A must hold no line breaks and only Latin-1 characters',
      'spec.webhook.headers.X C is no name of an HTTP header',
      'spec.webhook.headers.X-D must hold no line breaks and only Latin-1 characters',
    ],
  },
  {
    name: 'a limit that lets nothing through',
    source: { type: 'chat', chat: { webhookSecretRef: SECRET, rateLimiting: { burstLimit: 0 } } },
    problems: ['spec.chat.rateLimiting.burstLimit must be >= 1'],
  },
];
for (const { name, source, problems } of INVALID) {
  test(`is a problem: ${name}`, () => {
    const parsed = toChannelSpec(source);
    assert.equal(parsed.kind, 'invalid');
    if (parsed.kind !== 'invalid') return;
    assert.deepEqual(
      parsed.problems.map(({ field, message }) => `${field} ${message}`),
      problems,
    );
  });
}

test('no problem tells the value of a header, which may be a secret', () => {
  const headers = { Authorization: 'Bearer topsecret\n' };
  const parsed = toChannelSpec({ type: 'webhook', webhook: { urlSecretRef: SECRET, headers } });
  assert.equal(parsed.kind, 'invalid');
  assert.doesNotMatch(JSON.stringify(parsed), /topsecret/);
});
