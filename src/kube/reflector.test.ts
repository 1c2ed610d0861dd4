import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Clock, systemClock } from '../lib/clock.ts';
import { ApiError } from './api-error.ts';
import type { KubeObject } from './kube-object.ts';
import type { Change } from './collection.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';
import { anObject, type Answer, RecordingLog, ScriptedApi } from './testing.ts';

interface Item {
  readonly uid: string;
  readonly name: string;
  readonly version: string;
}

interface Outcome {
  readonly api: ScriptedApi;
  readonly reflector: Reflector<Item>;
  /** `added a`, `modified a`, `replaced a`, `deleted a (known)`, `deleted a (unknown)`. */
  readonly changes: string[];
  /** The waits between attempts, in ms. */
  readonly waits: number[];
  readonly log: string[];
}

/** Runs a reflector until the script is used up and it has come back for more. */
async function play(
  answers: readonly Answer[],
  given: Partial<ReflectorOptions<Item>> = {},
): Promise<Outcome> {
  const api = new ScriptedApi(answers);
  const changes: string[] = [];
  const waits: number[] = [];
  const log = new RecordingLog();
  const reflector = new Reflector<Item>({
    transport: api,
    path: '/api/v1/pods',
    transform: toItem,
    onChange: (change) => changes.push(describeChange(change)),
    log,
    clock: impatientClock(waits),
    ...given,
  });
  reflector.start();
  await api.finished;
  await reflector.stop();
  return { api, reflector, changes, waits, log: log.lines };
}

/** Notes how long it was asked to sleep, and does not. */
function impatientClock(waits: number[]): Clock {
  return {
    ...systemClock,
    sleep: async (ms) => {
      waits.push(ms);
    },
  };
}

function toItem({ metadata }: KubeObject): Item {
  return { uid: metadata.uid, name: metadata.name, version: metadata.resourceVersion };
}

function describeChange(change: Change<Item>): string {
  if (change.kind !== 'deleted') return `${change.kind} ${change.next.name}`;
  return `deleted ${change.last.name}@${change.last.version} (${change.finalStateKnown ? 'known' : 'unknown'})`;
}

function list(resourceVersion: number, ...items: readonly KubeObject[]): Answer {
  return { kind: 'list', items, resourceVersion };
}

function watch(...events: readonly object[]): Answer {
  return { kind: 'watch', events };
}

function event(type: string, object: KubeObject): object {
  return { type, object };
}

function fails(code: number, reason = '', retryAfterMs: number | null = null): Answer {
  return { kind: 'error', error: new ApiError(code, reason, `answer ${code}`, retryAfterMs) };
}

const EXPIRED = fails(410, 'Expired');
const BOOKMARK = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '90' } } };

