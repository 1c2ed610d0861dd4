import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AuditEntry } from './audit.ts';
import type { ErrorBody } from './contract/error.ts';
import { aKnownCronJob, emptyPorts, type RunningServer, startServer } from './testing.ts';
import { send } from './testing-send.ts';

let server: RunningServer;
let posts: readonly string[];
/** The ports that were called to change something, and the changes that were kept in the audit. */
const changed: string[] = [];

before(async () => {
  server = await startServer(changeable());
  posts = await postRoutes(server.origin);
});
after(() => server[Symbol.asyncDispose]());

/** Of all that a browser lets a page send to another origin without asking first. */
const FORM_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

const ELSEWHERE: readonly { readonly who: string; readonly headers: Readonly<Record<string, string>> }[] = [
  { who: 'a page of another site', headers: { 'sec-fetch-site': 'cross-site' } },
  { who: 'a page of a sibling domain', headers: { 'sec-fetch-site': 'same-site' } },
  {
    who: 'a page of another site, in a browser without Sec-Fetch-Site',
    headers: { origin: 'http://a.example' },
  },
  { who: 'a page of another port', headers: { origin: 'http://127.0.0.1:1' } },
  { who: 'a sandboxed page or a local file', headers: { origin: 'null' } },
  ...FORM_TYPES.flatMap((type) => [
    {
      who: `a form of another site, sent as ${type}`,
      headers: { 'content-type': type, origin: 'http://a.example', 'sec-fetch-site': 'cross-site' },
    },
    {
      who: `a form of another site, sent as ${type} by a browser that names the origin alone`,
      headers: { 'content-type': type, origin: 'http://a.example' },
    },
    {
      who: `a form of another site, sent as ${type} by a browser that names the site alone`,
      headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
    },
  ]),
];

describe('of every POST of the OpenAPI document,', () => {
  for (const { who, headers } of ELSEWHERE) {
    test(`${who} can send none`, async () => {
      changed.length = 0;
      for (const path of posts) {
        const answer = await send(server.origin, path, { method: 'POST', headers, body: bodyFor(path) });
        assert.equal(answer.status, 403, path);
        assert.equal((JSON.parse(answer.body) as ErrorBody).error, 'forbidden', path);
        assert.deepEqual(corsHeaders(answer.headers), [], path);
      }
      assert.deepEqual(changed, []);
    });
  }

  test('no page of another site is told in a preflight that it may send it', async () => {
    for (const path of posts) {
      const headers = {
        origin: 'http://a.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
        'access-control-request-private-network': 'true',
      };
      const answer = await send(server.origin, path, { method: 'OPTIONS', headers });
      assert.ok(answer.status >= 400, `${path}: ${answer.status}`);
      assert.deepEqual(corsHeaders(answer.headers), [], path);
    }
  });

  test('the page itself, and a program, can send each', async () => {
    const own = { origin: server.origin, 'sec-fetch-site': 'same-origin' };
    for (const headers of [own, {}]) {
      changed.length = 0;
      for (const path of posts) {
        const { status, body } = await send(server.origin, path, {
          method: 'POST',
          headers,
          body: bodyFor(path),
        });
        assert.notEqual(status, 403, `${path}: ${body}`);
      }
      assert.deepEqual([...new Set(changed)].sort(), CHANGES);
    }
  });
});

/** What each route that takes a body asks of it; that of the prune refuses what it does not know. */
function bodyFor(path: string): string {
  return JSON.stringify(path.endsWith('/prune') ? { olderThanDays: 1 } : { by: 'me', exitCode: 1 });
}

const CHANGES = ['acknowledge', 'audit', 'prune', 'suspend false', 'suspend true', 'test', 'trigger'];

/** Ports that note what they are called to change. */
function changeable(): Parameters<typeof startServer>[0] {
  const ports = emptyPorts();
  const note = <Result>(what: string, result: Result) => (changed.push(what), Promise.resolve(result));
  return {
    alerts: { ...ports.alerts, acknowledge: () => note('acknowledge', null) },
    knownCronJobs: { find: async () => aKnownCronJob() },
    audit: { ...ports.audit, insert: (_entry: AuditEntry) => note('audit', undefined) },
    notifier: { testChannel: () => note('test', { kind: 'notFound' }) },
    cluster: {
      triggerCronJob: () => note('trigger', { kind: 'notFound' }),
      suspendCronJob: (_namespace, _name, suspend) => note(`suspend ${suspend}`, { kind: 'notFound' }),
    },
    prune: () => note('prune', { executions: 0, logs: 0, events: 0 }),
  };
}

/** The paths of all that can be posted to, with a name in place of each parameter. */
async function postRoutes(origin: string): Promise<string[]> {
  const { body } = await send(origin, '/api/v1/openapi.json');
  const { paths } = JSON.parse(body) as { readonly paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths)
    .filter(([, methods]) => 'post' in methods)
    .map(([path]) => path.replaceAll(/\{\w+\}/g, 'name'));
}

function corsHeaders(headers: Record<string, unknown>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}
