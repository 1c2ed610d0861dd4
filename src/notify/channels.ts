import { type ChannelSpec, type RateLimiting, type SecretRef, toChannelSpec } from '../alert/channel-spec.ts';
import type { OutboxMessage } from '../alert/delivery.ts';
import type { Clock } from '../lib/clock.ts';
import { MINUTE } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import type { SecretText } from '../lib/secret-text.ts';
import { type ChannelTemplate, readChannelTemplate } from './channel-template.ts';
import { type DeliveryOutcome, NOT_ASKED } from './outcome.ts';
import { openOutlet, type Outlet, type OutletOptions } from './outlet.ts';
import {
  type Blocked,
  type ChannelCounts,
  blocked,
  isSameReadiness,
  READY,
  type Readiness,
  readinessAfter,
  sentence,
  toStatus,
  wordReadiness,
} from './readiness.ts';
import { sendRequest } from './send-request.ts';
import { testDelivery } from './test-delivery.ts';
import { toRequest } from './to-request.ts';

/** An AlertChannel as the cluster has it. */
export interface ChannelResource {
  readonly uid: string;
  readonly name: string;
  readonly generation: number;
  /** As it was written. */
  readonly spec: unknown;
}

export type ChannelChange =
  | { readonly kind: 'added' | 'modified' | 'replaced'; readonly next: ChannelResource }
  | { readonly kind: 'deleted'; readonly last: ChannelResource };

export interface ChannelStore {
  upsert(resource: ChannelResource & { readonly type: string }): Promise<unknown>;
  delete(name: string): Promise<unknown>;
  replaceAll(resources: readonly (ChannelResource & { readonly type: string })[]): Promise<unknown>;
  /** How an attempt went; `error` is null when the receiver took the message. */
  noteAttempt(name: string, at: number, error: string | null): Promise<unknown>;
  setReady(name: string, ready: boolean, reason: string | null, message: string | null): Promise<unknown>;
  /** Null when there is none of that name. */
  get(name: string): Promise<ChannelCounts | null>;
}

/** What channels ask of the cluster. */
export interface ChannelCluster {
  readSecretValue(reference: SecretRef): Promise<SecretValue>;
  patchStatus(
    target: { readonly resource: 'alertchannels'; readonly namespace: null; readonly name: string },
    status: object,
  ): Promise<unknown>;
}

/** Tells when a Secret comes, changes or goes, so that a channel heals as soon as it can. */
export interface SecretWatcher {
  watch(
    secret: { readonly namespace: string; readonly name: string },
    onChange: () => void,
  ): () => Promise<unknown>;
}

type SecretValue =
  | { readonly kind: 'found'; readonly value: SecretText }
  | { readonly kind: 'missingSecret' }
  | { readonly kind: 'missingKey' };

export interface ChannelsOptions {
  readonly store: ChannelStore;
  readonly cluster: ChannelCluster;
  readonly secrets: SecretWatcher;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly network: OutletOptions;
  /** Real time that a receiver has for its answer; shortened in tests. */
  readonly sendTimeoutMs?: number;
  /** Told when a channel that was not ready is ready again: what waits for it may go now. */
  readonly onReady: (channel: string) => Promise<unknown>;
}

interface Channel {
  readonly resource: ChannelResource;
  readonly read: ReadSpec;
  readonly outlet: Outlet;
  /** Ends the watch of its Secrets. */
  unwatch: () => Promise<unknown>;
  readiness: Readiness | null;
  /** Of the channel as it was before the edit; null when there was none. */
  readonly readinessBefore: Readiness | null;
  /** When `readiness` became what it is. */
  readySince: number;
  /** Withdraws the status that is to be written; null when none is. */
  cancelStatus: (() => void) | null;
}

const DEFAULT_RATE_LIMITING: RateLimiting = { burstLimit: 10, maxAlertsPerHour: 100 };
/** How often at most a status is written because more messages were sent. */
const STATUS_EVERY_MS = MINUTE;

