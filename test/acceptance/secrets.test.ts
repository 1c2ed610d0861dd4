import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import type { AlertDetail } from '../../src/api/contract/alert.ts';
import { HOUR, MINUTE } from '../../src/lib/duration.ts';
import { SecretText } from '../../src/lib/secret-text.ts';
import { answering, type Behaviour, HostileReceiver } from './hostile-receiver.ts';
import { cronJob, type Manifest, monitor } from './manifests.ts';
import { World } from './world.ts';

/** Every secret that the run is given; each is long, and occurs nowhere else. */
const PLANTED = {
  path: 'PLANTEDpathT0K3N',
  query: 'PLANTEDqueryT0K3N',
  user: 'PLANTEDuser0001',
  password: 'PLANTEDpassw0rd',
  signing: 'PLANTEDsigningK3Y',
  header: 'PLANTEDheaderT0K3N',
  chat: 'PLANTEDchatT0K3N',
  unresolvable: 'PLANTEDunresolvableT0K3N',
  noUrl: 'PLANTED no url at all',
  log: 'PLANTEDlogPassw0rd',
  heartbeat: 'PLANTEDheartbeatT0K3N',
} as const;
/** The header stands in the channel's spec, which is no Secret: it is kept, and shown to nobody. */
const IN_NO_FILE = Object.values(PLANTED).filter((secret) => secret !== PLANTED.header);

/** Repeats the whole request, as a chatty server or a debugging proxy does. */
function echoing(status: number): Behaviour {
  return (socket, request) => answering(status, {}, request)(socket, request);
}

function secret(name: string, values: Readonly<Record<string, string>>): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' }, stringData: values };
}

function alertChannel(name: string, spec: object): Manifest {
  return { apiVersion: 'punctual.dev/v1alpha1', kind: 'AlertChannel', metadata: { name }, spec: { ...spec } };
}

function ref(name: string, key = 'url') {
  return { name, namespace: 'default', key };
}

async function plant(world: World, url: string): Promise<void> {
  const { host } = new URL(url);
  const { path, query, user, password, signing, header, chat, unresolvable, noUrl } = PLANTED;
  await world.create(
    secret('hook', {
      url: `http://${user}:${password}@${host}/hooks/${path}?key=${query}`,
      signing,
    }),
    secret('chat', { url: `${url}/services/${chat}` }),
    secret('gone', { url: `http://${unresolvable}.invalid/${unresolvable}` }),
    secret('broken', { url: noUrl }),
    alertChannel('hook', {
      type: 'webhook',
      webhook: {
        urlSecretRef: ref('hook'),
        signingSecretRef: ref('hook', 'signing'),
        headers: { authorization: `Bearer ${header}`, 'x-api-key': header },
      },
    }),
    alertChannel('chat', { type: 'chat', chat: { webhookSecretRef: ref('chat') } }),
    alertChannel('gone', { type: 'webhook', webhook: { urlSecretRef: ref('gone') } }),
    alertChannel('broken', { type: 'chat', chat: { webhookSecretRef: ref('broken') } }),
    monitor('all', ['hook', 'chat', 'gone', 'broken']),
    cronJob('leaky', {
      script: {
        durationMs: 10_000,
        exitCode: 3,
        log: [{ atMs: 0, text: `connecting with password=${PLANTED.log}\n` }],
      },
    }),
  );
}

/** Every GET route that the API documents, with names that exist. */
async function everyRoute(world: World): Promise<string[]> {
  const { paths } = await world.get<{ paths: Record<string, Record<string, unknown>> }>(
    '/api/v1/openapi.json',
  );
  const [alert] = await world.alerts();
  const [run] = await world.executions('leaky');
  const names: Readonly<Record<string, string>> = {
    '/api/v1/cronjobs': 'leaky',
    '/api/v1/monitors': 'all',
    '/api/v1/channels': 'hook',
    '/api/v1/alerts': alert!.id,
    '/api/v1/executions': run!.id,
  };
  const routes = Object.keys(paths).filter((path) => 'get' in paths[path]!);
  return routes.map((path) => {
    const collection = Object.keys(names).find((start) => path.startsWith(start));
    return path
      .replace('{namespace}', 'default')
      .replace(/\{(name|id)\}/, () => names[collection ?? ''] ?? `no-example-for-${path}`);
  });
}

test('planted secrets reach their receivers and nothing else: no log, answer, status, error or file', async () => {
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  await using receiver = await HostileReceiver.start(echoing(200));
  await using world = await World.start({
    log: pino({ level: 'trace' }, sink),
    sendTimeoutMs: 2_000,
    heartbeatUrl: new SecretText(`${receiver.url}/${PLANTED.heartbeat}`),
  });
  await plant(world, receiver.url);
  const answers: [where: string, text: string][] = [];
  for (const [step, status] of [200, 500, 429, 404, 401].entries()) {
    receiver.behaviour = echoing(status);
    await world.runUntil((step + 1) * HOUR + 6 * MINUTE);
    for (const name of ['hook', 'chat', 'gone', 'broken']) {
      const path = `/api/v1/channels/${name}/test`;
      answers.push([`POST ${path}`, await world.text(path, 'POST')]);
    }
    for (const route of [...(await everyRoute(world)), '/metrics', '/readyz', '/api/v1/channels/none']) {
      answers.push([`GET ${route}`, await world.text(route)]);
    }
  }
  assert.ok(
    !answers.some(([where]) => where.includes('no-example')),
    'every route was given names that exist',
  );
  const [alert] = await world.alerts();
  const { deliveries } = await world.get<AlertDetail>(`/api/v1/alerts/${alert!.id}`);
  assert.ok(
    deliveries.some(({ lastError }) => lastError?.includes('[hidden]')),
    'a refusal was quoted',
  );

  const received = receiver.requests.join('\n');
  for (const sent of ['path', 'query', 'header', 'chat', 'heartbeat'] as const) {
    assert.ok(received.includes(PLANTED[sent]), `${sent} reached its receiver`);
  }
  for (const [where, text] of answers) assertClean(where, text);
  assert.ok(lines.length > 0, 'the service logged');
  assertClean('the log', lines.join(''));
  for (const [where, text] of written(world)) assertClean(where, text);
  await world.stopService();
  for (const suffix of ['', '-wal'])
    assertClean('the database', readFile(world.databasePath + suffix), IN_NO_FILE);
});

/** What the service wrote into the cluster: statuses of its resources, and events. */
function written({ sandbox: { cluster } }: World): [where: string, text: string][] {
  const custom = ['alertchannels', 'cronjobmonitors'].flatMap((resource) =>
    cluster.list(cluster.findType('punctual.dev', resource)!, null),
  );
  const events = cluster.list(cluster.findType('', 'events')!, null);
  return [
    ...custom.map(({ metadata, status }): [string, string] => [metadata.name, JSON.stringify(status)]),
    ['the events', JSON.stringify(events)],
  ];
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function assertClean(where: string, text: string, secrets: readonly string[] = Object.values(PLANTED)): void {
  for (const planted of secrets) {
    for (const form of [planted, encodeURIComponent(planted), Buffer.from(planted).toString('base64')]) {
      assert.ok(!text.includes(form), `${where} holds ${form}: ${around(text, form)}`);
    }
  }
}

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return text.slice(Math.max(0, at - 100), at + 100);
}
