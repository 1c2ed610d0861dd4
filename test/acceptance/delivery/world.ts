import type { Pod } from '../../../src/execution/pod.ts';
import { aContainer, aCronJob, aJob, anExit, aPod, T0 } from '../../../src/execution/testing.ts';
import { DAY } from '../../../src/lib/duration.ts';
import { DeniedNetworks } from '../../../src/lib/denied-networks.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { SecretText } from '../../../src/lib/secret-text.ts';
import { VirtualClock } from '../../../src/lib/virtual-clock.ts';
import { Monitor } from '../../../src/monitor/monitor.ts';
import { failed, succeeded } from '../../../src/monitor/testing.ts';
import { Channels } from '../../../src/notify/channels.ts';
import { Outbox } from '../../../src/notify/outbox.ts';
import { Receiver } from '../../../src/sandbox/receiver.ts';
import { openStore, type Store } from '../../../src/store/store.ts';

/** Monday, three in the morning, UTC: the virtual clock stands there at first. */
export const START = T0;

export interface WorldOptions {
  /** spec of the one monitor, which selects every CronJob; it tells the channel `hook` unless it says otherwise. */
  readonly monitor?: Readonly<Record<string, unknown>>;
  /** What is under alerting in it. */
  readonly alerting?: Readonly<Record<string, unknown>>;
  /** Of the channel `hook`. */
  readonly webhook?: Readonly<Record<string, unknown>>;
}

/** A webhook's default body, of one alert or of several, as far as these tests look at it. */
export interface Body {
  readonly status: 'firing' | 'resolved' | 'test';
  readonly title: string;
  readonly message: string;
  readonly cronJobName: string;
  /** Only in a message about several. */
  readonly alerts?: readonly Body[];
}

export interface Told {
  /** Ms since `START`. */
  readonly at: number;
  readonly key: string | null;
  readonly body: Body;
}

/**
 * All that happens between the end of a Job and a receiver, on a virtual clock: the Monitor, a real store, the
 * outbox and real HTTP. The test plays the cluster by hand, which is what lets a thousand CronJobs fail in
 * seconds of real time.
 */
export class DeliveryWorld implements AsyncDisposable {
  readonly clock = new VirtualClock(START);
  readonly store: Store;
  readonly receiver: Receiver;
  readonly monitor: Monitor;
  readonly channels: Channels;
  #outbox: Outbox;
  readonly #seen = new Set<string>();
  #fresh = true;
  #runs = 0;

  static async open(options: WorldOptions = {}): Promise<DeliveryWorld> {
    const clock = new VirtualClock(START);
    const store = await openStore({ path: ':memory:', log: silentLog });
    const receiver = await Receiver.start({ clock, host: '127.0.0.1', port: 0 });
    const world = new DeliveryWorld(clock, store, receiver);
    world.channel('hook', options.webhook);
    world.cronJobMonitor('all', {
      ...options.monitor,
      alerting: { channelRefs: [{ name: 'hook' }], ...options.alerting },
    });
    world.channels.onSynced();
    world.#outbox.start();
    await world.monitor.start();
    await world.settle();
    return world;
  }

  private constructor(clock: VirtualClock, store: Store, receiver: Receiver) {
    this.clock = clock;
    this.store = store;
    this.receiver = receiver;
    this.channels = new Channels({
      store: store.channels,
      cluster: {
        readSecretValue: async ({ name }) => ({
          kind: 'found',
          value: new SecretText(`${receiver.url}/${name}`),
        }),
        patchStatus: async () => {},
      },
      secrets: { watch: () => async () => {} },
      clock,
      log: silentLog,
      publicUrl: 'http://punctual.test',
      network: { denied: new DeniedNetworks([]), extraCa: null },
      onReady: async () => this.#outbox.wake(),
    });
    this.#outbox = this.#newOutbox();
    this.monitor = new Monitor({
      store,
      cluster: {
        podLog: async () => ({ text: 'boom\n', truncated: false }),
        podLogHead: async () => '',
        eventsAbout: async () => [],
        patchStatus: async () => {},
      },
      clock,
      log: silentLog,
      onDeliveries: () => this.#outbox.wake(),
      isFresh: () => this.#fresh,
    });
  }

  channel(name: string, webhook: Readonly<Record<string, unknown>> = {}): void {
    const spec = {
      type: 'webhook',
      webhook: { urlSecretRef: { name, namespace: 'ops', key: 'url' }, ...webhook },
    };
    this.channels.onChange({ kind: 'added', next: { uid: name, name, generation: 1, spec } });
    this.monitor.channelChanged({ kind: 'added', next: { name } });
  }

  /** A monitor is made, or changed when it was there before. */
  cronJobMonitor(name: string, spec: unknown, generation = 1): void {
    const next = {
      uid: name,
      namespace: 'payments',
      name,
      generation,
      createdAt: START,
      spec,
      status: null,
    };
    this.monitor.monitorChanged({ kind: 'added', next });
  }

  deleteMonitor(name: string): void {
    const last = {
      uid: name,
      namespace: 'payments',
      name,
      generation: 1,
      createdAt: START,
      spec: {},
      status: null,
    };
    this.monitor.monitorChanged({ kind: 'deleted', last, finalStateKnown: true });
  }