describe('the list', () => {
  test('reads pages of 500 of the newest state, then watches from its resourceVersion', async () => {
    const { api, changes, reflector } = await play([
      { kind: 'list', items: [anObject('a', 1)], resourceVersion: 10, continue: 'next' },
      list(10, anObject('b', 2)),
    ]);
    assert.deepEqual(api.queries.slice(0, 2), [{ limit: 500 }, { limit: 500, continue: 'next' }]);
    assert.deepEqual(changes, ['added a', 'added b']);
    assert.deepEqual([...reflector.store.keys()], ['shop/a', 'shop/b']);
    const { timeoutSeconds, ...query } = api.queries[2]!;
    assert.deepEqual(query, { watch: true, allowWatchBookmarks: true, resourceVersion: '10' });
    assert.ok(Number(timeoutSeconds) >= 300 && Number(timeoutSeconds) <= 600);
  });

  test('starts over when its continue token expires, the second time without pages', async () => {
    const half: Answer = { kind: 'list', items: [anObject('old', 1)], resourceVersion: 10, continue: 'next' };
    const { api, changes } = await play([half, EXPIRED, half, EXPIRED, list(20, anObject('new', 15))]);
    assert.deepEqual(api.queries.slice(0, 5), [
      { limit: 500 },
      { limit: 500, continue: 'next' },
      { limit: 500 },
      { limit: 500, continue: 'next' },
      {},
    ]);
    assert.deepEqual(changes, ['added new']);
  });

  const NO_LISTS: readonly { name: string; text: string }[] = [
    { name: 'other JSON', text: '{"message":"login required"}' },
    { name: 'HTML', text: '<html></html>' },
    { name: 'null', text: 'null' },
    { name: 'a list whose items are none', text: '{"metadata":{"resourceVersion":"30"},"items":{}}' },
  ];
  for (const { name, text } of NO_LISTS) {
    test(`takes ${name} for a failure, not for an empty collection`, async () => {
      const { changes, reflector } = await play([
        list(10, anObject('a', 1)),
        EXPIRED,
        { kind: 'body', text },
        list(30, anObject('a', 1)),
      ]);
      assert.deepEqual(changes, ['added a']);
      assert.equal(reflector.stats.errors, 1);
    });
  }

  test('tells after an expiry only what really changed', async () => {
    const { changes } = await play([
      list(10, anObject('same', 1), anObject('changed', 2), anObject('again', 3), anObject('gone', 4)),
      EXPIRED,
      list(30, anObject('same', 1), anObject('changed', 20), anObject('again', 21, { uid: 'other' })),
    ]);
    assert.deepEqual(changes.slice(4), ['modified changed', 'replaced again', 'deleted gone@4 (unknown)']);
  });

  test('sees another object behind the same name and resourceVersion, as after a restored backup', async () => {
    const { changes } = await play([
      list(10, anObject('a', 1)),
      EXPIRED,
      list(10, anObject('a', 1, { uid: 'other' })),
    ]);
    assert.deepEqual(changes, ['added a', 'replaced a']);
  });
});

describe('the watch', () => {
  test('tells each event, and a deletion with the final state', async () => {
    const { changes, reflector } = await play([
      list(10),
      watch(
        event('ADDED', anObject('a', 11)),
        event('MODIFIED', anObject('a', 12)),
        event('DELETED', anObject('a', 13)),
        event('ADDED', anObject('a', 14, { uid: 'second' })),
      ),
    ]);
    assert.deepEqual(changes, ['added a', 'modified a', 'deleted a@13 (known)', 'added a']);
    assert.equal(reflector.store.get('shop/a')?.uid, 'second');
  });

  test('tells an object of another uid under the same name as replaced', async () => {
    const { changes } = await play([
      list(10, anObject('a', 1)),
      watch(event('MODIFIED', anObject('a', 12, { uid: 'second' }))),
    ]);
    assert.deepEqual(changes, ['added a', 'replaced a']);
  });

  test('goes on from its last event, without listing, when the server ends it', async () => {
    const { api, waits } = await play([list(10), watch(event('ADDED', anObject('a', 11))), watch(BOOKMARK)]);
    assert.deepEqual(
      api.queries.map(({ resourceVersion }) => resourceVersion),
      [undefined, '10', '11', '90'],
    );
    assert.deepEqual(waits, []);
  });

  test('never takes half a line for an event', async () => {
    const whole = JSON.stringify(event('ADDED', anObject('a', 11)));
    const { changes, api } = await play([
      list(10),
      { kind: 'body', text: `${whole}\n${whole.replace('11', '12')}` },
    ]);
    assert.deepEqual(changes, ['added a']);
    assert.equal(api.queries[2]?.['resourceVersion'], '11');
  });

  test('tells nothing twice when the server repeats itself', async () => {
    const again = event('MODIFIED', anObject('a', 11));
    const { changes } = await play([list(10), watch(event('ADDED', anObject('a', 11)), again)]);
    assert.deepEqual(changes, ['added a']);
  });

  test('connects again from where it was, at once, when the server falls silent', async () => {
    const stalls: Answer = { kind: 'watch', events: [event('ADDED', anObject('a', 11))], stay: true };
    const { api, reflector, waits } = await play([list(10), stalls], { timing: { stallMs: 20 } });
    assert.equal(api.queries[2]?.['resourceVersion'], '11');
    assert.deepEqual([reflector.stats.stalls >= 1, reflector.stats.errors, waits], [true, 0, []]);
  });

  test('counts a watch that closes at once without an event as a failure, and waits', async () => {
    const { reflector, waits } = await play([list(10), watch(), watch()]);
    assert.equal(reflector.stats.errors, 2);
    assert.equal(waits.length, 2);
  });

  for (const [name, expiry] of [
    ['by its status', EXPIRED],
    ['by an ERROR event', watch({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })],
    [
      'by a cluster that was restored from a backup',
      { kind: 'error', error: new ApiError(504, 'Timeout', 'Too large resource version: 10, current: 7') },
    ],
  ] as const) {
    test(`lists again when its resourceVersion is refused as expired ${name}`, async () => {
      const { api, reflector } = await play([list(10), expiry, list(50)]);
      assert.deepEqual(api.queries[2], { limit: 500 });
      assert.equal(reflector.resourceVersion, '50');
      assert.equal(reflector.stats.expired, 1);
    });
  }

  test('tells for how long it saw nothing when it had to list again, and only then', async () => {
    let now = 0;
    // Every look at the clock is a second later.
    const clock = { ...impatientClock([]), now: () => (now += 1_000) };
    const blind: number[] = [];
    const onListedAgain = (blindMs: number) => void blind.push(blindMs);
    await play([list(10), watch({ type: 'BOOKMARK', object: anObject('a', 20) })], { onListedAgain, clock });
    assert.deepEqual(blind, []);
    await play([list(10), EXPIRED, list(50)], { onListedAgain, clock });
    assert.equal(blind.length, 1);
    assert.ok(blind[0]! > 0);
  });
});

