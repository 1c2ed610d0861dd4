import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import type { ChannelStatus } from '../alert/channel-status.ts';
import type { Delivery } from '../alert/delivery.ts';
import { HOUR, MINUTE, SECOND } from '../lib/duration.ts';
import { silentLog } from '../lib/log.ts';
import { SecretText } from '../lib/secret-text.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { openStore, type Store } from '../store/store.ts';
import { type ChannelCluster, Channels } from './channels.ts';
import { DeniedNetworks } from '../lib/denied-networks.ts';
import { Outbox, type OutboxStore } from './outbox.ts';
import { aDelivery, aMessageContext } from './testing.ts';

const START = Date.UTC(2026, 10, 21, 2, 5, 10);

interface Taken {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: {
    readonly status?: string;
    readonly id?: string;
    readonly alerts?: readonly { readonly id: string }[];
  };
}

/** A receiver that answers as it is told, over real HTTP. */
class Receiver {
  readonly taken: Taken[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  readonly #server = createServer((request, response) => void this.#take(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const key = request.headers['idempotency-key'];
    this.taken.push({
      path: request.url!,
      key: typeof key === 'string' ? key : undefined,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    this.answer(request, response);
  }
}

interface World {
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly receiver: Receiver;
  readonly channels: Channels;
  readonly outbox: Outbox;
  /** Name of a Secret -> its URL; what is not here does not exist. */
  readonly secrets: Map<string, string>;
  /** Writes a Secret, and tells who watches it. */
  /** Name of a channel -> the status last written. */
  readonly statuses: ReadonlyMap<string, ChannelStatus>;
  readonly setSecret: (name: string, url: string) => void;
  readonly url: string;
  readonly add: (...deliveries: Delivery[]) => Promise<void>;
  readonly settle: () => Promise<void>;
}

const open: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of open.reverse()) await close();
});

async function aWorld(wrap: (store: OutboxStore) => OutboxStore = (store) => store): Promise<World> {
  const clock = new VirtualClock(START);
  const store = await openStore({ path: ':memory:', log: silentLog });
  const receiver = new Receiver();
  const url = await receiver.start();
  const secrets = new Map([
    ['one', `${url}/one/s3cret`],
    ['two', `${url}/two/s3cret`],
  ]);
  const statuses = new Map<string, ChannelStatus>();
  const cluster: ChannelCluster = {
    readSecretValue: async ({ name }) => {
      const value = secrets.get(name);
      return value === undefined
        ? { kind: 'missingSecret' }
        : { kind: 'found', value: new SecretText(value) };
    },
    patchStatus: async ({ name }, status) => void statuses.set(name, status),
  };
  const watches = new Map<string, () => void>();
  const channels = new Channels({
    store: store.channels,
    cluster,
    secrets: {
      watch: ({ name }, onChange) => {
        watches.set(name, onChange);
        return async () => watches.delete(name);
      },
    },
    clock,
    log: silentLog,
    publicUrl: 'http://d',
    network: { denied: new DeniedNetworks([]), extraCa: null },
    onReady: async (channel) => {
      await store.deliveries.bringForward(channel, clock.now());
      outbox.wake();
    },
  });
  for (const name of ['one', 'two', 'secretless']) {
    channels.onChange({
      kind: 'added',
      next: {
        uid: name,
        name,
        generation: 1,
        spec: { type: 'webhook', webhook: { urlSecretRef: { name, namespace: 'ops', key: 'url' } } },
      },
    });
  }
  const outbox = new Outbox({
    store: wrap(store.deliveries),
    digests: store.digests,
    sender: channels,
    counters: store.channels,
    clock,
    log: silentLog,
    random: () => 0,
  });
  outbox.start();
  open.push(async () => {
    await outbox.stop();
    await channels.stop();
    await receiver.stop();
    await store.close();
  });
  const settle = async () => {
    while (!outbox.idle() || !channels.idle()) await new Promise((resolve) => setImmediate(resolve));
  };
  const add = async (...deliveries: Delivery[]) => {
    await store.deliveries.insert(deliveries);
    outbox.wake();
    await settle();
  };
  const setSecret = (name: string, value: string) => {
    secrets.set(name, value);
    watches.get(name)?.();
  };
  await settle();
  return { setSecret, statuses, clock, store, receiver, channels, outbox, secrets, url, add, settle };
}

