// What a program prints and a reader types, all the way to where people read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetch } from 'undici';
import { MINUTE } from '../../src/lib/duration.ts';
import { channel, cronJob, monitor } from './manifests.ts';
import { World } from './world.ts';

const LAST_WORDS = '``` <!channel> @here {{ .Secret }} \u001b[31m\u202e"}]} =1+1\n';
const LOG = `${'x'.repeat(1_000_000)}\n${LAST_WORDS}${'y'.repeat(1_000_000)}\n${LAST_WORDS}`;
const COMMENT = '=HYPERLINK("http://x","y")\t\u0000,\r\n@next,"';

test('hostile text arrives as text in chat, webhook and CSV', async () => {
  await using world = await World.start({
    script: () => ({ durationMs: 1_000, exitCode: 3, log: [{ atMs: 0, text: LOG }] }),
  });
  await world.create(
    ...channel('chat', 'chat', world.receiver.url),
    ...channel('hook', 'webhook', world.receiver.url),
    monitor('all', ['chat', 'hook']),
    cronJob('evil', { schedule: '1 * * * *' }),
  );
  await world.runUntil(5 * MINUTE);

  const sent = Object.fromEntries(world.messages().map(({ path, body }) => [path, JSON.stringify(body)]));
  assert.ok(sent['/chat']!.length < 10_000, `${sent['/chat']!.length} characters to chat`);
  assert.doesNotMatch(sent['/chat']!, /<|>|@here|\\u001b|\u202e|[^n]```\\n|``` /);
  assert.match(
    sent['/chat']!,
    /cut out here …\]\\n`\u200b`\u200b` &lt;!channel&gt; @\u200bhere \{\{ \.Secret \}\}/,
  );
  assert.ok(sent['/hook']!.length < 200_000, `${sent['/hook']!.length} characters to the webhook`);
  const { logs } = JSON.parse(sent['/hook']!) as { readonly logs: string };
  assert.ok(logs.endsWith(LAST_WORDS.trimEnd()), 'a program that reads it gets it as it is');

  const [alert] = await world.alerts();
  const acknowledgement = { method: 'POST', body: JSON.stringify({ by: '@ada', comment: COMMENT }) };
  assert.equal(
    (await fetch(`${world.url}/api/v1/alerts/${alert!.id}/acknowledge`, acknowledgement)).status,
    200,
  );
  const [head, row, ...more] = readCsv(await world.text('/api/v1/export/alerts'));
  assert.deepEqual(more, []);
  const cell = (name: string) => row![head!.indexOf(name)];
  assert.equal(row!.length, head!.length);
  assert.equal(cell('Acknowledged By'), "'@ada");
  assert.equal(cell('Acknowledge Comment'), `'${COMMENT.replace('\0', '\u2400')}`);
});

/** As RFC 4180 reads it. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const row of text.matchAll(
    /((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g,
  )) {
    const cells = row[1]!.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|$)/g);
    rows.push([...cells].map((cell) => cell[1]!.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"')));
  }
  return rows;
}
