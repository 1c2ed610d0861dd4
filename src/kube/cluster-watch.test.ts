import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { silentLog } from '../lib/log.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { ApiError } from './api-error.ts';
import { type ClusterHandlers, ClusterWatch, type ClusterWatchOptions } from './cluster-watch.ts';
import { anObject } from './testing.ts';
import type { ApiResponse, RequestOptions, Transport } from './transport.ts';

const BOOKMARK = JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '101' } } });

/** An API with one object in each collection, and open, silent watches. Our own kinds may be missing. */
class QuietApi implements Pick<Transport, 'request' | 'json'> {
  readonly asked: string[] = [];
  readonly #installed: boolean;
  readonly #watches: { readonly speak: () => void; readonly fail: (error: Error) => void }[] = [];

  constructor(installed: boolean) {
    this.#installed = installed;
  }

  async json<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const selector = options.query?.['labelSelector'];
    this.asked.push(selector === undefined ? path : `${path}?labelSelector=${String(selector)}`);
    if (path.includes('punctual.dev') && !this.#installed)
      throw new ApiError(404, 'NotFound', 'no such kind');
    return { metadata: { resourceVersion: '100' }, items: [anObject('a', 5)] } as T;
  }

  async request(_path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const { promise: spoke, resolve, reject } = Promise.withResolvers<void>();
    this.#watches.push({ speak: resolve, fail: reject });
    options.signal?.addEventListener('abort', reject);
    await spoke;
    async function* body() {
      yield Buffer.from(`${BOOKMARK}\n`);
      await new Promise((_, stopped) => options.signal?.addEventListener('abort', stopped));
    }
    return { status: 200, headers: {}, body: body() };
  }

  /** Sends a bookmark on every open watch. */
  speak(): void {
    for (const { speak } of this.#watches.splice(0)) speak();
  }

  /** Breaks every open watch. */
  fail(): void {
    for (const { fail } of this.#watches.splice(0)) fail(new Error('connection reset'));
  }
}

async function watchOf(
  installed: boolean,
  more: Pick<ClusterWatchOptions, 'clock' | 'timing'> = {},
): Promise<{ api: QuietApi; watch: ClusterWatch; told: string[] }> {
  const api = new QuietApi(installed);
  const told: string[] = [];
  const synced = Promise.withResolvers<void>();
  const tell = (kind: string) => () => told.push(kind);
  const handlers: ClusterHandlers = {
    onCronJob: tell('CronJob'),
    onJob: tell('Job'),
    onPod: tell('Pod'),
    onNamespace: tell('Namespace'),
    onMonitor: tell('CronJobMonitor'),
    onChannel: tell('AlertChannel'),
    onSynced: synced.resolve,
    onFresh: (silentMs) => told.push(`fresh after ${silentMs / 1_000} s`),
  };
  const watch = new ClusterWatch({ transport: api, handlers, log: silentLog, ...more });
  assert.deepEqual([watch.synced, watch.caughtUpTo(() => 0)], [false, false]);
  watch.start();
  await synced.promise;
  return { api, watch, told };
}

test('every kind is watched in all namespaces, and Pods only where they are of a Job', async () => {
  const { api, watch, told } = await watchOf(true);
  await using _ = watch;
  assert.deepEqual(api.asked.sort(), [
    '/api/v1/namespaces',
    '/api/v1/pods?labelSelector=job-name',
    '/apis/batch/v1/cronjobs',
    '/apis/batch/v1/jobs',
    '/apis/punctual.dev/v1alpha1/alertchannels',
    '/apis/punctual.dev/v1alpha1/cronjobmonitors',
  ]);
  assert.deepEqual(told.sort(), ['AlertChannel', 'CronJob', 'CronJobMonitor', 'Job', 'Namespace', 'Pod']);
});

for (const installed of [true, false]) {
  test(`it is synced and caught up when our own kinds are ${installed ? 'there' : 'not installed'}`, async () => {
    const { watch, told } = await watchOf(installed);
    await using _ = watch;
    assert.equal(watch.synced, true);
    assert.equal(told.includes('CronJobMonitor'), installed);
    assert.deepEqual([watch.caughtUpTo(() => 100), watch.caughtUpTo(() => 101)], [true, false]);
    for (const { lastByteAt, synced } of watch.freshness()) {
      assert.ok(synced && lastByteAt !== null && Date.now() - lastByteAt < 10_000);
    }
  });
}

describe('what was not told', () => {
  const isFreshness = (kind: string) => kind.startsWith('fresh');

  /** Lets so much time pass; the watches of the quiet API stay silent. */
  const pass = (clock: VirtualClock, seconds: number) =>
    clock.runUntil(clock.now() + seconds * 1_000, () => new Promise((resolve) => setImmediate(resolve)));

  test('means something while CronJobs and Jobs were heard within 90 s', async () => {
    const clock = new VirtualClock(1_000_000);
    const { watch } = await watchOf(true, { clock, timing: { stallMs: 1_000_000_000 } });
    await using _ = watch;
    assert.equal(watch.isFresh(), true);
    await pass(clock, 90);
    assert.equal(watch.isFresh(), true);
    await pass(clock, 1);
    assert.equal(watch.isFresh(), false);
  });

  test('means nothing from the instant on at which a connection breaks', async () => {
    const clock = new VirtualClock(1_000_000);
    const { api, watch } = await watchOf(true, { clock, timing: { stallMs: 1_000_000_000 } });
    await using _ = watch;
    await pass(clock, 1);
    api.fail();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(watch.isFresh(), false);
  });

  test('means something again a moment after both are heard again, which is told', async () => {
    const clock = new VirtualClock(1_000_000);
    const { api, watch, told } = await watchOf(true, { clock, timing: { stallMs: 1_000_000_000 } });
    await using _ = watch;
    await pass(clock, 100);
    assert.equal(watch.isFresh(), false);
    await pass(clock, 60);
    assert.deepEqual(told.filter(isFreshness), [], 'still silent');
    api.speak();
    await pass(clock, 2);
    assert.equal(watch.isFresh(), false, 'what was missed may still be on its way');
    await pass(clock, 10);
    assert.deepEqual([watch.isFresh(), told.filter(isFreshness)], [true, ['fresh after 166 s']]);
  });
});
