import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toChannelSpec } from '../alert/channel-spec.ts';
import type { Delivery, Digest } from '../alert/delivery.ts';
import { joinMessages } from '../alert/join-messages.ts';
import { readChannelTemplate } from './channel-template.ts';
import { aDelivery, aMessageContext } from './testing.ts';
import { toRequest } from './to-request.ts';

/** What programs, by accident or not, say of themselves. */
const HOSTILE: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'mentions', text: '<!channel> <@U123> <!everyone|x> @here @channel @everyone @all @alice' },
  { name: 'mentions in pieces', text: '@\u202ehere <\u0000!channel> @\u200fhere @\u0007everyone' },
  { name: 'code fences', text: 'a ``` b ```` c ````` d `````` e\n```\n`' },
  { name: 'template actions', text: '{{ .Secret }} {{ range .Alerts }}{{ . }}{{ end }} {{ "' },
  {
    name: 'control characters',
    text: 'a\u0000b\u001b[31mred\u001b[0m\u0007\r\nnext\u0085\u202egnp.exe\u2066',
  },
  { name: 'broken characters', text: 'half \ud83d and half \udca5, \ufffe' },
  { name: 'JSON', text: '"}]}, "status": "resolved", \\u0022 \\' },
  { name: 'a line of 1 MB', text: '<!channel> ``` '.repeat(70_000) },
];

const SECRET = { name: 'hook', namespace: 'ops', key: 'url' };
const CHAT = { type: 'chat', chat: { webhookSecretRef: SECRET } };
const OWN_CHAT = {
  type: 'chat',
  chat: {
    webhookSecretRef: SECRET,
    messageTemplate:
      '{{ .Title }}: {{ .Message }}\n```\n{{ .Logs }}\n```\n{{ range .Alerts }}{{ .Title }}{{ end }}',
  },
};
const WEBHOOK = { type: 'webhook', webhook: { urlSecretRef: SECRET } };
const OWN_WEBHOOK = {
  type: 'webhook',
  webhook: {
    urlSecretRef: SECRET,
    payloadTemplate:
      '{"title": {{ .Title | toJson }}, "logs": {{ .Logs | toJson }}, ' +
      '"alerts": [{{ range $i, $a := .Alerts }}{{ if $i }},{{ end }}{{ $a.Title | toJson }}{{ end }}]}',
  },
};

/** The JSON that a channel of that spec sends. */
function bodyOf(source: unknown, message: Delivery | Digest): unknown {
  const parsed = toChannelSpec(source);
  assert.ok(parsed.kind === 'spec');
  const read = readChannelTemplate(parsed.spec);
  assert.ok(read.kind !== 'invalid', JSON.stringify(read));
  const options = { publicUrl: 'http://d', signingSecret: null, template: read.template };
  const made = toRequest(parsed.spec, message, options);
  assert.ok(made.kind !== 'failed', JSON.stringify(made).slice(0, 500));
  return JSON.parse(made.request.body);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function assertHarmless(body: unknown): void {
  for (const text of textsIn(body)) {
    assert.doesNotMatch(text, /[<>]/, 'markup');
    assert.doesNotMatch(text, /@(here|channel|everyone|all|alice)/, 'a mention');
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    assert.ok(text.isWellFormed());
    assertFences(text);
  }
}

/** Every fence is one of ours: on a line of its own, one that opens for one that closes. */
function assertFences(text: string): void {
  const fences = text.match(/`{3,}/g) ?? [];
  assert.equal(text.match(/^```$/gm)?.length ?? 0, fences.length, 'a fence within a line');
  assert.equal(fences.length % 2, 0, 'a fence that nothing closes');
}

describe('what a program says', () => {
  for (const { name, text } of HOSTILE) {
    const context = aMessageContext({
      title: text,
      message: text,
      logs: text,
      events: text,
      suggestedFix: text,
    });
    const alert = aDelivery({ context });
    const other = aDelivery({ id: 'other', context: aMessageContext({ alertId: 'other', title: 'other' }) });
    const digest = joinMessages('team', [alert, other], null, context.at);

    test(`does no harm in chat: ${name}`, () => {
      assertHarmless(bodyOf(CHAT, alert));
      assertHarmless(bodyOf(CHAT, digest));
    });

    test(`arrives at a webhook as it is, and as nothing else: ${name}`, () => {
      const said = text.toWellFormed();
      assert.partialDeepStrictEqual(bodyOf(WEBHOOK, alert), { status: 'firing', title: said, logs: said });
      const { alerts } = bodyOf(WEBHOOK, digest) as {
        readonly alerts: readonly { readonly title: string }[];
      };
      assert.deepEqual(alerts.map(({ title }) => title).sort(), [said, 'other'].sort());
    });

    // Templates have a limit on what they write, which a text of 1 MB in every field is beyond.
    if (text.length > 100_000) continue;

    test(`runs in no template: ${name}`, () => {
      const said = text.toWellFormed();
      assertHarmless(bodyOf(OWN_CHAT, alert));
      assertHarmless(bodyOf(OWN_CHAT, digest));
      assert.deepEqual(bodyOf(OWN_WEBHOOK, alert), { title: said, logs: said, alerts: [said] });
    });
  }
});
