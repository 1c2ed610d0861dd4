import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PodLogs } from './pod-logs.ts';

const KEY = { podUid: 'u', container: 'main', restartCount: 0 };

function aLog(options = {}, ...pieces: readonly string[]): PodLogs {
  const logs = new PodLogs(options);
  for (const [index, piece] of pieces.entries()) logs.append(KEY, Buffer.from(piece), index * 1_000);
  return logs;
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk.toString();
  return text;
}

const READS: readonly { readonly name: string; readonly options: object; readonly want: string }[] = [
  { name: 'a log is read whole', options: {}, want: 'one\ntwo\nthree\nfour' },
  { name: 'the tail counts lines, an unfinished one too', options: { tailLines: 2 }, want: 'three\nfour' },
  { name: 'a tail of nothing is empty', options: { tailLines: 0 }, want: '' },
  { name: 'a limit cuts after its bytes', options: { limitBytes: 5 }, want: 'one\nt' },
  { name: 'an instant leaves out what was written before', options: { sinceMs: 1_000 }, want: 'three\nfour' },
  {
    name: 'timestamps tell when each line began',
    options: { timestamps: true, tailLines: 2 },
    want: '1970-01-01T00:00:01.000000000Z three\n1970-01-01T00:00:02.000000000Z four',
  },
];
for (const { name, options, want } of READS) {
  test(name, () => {
    const logs = aLog({}, 'one\ntw', 'o\nthree\n', 'four');
    // `two` began in the first piece: it keeps the instant at which it began.
    assert.equal(logs.read(KEY, options).toString(), want);
  });
}

test('beyond its size a log drops its oldest lines', () => {
  const logs = aLog({ mostBytesPerLog: 10 }, 'aaaa\n', 'bbbb\n', 'cccc\n');
  assert.equal(logs.read(KEY).toString(), 'bbbb\ncccc\n');
  logs.append(KEY, Buffer.from('d'.repeat(25)), 0);
  assert.equal(logs.read(KEY).toString(), 'd'.repeat(10));
});

test('each restart of a container has a log of its own', () => {
  const logs = aLog({}, 'first');
  const again = { ...KEY, restartCount: 1 };
  assert.equal(logs.has(again), false);
  logs.append(again, Buffer.from('second'), 0);
  assert.equal(logs.read(KEY).toString(), 'first');
  assert.equal(logs.read(again).toString(), 'second');
});

test('who follows gets what was written and what comes, until the log is closed', async () => {
  const logs = aLog({}, 'one\n');
  const followed = collect(logs.follow(KEY, { timestamps: true }));
  await Promise.resolve();
  logs.append(KEY, Buffer.from('tw'), 5);
  logs.append(KEY, Buffer.from('o\n'), 6);
  logs.close(KEY);
  const stamp = (ms: number) => new Date(ms).toISOString().replace('Z', '000000Z');
  assert.equal(await followed, `${stamp(0)} one\n${stamp(5)} two\n`);
  assert.equal(await collect(logs.follow(KEY)), 'one\ntwo\n');
});

test('following ends at its limit, with its signal, and when the Pod goes', async () => {
  const logs = aLog({}, 'one\n');
  assert.equal(await collect(logs.follow(KEY, { limitBytes: 2 })), 'on');
  const abort = new AbortController();
  const aborted = collect(logs.follow(KEY, {}, abort.signal));
  const removed = collect(logs.follow(KEY));
  await Promise.resolve();
  abort.abort();
  assert.equal(await aborted, 'one\n');
  logs.remove('u');
  assert.equal(await removed, 'one\n');
  assert.equal(logs.has(KEY), false);
});
