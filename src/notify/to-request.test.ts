import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { type ChannelSpec, toChannelSpec } from '../alert/channel-spec.ts';
import type { Digest, MessageContext } from '../alert/delivery.ts';
import { joinMessages } from '../alert/join-messages.ts';
import { readChannelTemplate } from './channel-template.ts';
import { TEMPLATE_VARIABLES, templateData } from './template-data.ts';
import { aDelivery, aMessageContext } from './testing.ts';
import { toRequest } from './to-request.ts';

const SECRET = { name: 'hook', namespace: 'ops', key: 'url' };

function aSpec(source: object): ChannelSpec {
  const parsed = toChannelSpec(source);
  assert.ok(parsed.kind === 'spec', JSON.stringify(parsed));
  return parsed.spec;
}

function aChat(messageTemplate: string): ChannelSpec {
  return aSpec({ type: 'chat', chat: { webhookSecretRef: SECRET, messageTemplate } });
}

function aWebhook(payloadTemplate: string, headers: Record<string, string> = {}): ChannelSpec {
  return aSpec({ type: 'webhook', webhook: { urlSecretRef: SECRET, payloadTemplate, headers } });
}

function make(spec: ChannelSpec, context: Partial<MessageContext> = {}) {
  const read = readChannelTemplate(spec);
  assert.ok(read.kind === 'read', read.kind === 'invalid' ? read.message : '');
  const delivery = aDelivery({ context: aMessageContext(context) });
  return toRequest(spec, delivery, { publicUrl: 'http://d', signingSecret: null, template: read.template });
}

function bodyOf(spec: ChannelSpec, context: Partial<MessageContext> = {}): string {
  const made = make(spec, context);
  assert.ok(made.kind === 'request', made.kind === 'failed' ? made.reason : '');
  return made.request.body;
}

const CHAT_TEXTS: readonly {
  readonly name: string;
  readonly template: string;
  readonly logs: string;
  readonly text: string;
}[] = [
  {
    name: "the template's own markup is kept",
    template: '<{{ .DashboardURL }}|*{{ .CronJobName }}*> `x` <!here>',
    logs: '',
    text: '<http://d/cronjobs/prod/nightly-backup|*nightly-backup*> `x` <!here>',
  },
  {
    name: 'a value mentions nobody',
    template: '{{ .Logs }}',
    logs: '<!channel> @here',
    text: '&lt;!channel&gt; @\u200bhere',
  },
  {
    name: 'a value stays harmless through functions',
    template: '{{ .Logs | upper | printf "%s!" }}{{ range $x := 1 }}{{ $.Logs }}{{ end }}',
    logs: '<!here>',
    text: '&lt;!HERE&gt;!&lt;!here&gt;',
  },
  {
    name: 'pieces of values make no end of a code block',
    template: '```{{ slice .Logs 0 2 }}{{ slice .Logs 2 }}```',
    logs: '```',
    text: '```\u0060\u200b\u0060\u200b\u0060\u200b```',
  },
  {
    name: 'conditions compare what the values are',
    template: '{{ if eq .Logs "a < b" }}yes{{ end }}',
    logs: 'a < b',
    text: 'yes',
  },
];
for (const { name, template, logs, text } of CHAT_TEXTS) {
  test(`in a chat ${name}`, () => assert.deepEqual(JSON.parse(bodyOf(aChat(template), { logs })), { text }));
}

test('a payload is sent as the template makes it', () => {
  assert.equal(
    bodyOf(aWebhook('{ "t" :{{ .Title | toJson }} }')),
    '{ "t" :"CronJob prod/nightly-backup failed" }',
  );
});

test('toJson keeps a body JSON whatever a log holds', () => {
  const logs = '"\\ \u0000\n\u2028<>&\ud800';
  assert.equal(JSON.parse(bodyOf(aWebhook('[{{ toJson .Logs }}]'), { logs }))[0], logs.toWellFormed());
});

test('a webhook is sent by POST, or by PUT where its spec says so, with its headers', () => {
  const webhook = { urlSecretRef: SECRET, headers: { Authorization: 'Bearer token', 'X-Team': 'ops' } };
  for (const [source, method] of [
    [webhook, 'POST'],
    [{ ...webhook, method: 'PUT' }, 'PUT'],
  ] as const) {
    const made = make(aSpec({ type: 'webhook', webhook: source }));
    assert.ok(made.kind === 'request');
    assert.equal(made.request.method, method);
    assert.partialDeepStrictEqual(made.request.headers, { authorization: 'Bearer token', 'x-team': 'ops' });
  }
});

test('a payload may choose by severity, give a fallback and change the case, as the specification has it', () => {
  const spec = aWebhook(
    '{"level": "{{ if eq .Severity "critical" }}P1{{ else if eq .Severity "warning" }}P2{{ else }}P3{{ end }}",' +
      ' "name": "{{ .CronJobName | upper }}", "space": "{{ .Namespace | lower }}",' +
      ' "fix": {{ .SuggestedFix | default "none known" | toJson }}{{ if .SuggestedFix }}, "known": true{{ end }}}',
  );
  const names = { name: 'NIGHTLY-BACKUP', space: 'prod' };
  const made = (context: Partial<MessageContext>) => JSON.parse(bodyOf(spec, context));
  assert.deepEqual(made({}), { level: 'P1', ...names, fix: 'none known' });
  assert.deepEqual(made({ severity: 'warning' }), { level: 'P2', ...names, fix: 'none known' });
  const fix = 'Say "please".';
  assert.deepEqual(made({ severity: 'info', suggestedFix: fix }), {
    level: 'P3',
    ...names,
    fix,
    known: true,
  });
});