const FAILURES: readonly { name: string; answer: Answer }[] = [
  ...[401, 403, 404, 429, 500, 503].map((code) => ({ name: `status ${code}`, answer: fails(code) })),
  { name: 'a broken connection', answer: { kind: 'error', error: new Error('ECONNRESET') } },
  { name: 'a line that is no JSON', answer: { kind: 'body', text: '<html>\n' } },
  { name: 'an event without an object', answer: { kind: 'body', text: '{"type":"ADDED"}\n' } },
  {
    name: 'an ERROR event',
    answer: watch({ type: 'ERROR', object: { code: 500, reason: 'InternalError' } }),
  },
];
for (const { name, answer } of FAILURES) {
  test(`${name} neither stops the watch nor makes it list again`, async () => {
    const { api, changes } = await play([
      list(10, anObject('a', 1)),
      answer,
      answer,
      watch(event('MODIFIED', anObject('a', 11))),
    ]);
    assert.deepEqual(
      api.queries.map(({ resourceVersion }) => resourceVersion),
      [undefined, '10', '10', '10', '11'],
    );
    assert.deepEqual(changes, ['added a', 'modified a']);
  });
}

describe('the wait between attempts', () => {
  test('doubles from 0.8 s to at most 30 s, and is short again after an event', async () => {
    const failures = Array.from({ length: 8 }, () => fails(500));
    const { waits } = await play([...failures, list(10), watch(BOOKMARK), fails(500)], { random: () => 0 });
    assert.deepEqual(waits, [800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000, 15_000, 800]);
  });

  test('is spread by chance over the upper half', async () => {
    const { waits } = await play([fails(500), fails(500)], { random: () => 0.999_999 });
    assert.deepEqual(waits, [1_600, 3_200]);
  });

  test('is as long as the server asks, but never hours', async () => {
    const { waits } = await play([fails(429, '', 7_000), fails(503, '', 86_400_000)]);
    assert.deepEqual(waits, [7_000, 300_000]);
  });
});