/**
 * The AlertChannels of the cluster: what they say, whether they are ready, and the way through them.
 * A channel is ready while its spec is valid, its Secret can be read, and its last message or test was
 * taken. Secrets are read when they are needed and kept nowhere.
 */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #channels = new Map<string, Channel>();
  /** Everything that writes goes one after the other, in the order in which it came. */
  #work: Promise<void> = Promise.resolve();
  #pending = 0;

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  /** Takes a change of an AlertChannel, in the cluster's order. */
  onChange(change: ChannelChange): void {
    if (change.kind === 'deleted') this.#remove(change.last);
    else this.#put(change.next);
  }

  /** Call once, after the first list: channels that went while nobody watched are forgotten. */
  onSynced(): void {
    const resources = [...this.#channels.values()].map(withType);
    this.#enqueue(() => this.#options.store.replaceAll(resources));
  }

  /** Whether the channels' state is written. */
  idle(): boolean {
    return this.#pending === 0;
  }

  /** Whether there is an AlertChannel of that name, valid or not. */
  has(name: string): boolean {
    return this.#channels.has(name);
  }

  async stop(): Promise<void> {
    const channels = [...this.#channels.values()];
    for (const { cancelStatus } of channels) cancelStatus?.();
    await Promise.all(channels.map(({ unwatch }) => unwatch()));
    await this.#work;
    await Promise.all(channels.map(({ outlet }) => outlet.dispatcher.destroy()));
    this.#channels.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Sends one message of the outbox, and notes whether the channel is well. */
  async send(message: OutboxMessage): Promise<DeliveryOutcome> {
    const channel = this.#channels.get(message.channel);
    if (channel === undefined) return retry(`there is no AlertChannel ${message.channel}`);
    const outcome = await this.#transmit(channel, message);
    this.#planStatus(channel);
    return outcome;
  }

  /** That messages wait for the channel's limit, which its status is to tell. */
  messagesWait(name: string): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#planStatus(channel);
  }

  /** How much a channel may send; of one that cannot send anything, what it may by default. */
  rateLimiting(name: string): RateLimiting {
    const read = this.#channels.get(name)?.read;
    return read?.kind === 'spec' ? read.spec.rateLimiting : DEFAULT_RATE_LIMITING;
  }

  /**
   * Sends a test alert the way that alerts go, now and once, also through a channel that is not ready.
   * It counts as no alert.
   */
  async test(
    name: string,
  ): Promise<
    | { readonly kind: 'notFound' }
    | { readonly kind: 'done'; readonly success: boolean; readonly message: string }
  > {
    const channel = this.#channels.get(name);
    if (channel === undefined) return { kind: 'notFound' };
    const outcome = await this.#transmit(channel, testDelivery(name, this.#options.clock.now()));
    if (outcome.kind !== 'delivered')
      return { kind: 'done', success: false, message: sentence(outcome.reason) };
    const message = `The receiver answered HTTP ${outcome.status} in ${outcome.latencyMs} ms.`;
    return { kind: 'done', success: true, message };
  }

  async #transmit(channel: Channel, message: OutboxMessage): Promise<DeliveryOutcome> {
    const attempt = await this.#attempt(channel, message);
    const outcome = attempt.kind === 'blocked' ? retry(attempt.message) : attempt;
    const error = outcome.kind === 'delivered' ? null : outcome.reason;
    const { store, clock } = this.#options;
    // A step each: whether the channel is well is noted also where the attempt cannot be.
    this.#enqueue(() => store.noteAttempt(channel.resource.name, clock.now(), error));
    this.#enqueue(() => this.#note(channel, readinessAfter(attempt)));
    return outcome;
  }

  async #attempt(channel: Channel, message: OutboxMessage): Promise<DeliveryOutcome | Blocked> {
    if (channel.read.kind === 'blocked') return channel.read;
    const { spec, template } = channel.read;
    const url = await this.#read(urlRef(spec));
    if (url.kind === 'blocked') return url;
    const signing = spec.type === 'webhook' ? spec.signingSecretRef : null;
    const secret = signing === null ? null : await this.#read(signing);
    if (secret?.kind === 'blocked') return secret;
    const made = toRequest(spec, message, {
      publicUrl: this.#options.publicUrl,
      signingSecret: secret?.value.reveal() ?? null,
      template,
    });
    if (made.kind === 'failed') {
      return { kind: 'rejected', reason: `the message could not be made: ${made.reason}`, ...NOT_ASKED };
    }
    const address = url.value.reveal().trim();
    const { clock, sendTimeoutMs } = this.#options;
    return sendRequest(address, made.request, {
      outlet: channel.outlet,
      now: clock.now(),
      ...(sendTimeoutMs === undefined ? {} : { timeoutMs: sendTimeoutMs }),
    });
  }

  async #read(reference: SecretRef): Promise<{ kind: 'value'; value: SecretText } | Blocked> {
    const name = `Secret ${reference.namespace}/${reference.name}`;
    try {
      const read = await this.#options.cluster.readSecretValue(reference);
      switch (read.kind) {
        case 'found':
          return { kind: 'value', value: read.value };
        case 'missingSecret':
          return blocked('SecretNotReadable', `${name} does not exist`);
        case 'missingKey':
          return blocked('SecretNotReadable', `${name} has no key ${reference.key}`);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return blocked('SecretNotReadable', `${name} could not be read: ${why}`);
    }
  }

  #put(resource: ChannelResource): void {
    const known = this.#channels.get(resource.name);
    const isSame = known?.resource.uid === resource.uid && known.resource.generation === resource.generation;
    if (isSame) return;
    const channel: Channel = {
      resource,
      read: readSpec(resource.spec),
      outlet: known?.outlet ?? openOutlet(this.#options.network),
      unwatch: async () => {},
      readiness: null,
      readinessBefore: known?.readiness ?? known?.readinessBefore ?? null,
      readySince: this.#options.clock.now(),
      cancelStatus: null,
    };
    this.#channels.set(resource.name, channel);
    this.#enqueue(async () => {
      await known?.unwatch();
      await this.#options.store.upsert(withType(channel));
      await this.#assess(channel);
    });
    if (channel.read.kind === 'spec') {
      const onChange = () => this.#enqueue(() => this.#assess(channel));
      const ends = secretRefs(channel.read.spec).map((secret) =>
        this.#options.secrets.watch(secret, onChange),
      );
      channel.unwatch = () => Promise.all(ends.map((end) => end()));
    }
  }

  #remove({ name, uid }: ChannelResource): void {
    const known = this.#channels.get(name);
    if (known?.resource.uid !== uid) return;
    this.#channels.delete(name);
    this.#enqueue(async () => {
      await known.unwatch();
      await this.#options.store.delete(name);
      await known.outlet.dispatcher.close();
    });
  }

  /** What can be said of a channel before anything was sent through it. */
  async #assess(channel: Channel): Promise<void> {
    const obstacle = channel.read.kind === 'blocked' ? channel.read : await this.#obstacle(channel.read.spec);
    await this.#note(channel, obstacle === null ? READY : readinessAfter(obstacle));
  }

  /** Which of its Secrets cannot be read, and why; null when all can. */
  async #obstacle(spec: ChannelSpec): Promise<Blocked | null> {
    for (const reference of secretRefs(spec)) {
      const read = await this.#read(reference);
      if (read.kind === 'blocked') return read;
    }
    return null;
  }

  async #note(channel: Channel, readiness: Readiness): Promise<void> {
    const { name } = channel.resource;
    if (this.#channels.get(name) !== channel || isSameReadiness(channel.readiness, readiness)) return;
    const healed = (channel.readiness ?? channel.readinessBefore)?.ready === false && readiness.ready;
    const { store, clock } = this.#options;
    const { reason, message } = wordReadiness(readiness);
    const since = clock.now();
    await store.setReady(name, readiness.ready, reason, message);
    // Known only once it is noted: where that fails, the next attempt notes it again.
    channel.readiness = readiness;
    channel.readySince = since;
    if (healed) await this.#options.onReady(name);
    await this.#writeStatus(channel);
  }

  /** Messages sent, failed and waiting are counted in the status too, but not with a write for each. */
  #planStatus(channel: Channel): void {
    const { clock } = this.#options;
    channel.cancelStatus ??= clock.setTimer(clock.now() + STATUS_EVERY_MS, () => {
      this.#enqueue(() => this.#writeStatus(channel));
    });
  }

  async #writeStatus(channel: Channel): Promise<void> {
    const { name, generation } = channel.resource;
    channel.cancelStatus?.();
    channel.cancelStatus = null;
    const { store, cluster } = this.#options;
    const counts = await store.get(name);
    const { readiness, readySince } = channel;
    if (counts === null || readiness === null || this.#channels.get(name) !== channel) return;
    const target = { resource: 'alertchannels', namespace: null, name } as const;
    await cluster.patchStatus(target, toStatus(readiness, readySince, generation, counts));
  }

  #enqueue(step: () => Promise<unknown>): void {
    this.#pending += 1;
    this.#work = this.#work
      .then(step)
      .then(() => {})
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "a channel's state could not be written");
      })
      .finally(() => {
        this.#pending -= 1;
      });
  }
}

