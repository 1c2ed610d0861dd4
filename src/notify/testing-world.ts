import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { ChannelStatus } from '../alert/channel-status.ts';
import type { Delivery } from '../alert/delivery.ts';
import { DeniedNetworks } from '../lib/denied-networks.ts';
import { MINUTE } from '../lib/duration.ts';
import { silentLog } from '../lib/log.ts';
import { SecretText } from '../lib/secret-text.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { openStore, type Store } from '../store/store.ts';
import { type ChannelCluster, Channels } from './channels.ts';
import { Outbox, type OutboxStore } from './outbox.ts';
import { aDelivery, aMessageContext } from './testing.ts';

/** When `aWorld` begins. */
export const START = Date.UTC(2026, 10, 21, 2, 5, 10);

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

/** Three channels, one of them without its Secret, on a virtual clock with a real store and a real receiver. */
export interface World {
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly receiver: Receiver;
  readonly channels: Channels;
  readonly outbox: Outbox;
  /** Name of a Secret -> its URL; what is not here does not exist. */
  readonly secrets: Map<string, string>;
  /** Name of a channel -> the status last written. */
  readonly statuses: ReadonlyMap<string, ChannelStatus>;
  /** Writes a Secret, and tells who watches it. */
  readonly setSecret: (name: string, url: string) => void;
  readonly url: string;
  /** Puts rows into the outbox, and waits for what they cause. */
  readonly add: (...deliveries: Delivery[]) => Promise<void>;
  readonly settle: () => Promise<void>;
}

const open: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of open.reverse()) await close();
});

/** Lives until the end of the tests. `wrap` may come between the outbox and its rows. */
export async function aWorld(wrap: (store: OutboxStore) => OutboxStore = (store) => store): Promise<World> {
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

/** The alarm of an alert on channel `one`, and its end. */
export const alarm = aDelivery({ id: 'alarm', channel: 'one' });
export const recovery = aDelivery({
  id: 'recovery',
  channel: 'one',
  event: 'resolved',
  context: aMessageContext({ event: 'resolved', resolvedAt: START + MINUTE }),
});

/** What the ledger tells of a message about `alert-1`. */
export async function rowOf(store: Store, id: string) {
  const row = (await store.deliveries.ofAlert('alert-1')).find((delivery) => delivery.id === id);
  assert.ok(row, `no delivery ${id}`);
  return row;
}
