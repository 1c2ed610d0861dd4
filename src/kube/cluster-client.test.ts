import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from './api-error.ts';
import { ClusterClient } from './cluster-client.ts';
import type { KubeObject } from './kube-object.ts';
import type { RequestOptions } from './transport.ts';

interface Call extends Omit<RequestOptions, 'signal'> {
  readonly path: string;
}

/** A client whose requests are answered in order; an Error is thrown. */
function clientOf(...answers: readonly unknown[]): { client: ClusterClient; calls: Call[] } {
  const calls: Call[] = [];
  async function answer(path: string, { signal, ...options }: RequestOptions = {}): Promise<unknown> {
    assert.ok(signal, 'every request has a deadline');
    const next = answers[calls.length];
    calls.push({ path, ...options });
    if (next instanceof Error) throw next;
    return next;
  }
  const client = new ClusterClient({
    json: async <T>(path: string, options?: RequestOptions) => (await answer(path, options)) as T,
    request: async (path, options) => {
      const body = [Buffer.from((await answer(path, options)) as string)];
      return {
        status: 200,
        headers: {},
        body: (async function* () {
          yield* body;
        })(),
      };
    },
  });
  return { client, calls };
}

const NOT_FOUND = new ApiError(404, 'NotFound', 'gone');

describe('podLog', () => {
  const request = {
    namespace: 'shop',
    pod: 'p',
    container: 'main',
    previous: false,
    tailLines: 2,
    limitBytes: 1_000,
  };

  test('asks for one line more, so that it knows whether the beginning is missing', async () => {
    const { client, calls } = clientOf('a\nb\nc\n');
    assert.deepEqual(await client.podLog(request), {
      text: 'b\nc\n',
      truncated: true,
      omittedBytes: null,
    });
    const { path, query } = calls[0]!;
    assert.equal(path, '/api/v1/namespaces/shop/pods/p/log');
    assert.deepEqual(query, { container: 'main', tailLines: 3, limitBytes: 16_777_216 });
  });

  test('asks for the run before when told to', async () => {
    const { client, calls } = clientOf('');
    await client.podLog({ ...request, previous: true });
    assert.equal(calls[0]?.query?.['previous'], true);
  });

  test('asks for the beginning by its bytes, and takes no more than that', async () => {
    const { client, calls } = clientOf('abcdef');
    const { tailLines: _, ...reference } = request;
    assert.equal(await client.podLogHead({ ...reference, limitBytes: 4 }), 'abcd');
    assert.deepEqual(calls[0]?.query, { container: 'main', limitBytes: 4 });
  });
});

describe('eventsAbout', () => {
  const about = { namespace: 'shop', kind: 'Job', name: 'j', uid: 'u' };

  test('asks the server to cut to one object, and gives the latest last', async () => {
    const older = {
      metadata: { uid: 'e1' },
      type: 'Warning',
      reason: 'BackOff',
      message: 'm',
      involvedObject: { kind: 'Pod', name: 'p' },
      count: 4,
      firstTimestamp: '2026-01-01T00:00:01Z',
      lastTimestamp: '2026-01-01T00:00:05Z',
    };
    const newer = {
      metadata: { uid: 'e2' },
      type: 'Normal',
      reason: 'Started',
      involvedObject: { kind: 'Job', name: 'j' },
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: '2026-01-01T00:00:06.123456Z',
      series: { count: 2, lastObservedTime: '2026-01-01T00:00:08.000000Z' },
    };
    const { client, calls } = clientOf({ items: [newer, older] });
    const at = (ms: number) => Date.UTC(2026, 0, 1, 0, 0, 0, ms);
    assert.deepEqual(await client.eventsAbout(about), [
      {
        eventUid: 'e1',
        type: 'Warning',
        reason: 'BackOff',
        message: 'm',
        objectKind: 'Pod',
        objectName: 'p',
        count: 4,
        firstAt: at(1_000),
        lastAt: at(5_000),
      },
      {
        eventUid: 'e2',
        type: 'Normal',
        reason: 'Started',
        message: '',
        objectKind: 'Job',
        objectName: 'j',
        count: 2,
        firstAt: at(6_123),
        lastAt: at(8_000),
      },
    ]);
    assert.deepEqual(calls[0]?.query, {
      fieldSelector: 'involvedObject.kind=Job,involvedObject.name=j,involvedObject.uid=u',
      limit: 500,
    });
  });
});

