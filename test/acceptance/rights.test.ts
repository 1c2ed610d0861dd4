import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { MINUTE } from '../../src/lib/duration.ts';
import { channel, cronJob, failing, monitor } from './manifests.ts';
import { World } from './world.ts';

const RULES = join(import.meta.dirname, '../../deploy/rbac.yaml');

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** `verb group/resource`, as a rule of RBAC grants it. */
function granted(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group}/${resource}`)),
    ),
  );
}

const PATH =
  /^\/(?:api|apis\/(?<group>[^/]+))\/v[^/]+(?:\/namespaces\/[^/]+(?=\/))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+)(?:\/(?<sub>[^/]+))?)?$/;

/** Likewise, what a request needs. */
function needed({ method, url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://cluster');
  const parts = PATH.exec(pathname)?.groups;
  assert.ok(parts, `a request for ${pathname}`);
  const { group = '', resource, name, sub } = parts;
  const isWatch = ['1', 'true'].includes(searchParams.get('watch') ?? '');
  const reading = name !== undefined ? 'get' : isWatch ? 'watch' : 'list';
  const verb = method === 'GET' ? reading : method === 'POST' ? 'create' : method!.toLowerCase();
  return `${verb} ${group}/${resource}${sub === undefined ? '' : `/${sub}`}`;
}

const FORBIDDEN = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'Forbidden',
  code: 403,
  message: 'User "system:serviceaccount:punctual:punctual" cannot do that',
};

/** A way to a cluster that notes what is asked on it, and refuses some of it. */
class Gate implements AsyncDisposable {
  readonly asked = new Set<string>();
  readonly #refused: ReadonlySet<string>;
  #server: Server | null = null;

  constructor(refused: readonly string[] = []) {
    this.#refused = new Set(refused);
  }

  async open(target: string): Promise<string> {
    const { hostname, port } = new URL(target);
    this.#server = createServer((question, answer) => this.#pass(question, answer, { hostname, port }));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #pass(question: IncomingMessage, answer: ServerResponse, to: { hostname: string; port: string }): void {
    const right = needed(question);
    this.asked.add(right);
    if (this.#refused.has(right)) {
      answer.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(FORBIDDEN));
      return;
    }
    const { method, url, headers } = question;
    const onward = request({ ...to, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      answer.flushHeaders();
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    question.pipe(onward);
  }
}

function readRules(): Rule[] {
  const documents = parseAllDocuments(readFileSync(RULES, 'utf8'));
  return documents.flatMap((document) => {
    assert.deepEqual(document.errors, []);
    return ((document.toJS() as { rules?: readonly Rule[] }).rules ?? []).slice();
  });
}

/** A CronJob that fails, and a channel that hears of it. */
async function failingWorld(gate: Gate): Promise<World> {
  const world = await World.start({ detour: (url) => gate.open(url) });
  await world.create(
    ...channel('hook', 'webhook', world.receiver.url),
    monitor('all', ['hook']),
    cronJob('nightly', { script: failing(3) }),
  );
  await world.runUntil(6 * MINUTE);
  return world;
}

test('deploy/rbac.yaml grants what Punctual asks a cluster for, and nothing else', async () => {
  await using gate = new Gate();
  await using world = await failingWorld(gate);
  assert.equal(world.messages().length, 1, 'a failure is told, with what was read about it');
  for (const act of ['trigger', 'suspend', 'resume']) {
    await world.post(`/api/v1/cronjobs/default/nightly/${act}`);
  }
  await world.settle();
  assert.deepEqual([...gate.asked].sort(), granted(readRules()).sort());
});

test('a failure is told without what Punctual has no right to read, and though it may not write a status', async () => {
  const refused = [
    'get /pods/log',
    'list /events',
    ...['alertchannels', 'cronjobmonitors'].map((resource) => `patch punctual.dev/${resource}/status`),
  ];
  await using gate = new Gate(refused);
  await using world = await failingWorld(gate);
  assert.deepEqual(
    refused.filter((right) => !gate.asked.has(right)),
    [],
  );
  assert.equal(world.messages().length, 1);
  assert.partialDeepStrictEqual(world.messages()[0]!.body, { exitCode: 3, logs: '', events: '' });
});

test('deploy/rbac.yaml gives no right to Secrets but by their names', () => {
  const secrets = readRules().filter(({ resources }) => resources.includes('secrets'));
  assert.equal(secrets.length, 1);
  assert.ok(secrets[0]!.resourceNames!.length > 0);
});
