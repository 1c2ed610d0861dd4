import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { DeniedNetworks } from '../lib/denied-networks.ts';
import { MINUTE } from '../lib/duration.ts';
import { SecretText } from '../lib/secret-text.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { Heartbeat } from './heartbeat.ts';
import { openOutlet } from './outlet.ts';

const START = Date.UTC(2026, 10, 21, 12);

/** Counts the calls of a heartbeat over real HTTP on a virtual clock. */
async function aWorld(problems: () => readonly string[]) {
  let status = 200;
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = new VirtualClock(START);
  const lines: string[] = [];
  const line = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug: line, info: line, warn: line, error: line, child: () => log };
  const heartbeat = new Heartbeat({
    url: new SecretText(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/s3cret-id`),
    outlet: openOutlet({ denied: new DeniedNetworks([]), extraCa: null }),
    clock,
    log,
    problems: async () => problems(),
  });
  heartbeat.start();
  const settle = async () => {
    while (!heartbeat.idle()) await new Promise((resolve) => setImmediate(resolve));
  };
  await settle();
  return {
    calls,
    lines,
    heartbeat,
    answer: (next: number) => void (status = next),
    runUntil: (offset: number) => clock.runUntil(START + offset, settle),
    async [Symbol.asyncDispose]() {
      await heartbeat.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a heartbeat calls at once and then each minute', async () => {
  await using world = await aWorld(() => []);
  await world.runUntil(10 * MINUTE);
  assert.equal(world.calls.length, 11);
  assert.equal(world.calls[0], 'GET /ping/s3cret-id');
  assert.equal(world.heartbeat.lastBeatAt, START + 10 * MINUTE);
});

test('a heartbeat is silent while anything is wrong, says why once, and goes on when all is well', async () => {
  let problems: readonly string[] = [];
  await using world = await aWorld(() => problems);
  problems = ['the watch of jobs is silent'];
  await world.runUntil(10 * MINUTE);
  assert.equal(world.calls.length, 1);
  problems = [];
  await world.runUntil(12 * MINUTE);
  assert.equal(world.calls.length, 3);
  assert.deepEqual(world.lines, [
    'the heartbeat did not go out {"why":"the watch of jobs is silent"}',
    'the heartbeat goes out again {}',
  ]);
});

test('a heartbeat that is refused is tried again, and no line holds its URL', async () => {
  await using world = await aWorld(() => []);
  world.answer(500);
  await world.runUntil(2 * MINUTE);
  assert.equal(world.heartbeat.lastBeatAt, START);
  assert.match(world.lines[0]!, /HTTP 500/);
  assert.doesNotMatch(world.lines.join('\n'), /s3cret/);
});