/** Not the receiver's fault, and it heals when somebody mends the channel: worth another try. */
function retry(reason: string): DeliveryOutcome {
  return { kind: 'retry', reason, retryAfterMs: null, ...NOT_ASKED };
}

/** All that a message needs. */
function secretRefs(spec: ChannelSpec): readonly SecretRef[] {
  const signing = spec.type === 'webhook' ? spec.signingSecretRef : null;
  return signing === null ? [urlRef(spec)] : [urlRef(spec), signing];
}

function urlRef(spec: ChannelSpec): SecretRef {
  return spec.type === 'chat' ? spec.webhookSecretRef : spec.urlSecretRef;
}

function withType({ resource, read }: Channel): ChannelResource & { readonly type: string } {
  return { ...resource, type: read.kind === 'spec' ? read.spec.type : typeText(resource.spec) };
}

/** The type that an invalid spec claims. */
function typeText(spec: unknown): string {
  const type: unknown = typeof spec === 'object' && spec !== null ? Reflect.get(spec, 'type') : undefined;
  return typeof type === 'string' ? type : '';
}

/** What an AlertChannel says, read once; blocked when nothing can go out until somebody edits it. */
type ReadSpec =
  | { readonly kind: 'spec'; readonly spec: ChannelSpec; readonly template: ChannelTemplate | null }
  | Blocked;

function readSpec(source: unknown): ReadSpec {
  const parsed = toChannelSpec(source);
  if (parsed.kind === 'invalid') {
    const problems = parsed.problems.map(({ field, message }) => `${field} ${message}`);
    return blocked('InvalidSpec', problems.join('; '));
  }
  const read = readChannelTemplate(parsed.spec);
  if (read.kind === 'invalid') return blocked('InvalidTemplate', read.message);
  return { kind: 'spec', spec: parsed.spec, template: read.template };
}