describe('what is our own fault', () => {
  test('a handler that throws is counted, and the next change is told', async () => {
    const told: string[] = [];
    const { reflector, log } = await play([list(10, anObject('a', 1), anObject('b', 2))], {
      onChange: (change) => {
        told.push(describeChange(change));
        throw new Error('handler broke');
      },
    });
    assert.deepEqual(told, ['added a', 'added b']);
    assert.equal(reflector.stats.handlerErrors, 2);
    assert.deepEqual(log, ['error a handler of cluster changes failed: handler broke']);
  });

  test('an object that cannot be read is left out and does not hold up the others', async () => {
    const { changes, reflector } = await play(
      [list(10, anObject('odd', 1), anObject('a', 2)), watch(event('MODIFIED', anObject('odd', 11)))],
      {
        transform: (object) => {
          if (object.metadata.name === 'odd') throw new Error('odd');
          return toItem(object);
        },
      },
    );
    assert.deepEqual(changes, ['added a']);
    assert.equal(reflector.stats.transformErrors, 2);
    assert.equal(reflector.resourceVersion, '11');
  });

  test('an object that cannot be read any more is not taken for deleted', async () => {
    let readable = true;
    const { changes, reflector } = await play(
      [list(10, anObject('a', 1)), EXPIRED, list(30, anObject('a', 20))],
      {
        transform: (object) => {
          if (!readable) throw new Error('odd');
          readable = false;
          return toItem(object);
        },
      },
    );
    assert.deepEqual([changes, reflector.store.size], [['added a'], 1]);
  });

  test('a failure is logged once, and its end too', async () => {
    const { log } = await play([
      fails(403),
      fails(403),
      fails(500),
      fails(403),
      list(10),
      watch(BOOKMARK),
      fails(403),
    ]);
    assert.deepEqual(log, [
      'warn the watch of the cluster fails and is tried again: answer 403',
      'warn the watch of the cluster fails and is tried again: answer 500',
      'info the watch of the cluster works again',
      'warn the watch of the cluster fails and is tried again: answer 403',
    ]);
  });
});

describe('a kind that may not be installed', () => {
  test('is empty, synced and no failure while the API does not know it', async () => {
    let synced = 0;
    const { reflector, log } = await play([fails(404), fails(404)], {
      absentIsEmpty: true,
      onSynced: () => synced++,
    });
    assert.deepEqual([reflector.synced, reflector.absent, synced], [true, true, 1]);
    assert.deepEqual([reflector.stats.errors, log], [0, []]);
    assert.notEqual(reflector.lastByteAt, null);
  });

  test('is read when it appears, and its objects are gone when it goes', async () => {
    const { changes, reflector } = await play(
      [fails(404), list(10, anObject('a', 1)), fails(404), fails(404)],
      { absentIsEmpty: true },
    );
    assert.deepEqual(changes, ['added a', 'deleted a@1 (unknown)']);
    assert.deepEqual([reflector.store.size, reflector.absent], [0, true]);
  });

  test('is not taken for gone by a 404 on the watch alone', async () => {
    const here = list(10, anObject('a', 1));
    const { changes, reflector } = await play([here, fails(404), here], { absentIsEmpty: true });
    assert.deepEqual([changes, reflector.absent], [['added a'], false]);
  });
});

describe('its life', () => {
  test('starting twice starts one, and stopping twice is harmless', async () => {
    const api = new ScriptedApi([list(10)]);
    const log = new RecordingLog();
    const reflector = new Reflector<Item>({
      transport: api,
      path: '/',
      transform: toItem,
      onChange: () => {},
      log,
    });
    reflector.start();
    reflector.start();
    await api.finished;
    await Promise.all([reflector.stop(), reflector.stop()]);
    await reflector.stop();
    assert.deepEqual([reflector.stats.lists, reflector.stats.watches, log.lines], [1, 1, []]);
  });

  test('after a stop it goes on where it was', async () => {
    const { api, reflector } = await play([list(10), watch(event('ADDED', anObject('a', 11)))]);
    reflector.start();
    await reflector.stop();
    assert.deepEqual(api.queries.at(-1)?.['resourceVersion'], '11');
    assert.equal(reflector.stats.lists, 1);
  });

  test('stopped from within a handler it tells nothing more', async () => {
    const api = new ScriptedApi([list(10, anObject('a', 1)), watch(event('ADDED', anObject('b', 11)))]);
    const told: string[] = [];
    const stopped = Promise.withResolvers<void>();
    const reflector: Reflector<Item> = new Reflector<Item>({
      transport: api,
      path: '/',
      transform: toItem,
      onChange: (change) => {
        told.push(describeChange(change));
        reflector.stop().then(stopped.resolve, stopped.reject);
      },
      log: new RecordingLog(),
    });
    reflector.start();
    await stopped.promise;
    assert.deepEqual([told, reflector.stats.watches], [['added a'], 0]);
  });
});