const alarm = aDelivery({ id: 'alarm', channel: 'one' });
const recovery = aDelivery({
  id: 'recovery',
  channel: 'one',
  event: 'resolved',
  context: aMessageContext({ event: 'resolved', resolvedAt: START + MINUTE }),
});

async function rowOf(store: Store, id: string) {
  const row = (await store.deliveries.ofAlert('alert-1')).find((delivery) => delivery.id === id);
  assert.ok(row, `no delivery ${id}`);
  return row;
}

describe('the outbox', () => {
  test('sends a row with its id as Idempotency-Key, marks it sent, and counts it', async () => {
    const { store, receiver, add } = await aWorld();
    await add(alarm);
    assert.deepEqual(
      receiver.taken.map(({ path, key, body }) => [path, key, body.status]),
      [['/one/s3cret', 'alarm', 'firing']],
    );
    const row = await rowOf(store, 'alarm');
    assert.deepEqual([row.state, row.attempts, row.sentAt, row.lastStatus], ['sent', 1, START, 200]);
    const channel = await store.channels.get('one');
    assert.deepEqual([channel!.alertsSent, channel!.lastAlertAt, channel!.ready], [1, START, true]);
  });

  test('tries again, later and later, until the receiver takes it', async () => {
    const { clock, store, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(500).end('broken');
    await add(alarm);
    const row = await rowOf(store, 'alarm');
    assert.deepEqual([row.state, row.attempts], ['pending', 1]);
    assert.match(row.lastError!, /HTTP 500: broken/);
    await clock.runUntil(START + MINUTE, settle);
    const tries = receiver.taken.length;
    assert.ok(tries >= 3 && tries <= 6, `${tries} tries in the first minute`);
    receiver.answer = (_, response) => response.end();
    await clock.runUntil(START + 10 * MINUTE, settle);
    assert.equal((await rowOf(store, 'alarm')).state, 'sent');
    assert.equal(receiver.taken.length, tries + 1);
  });

  test('waits as long as Retry-After asks', async () => {
    const { clock, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': '120' }).end();
    await add(alarm);
    await clock.runUntil(START + 119 * SECOND, settle);
    assert.equal(receiver.taken.length, 1);
    await clock.runUntil(START + 121 * SECOND, settle);
    assert.equal(receiver.taken.length, 2);
  });

  test('gives up after 24 hours, and says so', async () => {
    const { clock, store, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(503).end();
    await add(alarm);
    await clock.runUntil(START + 25 * HOUR, settle);
    const row = await rowOf(store, 'alarm');
    assert.equal(row.state, 'rejected');
    assert.match(row.lastError!, /given up after 24 h/);
    assert.equal((await store.channels.get('one'))!.alertsFailed, 1);
  });

  test('does not repeat what the receiver refuses, and the channel says why it is not ready', async () => {
    const { clock, store, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(404).end('no such hook');
    await add(alarm);
    await clock.runUntil(START + HOUR, settle);
    assert.equal(receiver.taken.length, 1);
    assert.equal((await rowOf(store, 'alarm')).state, 'rejected');
    const channel = await store.channels.get('one');
    assert.deepEqual([channel!.ready, channel!.readyReason], [false, 'DeliveryRejected']);
    assert.equal(channel!.readyMessage, 'The receiver answered HTTP 404: no such hook');
  });

  test('never lets a recovery overtake its alarm', async () => {
    const { clock, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(500).end();
    await add(alarm, recovery);
    await clock.runUntil(START + 30 * SECOND, settle);
    assert.ok(receiver.taken.every(({ body }) => body.status === 'firing'));
    receiver.answer = (_, response) => response.end();
    await clock.runUntil(START + 10 * MINUTE, settle);
    assert.deepEqual(
      receiver.taken.slice(-2).map(({ body }) => body.status),
      ['firing', 'resolved'],
    );
  });

  test('serves other channels while one receiver hangs', async () => {
    const { store, receiver, outbox } = await aWorld();
    let release = () => {};
    receiver.answer = (request, response) => {
      if (request.url!.startsWith('/one')) release = () => response.end();
      else response.end();
    };
    await store.deliveries.insert([alarm, aDelivery({ id: 'other', channel: 'two' })]);
    outbox.wake();
    while ((await rowOf(store, 'other')).state !== 'sent')
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await rowOf(store, 'alarm')).state, 'pending');
    release();
  });

  test('sends at once what a process before it had taken when it died', async () => {
    const { clock, store } = await aWorld();
    await store.deliveries.insert([alarm]);
    await store.deliveries.claimDue('one', START, 10, 30 * SECOND);
    const sent: string[] = [];
    await using next = new Outbox({
      store: store.deliveries,
      digests: store.digests,
      sender: {
        rateLimiting: () => ({ burstLimit: 10, maxAlertsPerHour: 100 }),
        messagesWait: () => {},
        send: async ({ id }) => {
          sent.push(id);
          return { kind: 'delivered', status: 200, latencyMs: 1 };
        },
      },
      counters: store.channels,
      clock,
      log: silentLog,
    });
    next.start();
    while (!next.idle()) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(sent, ['alarm']);
  });

  test('repeats a message with the same key when it could not mark it sent', async () => {
    let failures = 1;
    const { clock, store, receiver, add, settle } = await aWorld((deliveries) => ({
      ...deliveries,
      markSent: async (...sent) => {
        if (failures-- > 0) throw new Error('disk full');
        return deliveries.markSent(...sent);
      },
    }));
    await add(alarm);
    await clock.runUntil(START + 5 * MINUTE, settle);
    assert.deepEqual(
      receiver.taken.map(({ key }) => key),
      ['alarm', 'alarm'],
    );
    assert.equal((await rowOf(store, 'alarm')).state, 'sent');
  });
});

describe('a limit', () => {
  const flood = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const alertId = `alert-${index}`;
      const context = aMessageContext({ alertId, cronJobName: `job-${index}` });
      return aDelivery({ id: `row-${index}`, alertId, channel: 'one', context });
    });
  const keys = ({ receiver }: World) => receiver.taken.map(({ key }) => key);

  test('lets the burst through, each message by itself', async () => {
    const world = await aWorld();
    await world.add(...flood(10));
    assert.equal(world.receiver.taken.length, 10);
    assert.ok(world.receiver.taken.every(({ body }) => body.alerts === undefined));
  });

  test('joins what is more into one message that lists every alert, and tells each row which', async () => {
    const world = await aWorld();
    await world.add(...flood(11));
    const [{ key, body } = assert.fail('no message'), ...others] = world.receiver.taken;
    assert.equal(others.length, 0);
    assert.deepEqual(
      body.alerts?.map(({ id }) => id).sort(),
      flood(11)
        .map(({ alertId }) => alertId)
        .sort(),
    );
    for (const { alertId } of flood(11)) {
      const [row] = await world.store.deliveries.ofAlert(alertId);
      assert.deepEqual([row?.state, row?.digestId], ['sent', key]);
    }
    assert.equal((await world.store.channels.get('one'))?.alertsSent, 11);
  });

  test('holds over a restart, and what waits meanwhile is told together when there is room', async () => {
    const world = await aWorld();
    await world.add(...flood(10));
    await world.outbox.stop();
    await using next = new Outbox({
      store: world.store.deliveries,
      digests: world.store.digests,
      sender: world.channels,
      counters: world.store.channels,
      clock: world.clock,
      log: silentLog,
    });
    next.start();
    const settle = async () => {
      while (!next.idle() || !world.channels.idle()) await new Promise((resolve) => setImmediate(resolve));
    };
    await world.store.deliveries.insert(flood(13).slice(10));
    next.wake();
    await world.clock.runUntil(START + 36 * SECOND - 1, settle);
    assert.equal(world.receiver.taken.length, 10);
    assert.equal((await world.store.channels.get('one'))?.waiting, 3);

    await world.clock.runUntil(START + 36 * SECOND, settle);
    assert.deepEqual([world.receiver.taken.length, world.receiver.taken[10]?.body.alerts?.length], [11, 3]);
    assert.equal((await world.store.channels.get('one'))?.waiting, 0);
  });

  test('repeats a joined message with its key and its alerts, though others came meanwhile', async () => {
    const world = await aWorld();
    world.receiver.answer = (_, response) => response.writeHead(503).end();
    await world.add(...flood(11));
    await world.add(...flood(14).slice(11));
    world.receiver.answer = (_, response) => response.end();
    await world.clock.runUntil(START + HOUR, world.settle);
    const digests = world.receiver.taken.filter(({ body }) => body.alerts?.length === 11);
    assert.ok(digests.length >= 2);
    assert.equal(new Set(digests.map(({ key }) => key)).size, 1);
    for (const { alertId } of flood(14)) {
      assert.equal((await world.store.deliveries.ofAlert(alertId))[0]?.state, 'sent');
    }
  });

  test('takes nothing from what other channels may send', async () => {
    const world = await aWorld();
    await world.add(...flood(30), aDelivery({ id: 'other', alertId: 'other', channel: 'two' }));
    assert.ok(keys(world).includes('other'));
  });

  test('of a channel that is down joins what waits, and spends nothing on attempts that failed', async () => {
    const world = await aWorld();
    world.secrets.delete('one');
    for (const row of flood(40)) await world.add(row);
    await world.clock.runUntil(START + 2 * HOUR, world.settle);
    assert.equal(world.receiver.taken.length, 0);
    world.setSecret('one', `${world.url}/one/s3cret`);
    await world.settle();
    await world.clock.runUntil(START + 3 * HOUR, world.settle);
    const told = world.receiver.taken.flatMap(({ body }) => body.alerts?.map(({ id }) => id) ?? [body.id!]);
    assert.deepEqual(
      told.sort(),
      flood(40)
        .map(({ alertId }) => alertId)
        .sort(),
    );
    assert.ok(world.receiver.taken.length <= 10, `${world.receiver.taken.length} messages`);
  });
});

describe('a channel', () => {
  test('tells in the status of the resource how many alerts wait', async () => {
    const { clock, channels, statuses, add, settle } = await aWorld();
    const webhook = {
      urlSecretRef: { name: 'one', namespace: 'ops', key: 'url' },
      rateLimiting: { burstLimit: 1, maxAlertsPerHour: 1 },
    };
    const next = { uid: 's', name: 'slow', generation: 1, spec: { type: 'webhook', webhook } };
    channels.onChange({ kind: 'added', next });
    for (const id of ['a', 'b', 'c']) await add(aDelivery({ id, alertId: id, channel: 'slow' }));
    await clock.runUntil(START + MINUTE, settle);
    assert.equal(statuses.get('slow')!.waiting, 2);
    await clock.runUntil(START + 2 * HOUR, settle);
    assert.equal(statuses.get('slow')!.waiting, 0);
  });

  test('counts its messages in the status of the resource, once a minute at most', async () => {
    const { clock, statuses, add, settle } = await aWorld();
    assert.equal(statuses.get('one')!.alertsSent, 0);
    await add(alarm, recovery);
    await clock.runUntil(START + 59 * SECOND, settle);
    assert.equal(statuses.get('one')!.alertsSent, 0);
    await clock.runUntil(START + MINUTE, settle);
    assert.deepEqual(
      [statuses.get('one')!.alertsSent, statuses.get('one')!.lastAlertTime],
      [2, '2026-11-21T02:05:10Z'],
    );
  });

  test('without its Secret is not ready, says so, and heals by itself', async () => {
    const { store, setSecret, url, receiver, add, settle } = await aWorld();
    const before = await store.channels.get('secretless');
    assert.deepEqual(
      [before!.ready, before!.readyReason, before!.readyMessage],
      [false, 'SecretNotReadable', 'Secret ops/secretless does not exist'],
    );
    await add(aDelivery({ id: 'waits', channel: 'secretless' }));
    assert.equal(receiver.taken.length, 0);
    setSecret('secretless', `${url}/late`);
    await settle();
    assert.equal((await store.channels.get('secretless'))!.ready, true);
    assert.deepEqual(
      receiver.taken.map(({ path }) => path),
      ['/late'],
    );
  });

  test('takes a test alert, which counts as no alert', async () => {
    const { store, channels, receiver, settle } = await aWorld();
    const result = await channels.test('one');
    await settle();
    assert.ok(result.kind === 'done' && result.success);
    assert.match(result.message, /^The receiver answered HTTP 200 in \d+ ms\.$/);
    assert.equal(receiver.taken[0]!.body.status, 'test');
    assert.equal((await store.channels.get('one'))!.alertsSent, 0);
  });

  test('tells how a test failed, and never the URL', async () => {
    const { channels, secrets } = await aWorld();
    secrets.set('one', 'http://127.0.0.1:1/s3cret');
    const refused = await channels.test('one');
    assert.deepEqual(refused, { kind: 'done', success: false, message: 'The connection was refused' });
    secrets.set('one', 'not a url s3cret');
    const broken = await channels.test('one');
    assert.ok(broken.kind === 'done' && !broken.success);
    assert.doesNotMatch(broken.message, /s3cret/);
    assert.deepEqual(await channels.test('nobody'), { kind: 'notFound' });
  });

  test('with an invalid spec is not ready, names the field, and keeps its messages', async () => {
    const { store, channels, receiver, add, settle } = await aWorld();
    channels.onChange({
      kind: 'added',
      next: { uid: 'bad', name: 'bad', generation: 1, spec: { type: 'chat' } },
    });
    await settle();
    const channel = await store.channels.get('bad');
    assert.deepEqual([channel!.ready, channel!.readyReason], [false, 'InvalidSpec']);
    assert.match(channel!.readyMessage!, /spec\.chat/);
    await add(aDelivery({ id: 'kept', channel: 'bad' }));
    assert.equal((await rowOf(store, 'kept')).state, 'pending');
    assert.equal(receiver.taken.length, 0);
  });

  test('with a template sends what it makes, and a hostile log in it mentions nobody', async () => {
    const { channels, receiver, add } = await aWorld();
    const chat = {
      webhookSecretRef: { name: 'one', namespace: 'ops', key: 'url' },
      defaultChannel: '#cron',
      messageTemplate: '<!here> *{{ .Severity | upper }}* {{ .CronJobName }}\n```{{ .Logs }}```',
    };
    channels.onChange({
      kind: 'added',
      next: { uid: 't', name: 't', generation: 1, spec: { type: 'chat', chat } },
    });
    await add(
      aDelivery({
        id: 'd',
        channel: 't',
        context: aMessageContext({ logs: '``` <!channel> @everyone "q"' }),
      }),
    );
    assert.deepEqual(
      receiver.taken.map(({ body }) => body),
      [
        {
          channel: '#cron',
          text:
            '<!here> *CRITICAL* nightly-backup\n' +
            '```\u0060\u200b\u0060\u200b\u0060 &lt;!channel&gt; @\u200beveryone "q"```',
        },
      ],
    );
  });

  test('with a broken template is not ready, says where, keeps its messages, and heals by an edit', async () => {
    const { clock, store, channels, receiver, add, settle } = await aWorld();
    const put = async (generation: number, payloadTemplate: string) => {
      const webhook = { urlSecretRef: { name: 'one', namespace: 'ops', key: 'url' }, payloadTemplate };
      const spec = { type: 'webhook', webhook };
      channels.onChange({ kind: 'modified', next: { uid: 't', name: 't', generation, spec } });
      await settle();
    };
    await put(1, '{\n  "a": {{ .Foo }}\n}');
    const broken = await store.channels.get('t');
    assert.deepEqual(
      [broken!.ready, broken!.readyReason, broken!.readyMessage],
      [false, 'InvalidTemplate', 'spec.webhook.payloadTemplate line 2, column 11: unknown field .Foo'],
    );
    await add(aDelivery({ id: 'kept', channel: 't' }));
    assert.equal((await rowOf(store, 'kept')).state, 'pending');
    assert.equal(receiver.taken.length, 0);
    await put(2, '{ "id": {{ .ID | toJson }} }');
    assert.equal((await store.channels.get('t'))!.ready, true);
    await clock.runUntil(START + 5 * MINUTE, settle);
    assert.deepEqual(
      receiver.taken.map(({ body }) => body),
      [{ id: 'alert-1' }],
    );
  });

  test('whose template makes no JSON sends nothing, and tells where it went wrong', async () => {
    const { store, channels, receiver, add } = await aWorld();
    const webhook = {
      urlSecretRef: { name: 'one', namespace: 'ops', key: 'url' },
      payloadTemplate: '{ "logs": "{{ .Logs }}" }',
    };
    channels.onChange({
      kind: 'added',
      next: { uid: 't', name: 't', generation: 1, spec: { type: 'webhook', webhook } },
    });
    await add(aDelivery({ id: 'bad', channel: 't', context: aMessageContext({ logs: 'a "private" log' }) }));
    const row = await rowOf(store, 'bad');
    const reason = 'spec.webhook.payloadTemplate makes no valid JSON: see line 1, column 15 of its result';
    assert.deepEqual([row.state, row.lastError], ['rejected', `the message could not be made: ${reason}`]);
    const channel = await store.channels.get('t');
    assert.deepEqual(
      [channel!.ready, channel!.readyReason, channel!.readyMessage],
      [false, 'DeliveryRejected', `The message could not be made: ${reason}`],
    );
    assert.equal(receiver.taken.length, 0);
  });
});