  /** A CronJob is made or changed: hourly, unless said otherwise. */
  cronJob(name: string, schedule = '0 * * * *'): void {
    this.#seen.add(name);
    const next = aCronJob({ uid: `uid-${name}`, name, schedule, createdAt: START - DAY });
    this.monitor.cronJobChanged({ kind: 'added', next });
  }

  /** From now on nothing is heard of the API server. */
  fallSilent(): void {
    this.#fresh = false;
  }

  /** It is heard again, after so long; what was missed has been told. */
  async heardAgain(silentMs: number): Promise<void> {
    this.#fresh = true;
    this.monitor.watchesFresh(silentMs);
    await this.settle();
  }

  /** A run of the CronJob, which is made when it is not there yet, fails now. */
  fail(cronJob: string, how: { readonly reason?: string; readonly nodeName?: string } = {}): void {
    const run = this.#startRun(cronJob);
    const { reason = null, nodeName = 'node-a' } = how;
    const exit = anExit(reason === null ? 3 : 137, (this.clock.now() - T0) / 1_000);
    const pod: Pod = aPod({
      uid: `pod-${run.uid}`,
      jobUid: run.uid,
      jobName: run.name,
      phase: 'Failed',
      reason,
      nodeName,
      containers: [aContainer({ state: exit })],
    });
    this.monitor.podChanged({ kind: 'added', next: pod });
    this.monitor.jobChanged({ kind: 'added', next: failed(run, this.clock.now()) });
  }

  /** A run of the CronJob succeeds now. */
  succeed(cronJob: string): void {
    this.monitor.jobChanged({ kind: 'added', next: succeeded(this.#startRun(cronJob), this.clock.now()) });
  }

  /** Lets the world live until `offsetMs` after its start. */
  runUntil(offsetMs: number): Promise<void> {
    return this.clock.runUntil(START + offsetMs, () => this.settle());
  }

  /** Lets everything that is due now happen. */
  async settle(): Promise<void> {
    while (!this.monitor.idle() || !this.#outbox.idle() || !this.channels.idle()) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Ends the outbox as a process's end does, and begins a new one. */
  async restartOutbox(): Promise<void> {
    await this.#outbox.stop();
    this.#outbox = this.#newOutbox();
    this.#outbox.start();
    await this.settle();
  }

  async acknowledge(cronJob: string): Promise<void> {
    const { items } = await this.store.alerts.list({ cronJob, active: true, limit: 1, offset: 0 });
    await this.store.alerts.acknowledge(items[0]!.id, { at: this.clock.now(), by: 'Ada', comment: null });
  }

  /** What a channel has delivered so far, oldest first. */
  told(channel = 'hook'): readonly Told[] {
    return this.receiver.messages
      .filter(({ path }) => path === `/${channel}`)
      .map(({ receivedAt, idempotencyKey, body }) => ({
        at: receivedAt - START,
        key: idempotencyKey,
        body: body as Body,
      }));
  }

  /** Likewise: `minutes status cronJob` of every alert in every message. */
  story(channel = 'hook'): readonly string[] {
    return this.told(channel).flatMap((message) =>
      alertsIn(message).map(({ status, cronJobName }) => `${message.at / 60_000}m ${status} ${cronJobName}`),
    );
  }

  /** Per alert of the CronJob, oldest first, what its ledger says: `event state: note`. */
  async ledger(cronJob: string): Promise<readonly (readonly string[])[]> {
    const { items } = await this.store.alerts.list({ cronJob, limit: 1_000, offset: 0 });
    const ledgers = await Promise.all(items.toReversed().map(({ id }) => this.store.deliveries.ofAlert(id)));
    return ledgers.map((entries) =>
      entries.map(({ event, state, why, times }) => {
        const note = why === null ? '' : `: ${why.note}`;
        return `${event} ${state}${note}${times > 1 ? ` (${times} times)` : ''}`;
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#outbox.stop();
    await this.channels.stop();
    await this.monitor.stop();
    await this.receiver.stop();
    await this.store.close();
  }

  /** A Job that runs since ten seconds. */
  #startRun(cronJob: string) {
    const owner = { uid: `uid-${cronJob}`, name: cronJob, controller: true };
    // A schedule that never comes: the runs are those that the test plays.
    if (!this.#seen.has(cronJob)) this.cronJob(cronJob, '0 0 31 2 *');
    this.#runs += 1;
    const startedAt = this.clock.now() - 10_000;
    return aJob({
      uid: `job-${this.#runs}`,
      name: `${cronJob}-${this.#runs}`,
      owner,
      scheduledTimestamp: null,
      createdAt: startedAt,
      startedAt,
    });
  }

  #newOutbox(): Outbox {
    const { store, channels, clock } = this;
    return new Outbox({
      store: store.deliveries,
      digests: store.digests,
      sender: channels,
      counters: store.channels,
      clock,
      log: silentLog,
    });
  }
}

/** Every alert that a message tells of: those of a digest, or its own. */
export function alertsIn({ body }: Told): readonly Body[] {
  return body.alerts ?? [body];
}
