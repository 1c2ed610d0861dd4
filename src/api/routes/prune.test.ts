import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY } from '../../lib/duration.ts';
import type { ServerPorts } from '../server.ts';
import { send } from '../testing-send.ts';
import { NOW, type RunningServer, startServer } from '../testing.ts';

const PATH = '/api/v1/admin/prune';

describe('a prune', () => {
  test('deletes what ended before the given days and tells how much that was', async () => {
    const { prune, asked } = recording();
    await using server = await startServer({ prune });
    const { status, body } = await post(server, '{"olderThanDays":30}');
    assert.equal(status, 200);
    assert.deepEqual(body, { executionsDeleted: 12, logsDeleted: 3, eventsDeleted: 4 });
    assert.equal(asked[0]?.before, NOW - 30 * DAY);
    assert.equal(asked[0]?.dryRun, false);
  });

  test('says so when it is a dry run', async () => {
    const { prune, asked } = recording();
    await using server = await startServer({ prune });
    const { body } = await post(server, '{"olderThanDays":36500,"dryRun":true}');
    assert.equal(asked[0]?.dryRun, true);
    assert.equal(body.executionsDeleted, 12);
  });

  test('keeps the runs whose Jobs the cluster still has', async () => {
    const { prune, asked } = recording();
    await using server = await startServer({ prune, isLiveJob: (jobUid) => jobUid === 'live' });
    await post(server, '{"olderThanDays":1}');
    assert.equal(asked[0]?.keeps('live'), true);
    assert.equal(asked[0]?.keeps('gone'), false);
  });

  test('is refused until it is known which Jobs the cluster has', async () => {
    const { prune, asked } = recording();
    const notReadyReasons = () => ['jobs have not been listed yet'];
    await using server = await startServer({ prune, notReadyReasons });
    const { status, body } = await post(server, '{"olderThanDays":1}');
    assert.equal(status, 409);
    assert.equal(body.error, 'refused');
    assert.match(body.message, /jobs have not been listed yet/);
    assert.deepEqual(body.details, { waitsFor: ['jobs have not been listed yet'] });
    assert.equal(asked.length, 0);
  });

  test('is refused while another is under way, and not afterwards', async () => {
    const { prune, asked, end } = lasting();
    await using server = await startServer({ prune });
    const first = post(server, '{"olderThanDays":1}');
    await asked;
    const second = await post(server, '{"olderThanDays":1}');
    assert.equal(second.status, 409);
    assert.equal(second.body.error, 'refused');
    assert.match(second.body.message, /under way/);
    end();
    assert.equal((await first).status, 200);
    assert.equal((await post(server, '{"olderThanDays":1}')).status, 200);
  });

  test('that fails does not stand in the way of the next', async () => {
    const outcomes: (() => Promise<Counts>)[] = [
      () => Promise.reject(new Error('disk I/O error')),
      async () => COUNTS,
    ];
    await using server = await startServer({ prune: () => outcomes.shift()!() });
    assert.equal((await post(server, '{"olderThanDays":1}')).status, 500);
    assert.equal((await post(server, '{"olderThanDays":1}')).status, 200);
  });

  test('ends early with the server, and tells what it has done', async () => {
    const { prune, asked } = lasting();
    const server = await startServer({ prune });
    const answer = post(server, '{"olderThanDays":1}');
    await asked;
    await server[Symbol.asyncDispose]();
    assert.deepEqual((await answer).body, { executionsDeleted: 12, logsDeleted: 3, eventsDeleted: 4 });
  });

  const REFUSED: readonly { readonly body: string; readonly field: string }[] = [
    { body: '', field: 'olderThanDays' },
    { body: '{}', field: 'olderThanDays' },
    { body: '{"dryRun":true}', field: 'olderThanDays' },
    { body: '{"olderThanDays":0}', field: 'olderThanDays' },
    { body: '{"olderThanDays":-1}', field: 'olderThanDays' },
    { body: '{"olderThanDays":36501}', field: 'olderThanDays' },
    { body: '{"olderThanDays":1.5}', field: 'olderThanDays' },
    { body: '{"olderThanDays":"30"}', field: 'olderThanDays' },
    { body: '{"olderThanDays":null}', field: 'olderThanDays' },
    { body: '{"olderThanDays":30,"dryRun":"true"}', field: 'dryRun' },
    { body: '{"olderThanDays":30,"dryRun":null}', field: 'dryRun' },
    { body: '{"olderThanDays":30,"dryrun":true}', field: 'dryrun' },
    { body: '[30]', field: 'body' },
    { body: 'olderThanDays=30', field: 'body' },
  ];
  for (const { body, field } of REFUSED) {
    test(`deletes nothing on ${body === '' ? 'no body' : body}`, async () => {
      const { prune, asked } = recording();
      await using server = await startServer({ prune });
      const answer = await post(server, body);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body.details, { field });
      assert.equal(asked.length, 0);
    });
  }

  test('tells whoever misspells a field which there are', async () => {
    await using server = await startServer();
    const { body } = await post(server, '{"olderThanDays":30,"dry_run":true}');
    assert.equal(body.message, 'The field dry_run is unknown; there are olderThanDays and dryRun.');
  });
});

type Request = Parameters<ServerPorts['prune']>[0];
type Counts = Awaited<ReturnType<ServerPorts['prune']>>;

const COUNTS: Counts = { executions: 12, logs: 3, events: 4 };

function recording() {
  const asked: Request[] = [];
  const prune = async (request: Request): Promise<Counts> => {
    asked.push(request);
    return COUNTS;
  };
  return { prune, asked };
}

/** A prune that lasts until `end` is called or it is told to end; `asked` resolves when it has begun. */
function lasting() {
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const prune = async ({ signal }: Request): Promise<Counts> => {
    signal.addEventListener('abort', () => ended.resolve());
    asked.resolve();
    await ended.promise;
    return COUNTS;
  };
  return { prune, asked: asked.promise, end: ended.resolve };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are about what is in it
async function post({ origin }: RunningServer, body: string): Promise<{ status: number; body: any }> {
  const answer = await send(origin, PATH, { method: 'POST', body });
  return { status: answer.status, body: JSON.parse(answer.body) };
}