const CONTENT_TYPES: readonly { readonly type: string; readonly isSent: boolean }[] = [
  { type: 'text/plain', isSent: true },
  { type: 'application/x-ndjson', isSent: true },
  { type: 'application/json; charset=utf-8', isSent: false },
  { type: 'application/cloudevents+json', isSent: false },
];
for (const { type, isSent } of CONTENT_TYPES) {
  test(`what is no JSON is ${isSent ? 'sent' : 'not sent'} as ${type}`, () => {
    const made = make(aWebhook('plain {{ .Severity }}', { 'Content-Type': type }));
    assert.equal(made.kind, isSent ? 'request' : 'failed');
    if (made.kind === 'request') assert.equal(made.request.headers['content-type'], type);
  });
}

test('a template that fails on an alert says in which field and where', () => {
  assert.deepEqual(make(aChat('{{ .Title }}\n{{ slice .JobName 0 9999 }}')), {
    kind: 'failed',
    reason: 'spec.chat.messageTemplate line 2, column 4: index out of range: 9999',
  });
});

function aDigest(count: number): Digest {
  const members = Array.from({ length: count }, (_, index) => {
    const context = aMessageContext({
      alertId: `alert-${index}`,
      cronJobName: `job-${index}`,
      title: `job-${index} failed`,
    });
    return { id: `row-${index}`, context };
  });
  return joinMessages('team', members, null, 0);
}

function digestBody(spec: ChannelSpec, count: number): string {
  const read = readChannelTemplate(spec);
  assert.ok(read.kind === 'read', read.kind === 'invalid' ? read.message : '');
  const options = { publicUrl: 'http://d', signingSecret: null, template: read.template };
  const made = toRequest(spec, aDigest(count), options);
  assert.ok(made.kind === 'request', made.kind === 'failed' ? made.reason : '');
  return made.request.body;
}

test('a template made for one alert makes of several one message that lists them', () => {
  const body = JSON.parse(
    digestBody(aChat('{{ .Status }} {{ .Title }} {{ .Namespace }}|{{ .CronJobName }}\n{{ .Message }}'), 2),
  );
  assert.deepEqual(body.text.split('\n'), [
    'firing 2 alerts firing prod|',
    'critical prod/job-0: job-0 failed, since 2026-11-21T02:05:10.000Z',
    'critical prod/job-1: job-1 failed, since 2026-11-21T02:05:10.000Z',
  ]);
});

test('a template may go through the alerts of a message, however many they are', () => {
  const template = '[{{ range $i, $a := .Alerts }}{{ if $i }},{{ end }}{{ .CronJobName | toJson }}{{ end }}]';
  assert.deepEqual(JSON.parse(bodyOf(aWebhook(template))), ['nightly-backup']);
  assert.equal(JSON.parse(digestBody(aWebhook(template), 1_000)).length, 1_000);
});

test('a line of a megabyte makes no message that a chat would not take', () => {
  const spec = aSpec({ type: 'chat', chat: { webhookSecretRef: SECRET } });
  const logs = '`<!here>'.repeat(131_072);
  const body = bodyOf(spec, { logs, message: logs, suggestedFix: logs, events: logs });
  assert.ok(body.length < 64_000, `${body.length} characters`);
  assert.doesNotMatch(body, /<!here>/);
});

test('a thousand alerts make a chat message in pieces, with every name in it', () => {
  const spec = aSpec({ type: 'chat', chat: { webhookSecretRef: SECRET } });
  const { attachments } = JSON.parse(digestBody(spec, 1_000)) as { attachments: { text: string }[] };
  assert.ok(attachments.every(({ text }) => text.length <= 3_000));
  const names = new Set(attachments.flatMap(({ text }) => text.match(/job-\d+/g) ?? []));
  assert.equal(names.size, 1_000);
});

test('every variable that may be named has a value, and no other has', () => {
  assert.deepEqual(Object.keys(templateData(aMessageContext(), 'http://d')), [...TEMPLATE_VARIABLES]);
});

test('the variables say what the message tells', () => {
  const { Alerts, ...own } = templateData(aMessageContext({ suggestedFix: 'fix', events: 'e' }), 'http://d');
  assert.deepEqual(Alerts, [own]);
  assert.deepEqual(own, {
    AlertType: 'failure',
    Severity: 'critical',
    Title: 'CronJob prod/nightly-backup failed',
    Message: 'Job nightly-backup-29400000 failed: exit code 3 (Error) after 2 attempts',
    Namespace: 'prod',
    CronJobName: 'nightly-backup',
    JobName: 'nightly-backup-29400000',
    Timestamp: '2026-11-21T02:05:10.000Z',
    SuggestedFix: 'fix',
    Logs: 'hello\noops',
    Events: 'e',
    ID: 'alert-1',
    Status: 'firing',
    Reason: 'JobFailed',
    Schedule: '0 2 * * *',
    OpenedAt: '2026-11-21T02:05:10.000Z',
    ResolvedAt: '',
    ExitCode: 3n,
    Attempts: 2n,
    DashboardURL: 'http://d',
  });
});

test('the examples of the documentation make messages of alarms, recoveries and tests', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/templates.md'), 'utf8');
  const examples = /```yaml\n([^]*?)\n```\n\n## /.exec(page)![1]!;
  const specs = parseAllDocuments(examples).map((document) =>
    aSpec((document.toJS() as { spec: object }).spec),
  );
  assert.deepEqual(
    specs.map(({ type }) => type),
    ['chat', 'webhook'],
  );
  for (const spec of specs) {
    for (const event of ['firing', 'resolved', 'test'] as const) {
      const empty = { jobName: '', logs: '', suggestedFix: '', exitCode: null };
      for (const context of [{ event }, { event, ...empty }]) JSON.parse(bodyOf(spec, context));
    }
  }
});
