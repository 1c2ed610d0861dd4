import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../lib/virtual-clock.ts';
import type { ServerPorts } from './server.ts';
import { aCronJob, emptyPorts, NOW, startServer } from './testing.ts';
import { send } from './testing-send.ts';

const LIST = '/api/v1/cronjobs';

describe('an answer that follows from what is stored', () => {
  test('is not made again while nothing is stored', async () => {
    const world = aWorld();
    await using server = await startServer(world.ports);
    const first = await send(server.origin, LIST);
    const etag = String(first.headers['etag']);
    assert.match(etag, /^W\/"/);
    const again = await send(server.origin, LIST, { headers: { 'if-none-match': `"other", ${etag}` } });
    assert.deepEqual([again.status, again.body, again.headers['etag']], [304, '', etag]);
    assert.equal(world.reads(), 1);
  });

  test('is made again once anything is stored', async () => {
    const world = aWorld();
    await using server = await startServer(world.ports);
    const headers = { 'if-none-match': String((await send(server.origin, LIST)).headers['etag']) };
    world.write();
    assert.equal((await send(server.origin, LIST, { headers })).status, 200);
  });

  test('is made again once a run has left its window', async () => {
    const clock = new VirtualClock(NOW);
    const world = aWorld({ clock, holdMs: 1_000 });
    await using server = await startServer(world.ports);
    const headers = { 'if-none-match': String((await send(server.origin, LIST)).headers['etag']) };
    await clock.runUntil(NOW + 999, async () => {});
    assert.equal((await send(server.origin, LIST, { headers })).status, 304);
    await clock.runUntil(NOW + 1_000, async () => {});
    assert.equal((await send(server.origin, LIST, { headers })).status, 200);
  });

  test('is not taken for that to another question', async () => {
    const world = aWorld();
    await using server = await startServer(world.ports);
    const headers = { 'if-none-match': String((await send(server.origin, LIST)).headers['etag']) };
    assert.equal((await send(server.origin, `${LIST}?status=healthy`, { headers })).status, 200);
    assert.equal((await send(server.origin, `${LIST}?status=unheard`, { headers })).status, 400);
    assert.equal((await send(server.origin, `${LIST}/shop/none`, { headers })).status, 404);
  });

  test('is 304 to those who take whatever there is, and an error where there is nothing', async () => {
    const world = aWorld();
    await using server = await startServer(world.ports);
    const headers = { 'if-none-match': '*' };
    assert.equal((await send(server.origin, LIST, { headers })).status, 304);
    assert.equal((await send(server.origin, `${LIST}/shop/none`, { headers })).status, 404);
  });
});

/** One CronJob whose statistics hold so long from each reading on, and a count of the readings. */
function aWorld({ clock = new VirtualClock(NOW), holdMs = Infinity } = {}) {
  let version = 0;
  let reads = 0;
  const ports: Partial<ServerPorts> = {
    clock,
    dataVersion: async () => `v-${version}`,
    cronJobs: {
      ...emptyPorts().cronJobs,
      list: async () => {
        reads += 1;
        return { items: [aCronJob({ statisticsHoldUntil: clock.now() + holdMs })], total: 1 };
      },
    },
  };
  return { ports, reads: () => reads, write: () => (version += 1) };
}
