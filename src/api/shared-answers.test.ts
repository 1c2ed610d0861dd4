import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { aCronJob, emptyPorts, startServer } from './testing.ts';
import { send } from './testing-send.ts';

const LIST = '/api/v1/cronjobs';

describe('a stored answer that many ask for at the same time', () => {
  test('is read once for those who wait while it is being read', async () => {
    const world = aWorld(3);
    await using server = await startServer(world.ports);
    const first = send(server.origin, LIST);
    await world.readOf(1);
    const others = [1, 2, 3, 4].map(() => send(server.origin, LIST));
    await world.askedBy(5);
    world.answer();
    await world.readOf(2);
    world.answer();
    const answers = await Promise.all([first, ...others]);
    assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size, 1);
    assert.match(answers[0].body, /"total":3}$/);
    assert.equal(world.reads(), 2);
  });

  test('is packed as each of them can read it', async () => {
    const world = aWorld(1_000);
    await using server = await startServer(world.ports);
    const get = async (encoding: string) => {
      const answer = request(server.origin + LIST, { headers: { 'accept-encoding': encoding } });
      await world.readOf(world.reads() + 1);
      world.answer();
      return answer;
    };
    const packed = await get('br');
    const plain = await get('identity');
    assert.deepEqual([packed.headers['content-encoding'], packed.headers['vary']], ['br', 'accept-encoding']);
    assert.equal(plain.headers['content-encoding'], undefined);
    const text = await plain.body.text();
    assert.equal(brotliDecompressSync(await packed.body.bytes()).toString(), text);
    assert.equal(JSON.parse(text).items.length, 1_000);
  });
});

/** So many CronJobs, which are read when the test says so. */
function aWorld(count: number) {
  const reading: (() => void)[] = [];
  let reads = 0;
  let asked = 0;
  const ports = {
    dataVersion: async () => {
      asked += 1;
      return 'v';
    },
    cronJobs: {
      ...emptyPorts().cronJobs,
      list: async () => {
        reads += 1;
        await new Promise<void>((resolve) => reading.push(resolve));
        const items = Array.from({ length: count }, (_, id) => aCronJob({ id, name: `job-${id}` }));
        return { items, total: count };
      },
    },
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise(setImmediate);
  };
  return {
    ports,
    reads: () => reads,
    answer: () => reading.shift()!(),
    readOf: (time: number) => until(() => reads >= time && reading.length > 0),
    askedBy: (callers: number) => until(() => asked >= callers),
  };
}
