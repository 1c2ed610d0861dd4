import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../lib/duration.ts';
import { aDelivery, aMessageContext } from './testing.ts';
import { alarm, aWorld, recovery, rowOf, START } from './testing-world.ts';

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

  test('counts attempts that failed in a row, and keeps the last error when they end', async () => {
    const { clock, store, channels, statuses, receiver, add, settle } = await aWorld();
    const failures = async () => {
      await settle();
      const { consecutiveFailures, lastError, lastErrorAt } = (await store.channels.get('one'))!;
      return [consecutiveFailures, lastError, lastErrorAt];
    };
    assert.deepEqual(await failures(), [0, null, null]);
    receiver.answer = (_, response) => response.writeHead(503).end();
    await add(alarm);
    await channels.test('one');
    assert.deepEqual(await failures(), [2, 'the receiver answered HTTP 503', START]);
    await clock.runUntil(START + 2 * MINUTE, settle);
    assert.ok(statuses.get('one')!.consecutiveFailures! > 2, 'the resource tells it too');
    receiver.answer = (_, response) => response.end();
    await channels.test('one');
    const [left, error] = await failures();
    assert.deepEqual([left, error], [0, 'the receiver answered HTTP 503'], 'a test heals it too');
  });

  test('that fails is not ready even where the attempt cannot be noted', async () => {
    const { channels, receiver, settle, statuses, store } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(404).end();
    store.channels.noteAttempt = () => Promise.reject(new Error('the disk is full'));
    await channels.test('one');
    await settle();
    assert.equal(statuses.get('one')?.conditions?.[0]?.status, 'False');
    assert.equal((await store.channels.get('one'))?.ready, false);
  });

  test('whose state could not be written is noted with the next attempt', async () => {
    const { channels, receiver, settle, store } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(404).end();
    const works = { ...store.channels };
    store.channels.setReady = () => Promise.reject(new Error('the disk is full'));
    await channels.test('one');
    await settle();
    assert.equal((await store.channels.get('one'))?.ready, true, 'as it was');
    Object.assign(store.channels, works);
    await channels.test('one');
    await settle();
    assert.equal((await store.channels.get('one'))?.ready, false);
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

  test('that its receiver refused is ready again when its Secret changes', async () => {
    const { store, setSecret, url, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(410).end();
    await add(alarm);
    assert.equal((await store.channels.get('one'))!.readyReason, 'DeliveryRejected');
    receiver.answer = (_, response) => response.end();
    setSecret('one', `${url}/new`);
    await settle();
    assert.equal((await store.channels.get('one'))!.ready, true);
    await add(aDelivery({ id: 'next', alertId: 'alert-2', channel: 'one' }));
    assert.equal(receiver.taken.at(-1)!.path, '/new');
  });

  test('that an edit mends sends at once what waits for it', async () => {
    const { store, channels, receiver, add, settle } = await aWorld();
    await add(aDelivery({ id: 'waits', channel: 'secretless' }));
    const urlSecretRef = { name: 'two', namespace: 'ops', key: 'url' };
    const next = { uid: 'secretless', name: 'secretless', generation: 2 };
    channels.onChange({
      kind: 'modified',
      next: { ...next, spec: { type: 'webhook', webhook: { urlSecretRef } } },
    });
    await settle();
    assert.equal((await rowOf(store, 'waits')).state, 'sent');
    assert.equal(receiver.taken.length, 1);
  });

  test('without the Secret that it signs with is not ready, and heals by itself too', async () => {
    const { store, channels, setSecret, receiver, add, settle } = await aWorld();
    const webhook = {
      urlSecretRef: { name: 'one', namespace: 'ops', key: 'url' },
      signingSecretRef: { name: 'signing', namespace: 'ops', key: 'key' },
    };
    channels.onChange({
      kind: 'added',
      next: { uid: 'signed', name: 'signed', generation: 1, spec: { type: 'webhook', webhook } },
    });
    await settle();
    const before = await store.channels.get('signed');
    assert.equal(before!.readyMessage, 'Secret ops/signing does not exist');
    await add(aDelivery({ id: 'signed', channel: 'signed' }));
    assert.equal(receiver.taken.length, 0);
    setSecret('signing', 'k');
    await settle();
    assert.deepEqual([(await store.channels.get('signed'))!.ready, receiver.taken.length], [true, 1]);
  });

  test('that is not ready is tested all the same, and is ready when the receiver takes it', async () => {
    const { store, channels, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(404).end();
    await add(alarm);
    assert.equal((await store.channels.get('one'))!.ready, false);
    receiver.answer = (_, response) => response.end();
    const result = await channels.test('one');
    await settle();
    assert.ok(result.kind === 'done' && result.success);
    assert.equal((await store.channels.get('one'))!.ready, true);
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