describe('createJobFromCronJob', () => {
  const cronJob = {
    metadata: { name: 'backup', namespace: 'shop', uid: 'u' },
    spec: { jobTemplate: { spec: {} } },
  };
  const taken = new ApiError(409, 'AlreadyExists', 'there is one');
  const created: KubeObject = {
    metadata: { name: 'backup-manual-x', namespace: 'shop', uid: 'job', resourceVersion: '5' },
  };

  test('posts a Job made from the template and gives what the cluster made of it', async () => {
    const { client, calls } = clientOf(cronJob, created);
    const { name, uid } = await client.createJobFromCronJob('shop', 'backup');
    assert.deepEqual([name, uid], ['backup-manual-x', 'job']);
    assert.deepEqual(
      calls.map(({ method = 'GET', path }) => `${method} ${path}`),
      ['GET /apis/batch/v1/namespaces/shop/cronjobs/backup', 'POST /apis/batch/v1/namespaces/shop/jobs'],
    );
    assert.match(nameIn(calls[1]), /^backup-manual-[a-z0-9]{5}$/);
  });

  test('takes another name when one is taken', async () => {
    const { client, calls } = clientOf(cronJob, taken, created);
    await client.createJobFromCronJob('shop', 'backup');
    assert.notEqual(nameIn(calls[1]), nameIn(calls[2]));
  });

  test('gives up after three names', async () => {
    const { client } = clientOf(cronJob, taken, taken, taken);
    await assert.rejects(client.createJobFromCronJob('shop', 'backup'), { reason: 'AlreadyExists' });
  });

  test('rejects with 404 when there is no such CronJob', async () => {
    const { client } = clientOf(NOT_FOUND);
    await assert.rejects(client.createJobFromCronJob('shop', 'nope'), { code: 404 });
  });

  function nameIn(call: Call | undefined): string {
    assert.ok(call);
    return (call.body as KubeObject).metadata.name;
  }
});

describe('suspendCronJob', () => {
  for (const suspend of [true, false]) {
    test(`merges spec.suspend ${suspend} into the CronJob and leaves the rest of it alone`, async () => {
      const { client, calls } = clientOf({});
      await client.suspendCronJob('shop', 'back up', suspend);
      assert.deepEqual(calls, [
        {
          path: '/apis/batch/v1/namespaces/shop/cronjobs/back%20up',
          method: 'PATCH',
          query: { fieldManager: 'punctual' },
          contentType: 'application/merge-patch+json',
          body: { spec: { suspend } },
        },
      ]);
    });
  }

  test('rejects with 404 when there is no such CronJob', async () => {
    const { client } = clientOf(NOT_FOUND);
    await assert.rejects(client.suspendCronJob('shop', 'nope', true), { code: 404 });
  });
});

describe('readSecretValue', () => {
  const reference = { namespace: 'shop', name: 's', key: 'token' };
  const CASES: readonly { name: string; answer: unknown; kind: string }[] = [
    { name: 'a missing secret', answer: NOT_FOUND, kind: 'missingSecret' },
    { name: 'a secret without data', answer: {}, kind: 'missingKey' },
    { name: 'a secret without the key', answer: { data: { other: 'AA==' } }, kind: 'missingKey' },
    { name: 'a secret with the key', answer: { data: { token: 'cMOkc3M=' } }, kind: 'found' },
    { name: 'a secret with an empty value', answer: { data: { token: '' } }, kind: 'found' },
  ];
  for (const { name, answer, kind } of CASES) {
    test(`tells ${name} as ${kind}, asking for it by its name alone`, async () => {
      const { client, calls } = clientOf(answer);
      assert.equal((await client.readSecretValue(reference)).kind, kind);
      assert.equal(calls[0]?.path, '/api/v1/namespaces/shop/secrets/s');
    });
  }

  test('gives the text decoded, and hidden from every log', async () => {
    const { client } = clientOf({ data: { token: 'cMOkc3M=' } });
    const found = await client.readSecretValue(reference);
    assert.equal(found.kind === 'found' && found.value.reveal(), 'päss');
    assert.equal(JSON.stringify(found), '{"kind":"found","value":"[secret]"}');
  });

  test('does not take a name of every object for a key', async () => {
    const { client } = clientOf({ data: {} });
    assert.equal((await client.readSecretValue({ ...reference, key: 'constructor' })).kind, 'missingKey');
  });

  test('rejects when it may not read the secret', async () => {
    const { client } = clientOf(new ApiError(403, 'Forbidden', 'no'));
    await assert.rejects(client.readSecretValue(reference), { code: 403 });
  });
});

test('patchStatus merges into the status alone, with or without a namespace', async () => {
  const { client, calls } = clientOf({}, {});
  await client.patchStatus({ resource: 'cronjobmonitors', namespace: 'shop', name: 'm' }, { conditions: [] });
  await client.patchStatus({ resource: 'alertchannels', namespace: null, name: 'c' }, { ready: true });
  const common = {
    method: 'PATCH',
    query: { fieldManager: 'punctual' },
    contentType: 'application/merge-patch+json',
  };
  assert.deepEqual(calls, [
    {
      ...common,
      path: '/apis/punctual.dev/v1alpha1/namespaces/shop/cronjobmonitors/m/status',
      body: { status: { conditions: [] } },
    },
    {
      ...common,
      path: '/apis/punctual.dev/v1alpha1/alertchannels/c/status',
      body: { status: { ready: true } },
    },
  ]);
});
