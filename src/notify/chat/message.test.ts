import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Severity } from '../../alert/alert.ts';
import { HOUR } from '../../lib/duration.ts';
import { aMessageContext } from '../testing.ts';
import { chatMessage } from './message.ts';
import { codeBlock, escapeText } from './text.ts';

const DASHBOARD = 'http://localhost:8080/cronjobs/prod/nightly-backup';

test('an alarm carries its colour, its facts and the log in a code block', () => {
  assert.deepEqual(chatMessage(aMessageContext(), DASHBOARD, '#cron'), {
    channel: '#cron',
    text: 'CronJob prod/nightly-backup failed',
    attachments: [
      {
        color: '#dc2626',
        title: '[Failure] CronJob prod/nightly-backup failed',
        title_link: DASHBOARD,
        fallback:
          '[Failure] CronJob prod/nightly-backup failed: Job nightly-backup-29400000 failed: exit code 3 (Error) after 2 attempts',
        fields: [
          { title: 'CronJob', value: 'nightly-backup', short: true },
          { title: 'Namespace', value: 'prod', short: true },
          { title: 'Status', value: 'critical', short: true },
          { title: 'Type', value: 'failure (JobFailed)', short: true },
          { title: 'Schedule', value: '0 2 * * *', short: true },
          { title: 'Job', value: 'nightly-backup-29400000', short: true },
          { title: 'Exit code', value: '3', short: true },
          { title: 'Attempts', value: '2', short: true },
          { title: 'Since', value: '2026-11-21T02:05:10.000Z', short: true },
        ],
        text: 'Job nightly-backup-29400000 failed: exit code 3 (Error) after 2 attempts\n\n*Log*\n```\nhello\noops\n```',
        mrkdwn_in: ['text'],
        footer: 'Punctual',
        ts: Date.UTC(2026, 10, 21, 2, 5, 10) / 1_000,
      },
    ],
  });
});

test('a recovery is green, says how long the incident was, and has no exit code', () => {
  const opened = aMessageContext();
  const [attachment] = chatMessage(
    aMessageContext({ event: 'resolved', at: opened.at + HOUR, resolvedAt: opened.at + HOUR, logs: '' }),
    DASHBOARD,
    null,
  ).attachments;
  assert.equal(attachment!.color, '#16a34a');
  const fields = Object.fromEntries(attachment!.fields.map(({ title, value }) => [title, value]));
  assert.equal(fields['Status'], 'resolved after 1h0m0s');
  assert.ok(!('Exit code' in fields));
});

const COLOURS: readonly { readonly severity: Severity; readonly color: string }[] = [
  { severity: 'critical', color: '#dc2626' },
  { severity: 'warning', color: '#eab308' },
  { severity: 'info', color: '#2563eb' },
];
for (const { severity, color } of COLOURS) {
  test(`what is ${severity} has the colour ${color}`, () => {
    const { attachments } = chatMessage(aMessageContext({ severity }), DASHBOARD, null);
    assert.deepEqual(
      attachments.map((attachment) => attachment.color),
      [color],
    );
  });
}

test('what may mend it has a section of its own, and a log that is not included has none', () => {
  const context = aMessageContext({ suggestedFix: 'Free some space.', logs: '' });
  const { text } = chatMessage(context, DASHBOARD, null).attachments[0]!;
  assert.equal(text, `${context.message}\n\n*Suggested fix*\nFree some space.`);
});

test('without a channel of its own the message leaves the choice to the URL', () => {
  assert.ok(!('channel' in chatMessage(aMessageContext(), DASHBOARD, null)));
});

const HOSTILE: readonly { name: string; text: string; escaped: string }[] = [
  { name: 'a mention of everybody', text: '<!channel> hi', escaped: '&lt;!channel&gt; hi' },
  { name: 'a bare mention', text: 'ping @here now', escaped: 'ping @\u200bhere now' },
  { name: 'the name of a person', text: '(@alice)', escaped: '(@\u200balice)' },
  {
    name: 'a mention with something unseen in it',
    text: '@\u202ehere @\u0000all',
    escaped: '@\u200bhere @\u200ball',
  },
  { name: 'an address', text: 'ada@example.com', escaped: 'ada@example.com' },
  { name: 'markup', text: 'a < b && c > d', escaped: 'a &lt; b &amp;&amp; c &gt; d' },
  { name: 'text that runs backwards', text: 'a\u202egnp.exe\u2066', escaped: 'agnp.exe' },
  { name: 'half a character', text: 'a\ud83d', escaped: 'a\ufffd' },
  { name: 'control characters', text: 'a\u0000b\u001b[31mc\r', escaped: 'ab[31mc' },
];
for (const { name, text, escaped } of HOSTILE) {
  test(`${name} in a text does no harm`, () => {
    assert.equal(escapeText(text), escaped);
  });
}

test('a log cannot close its code block, and a long one keeps its tail', () => {
  assert.equal(codeBlock('a```b', 100), '```\na`\u200b`\u200b`b\n```');
  assert.equal(codeBlock('`````', 100), '```\n`\u200b`\u200b`\u200b`\u200b`\n```');
  assert.equal(codeBlock('0123456789', 4), '```\n…6789\n```');
});
