import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../lib/log.ts';
import { ApiError } from './api-error.ts';
import { type ClusterHandlers, ClusterWatch } from './cluster-watch.ts';
import { anObject } from './testing.ts';
import type { ApiResponse, RequestOptions, Transport } from './transport.ts';

/** An API with one object in each collection, and open, silent watches. Our own kinds may be missing. */
class QuietApi implements Pick<Transport, 'request' | 'json'> {
  readonly asked: string[] = [];
  readonly #installed: boolean;

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
    await new Promise((_, reject) => options.signal?.addEventListener('abort', reject));
    throw new Error('unreachable');
  }
}

async function watchOf(installed: boolean): Promise<{ api: QuietApi; watch: ClusterWatch; told: string[] }> {
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
  };
  const watch = new ClusterWatch({ transport: api, handlers, log: silentLog });
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
