import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Check } from 'typebox/value';
import { ErrorBody } from './contract/error.ts';
import type { ServerPorts } from './server.ts';
import { aCronJob, aKnownCronJob, anAlert, type RunningServer, startServer } from './testing.ts';
import { send } from './testing-send.ts';

const PORTS: Partial<ServerPorts> = {
  cronJobs: {
    list: async () => ({ items: [aCronJob()], total: 1 }),
    get: async (namespace, name) => (name === 'backup' ? aCronJob({ namespace, name }) : null),
  },
  knownCronJobs: { find: async (_namespace, name) => (name === 'backup' ? aKnownCronJob() : null) },
  cluster: {
    triggerCronJob: async () => ({ kind: 'created', jobName: 'backup-manual-x7k2p' }),
    suspendCronJob: async () => ({ kind: 'done' }),
  },
  alerts: {
    list: async () => ({ items: [], total: 0 }),
    get: async (id) => (id === 'alert-1' ? anAlert() : null),
    acknowledge: async (id, { at, by, comment }) =>
      id === 'alert-1'
        ? anAlert({ acknowledgedAt: at, acknowledgedBy: by, acknowledgeComment: comment })
        : null,
  },
};

const TRIGGER = '/api/v1/cronjobs/shop/backup/trigger';
const ACKNOWLEDGE = '/api/v1/alerts/alert-1/acknowledge';

let server: RunningServer;
before(async () => {
  server = await startServer(PORTS);
});
after(() => server[Symbol.asyncDispose]());

interface Refusal {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly status: number;
  readonly error: ErrorBody['error'];
  /** The part of `details` that the case is about. */
  readonly details?: Record<string, unknown>;
}

const REFUSALS: readonly Refusal[] = [
  ...['0', '1001', '-1', '1.5', '1e2', '0x10', 'ten', '', ' 5', '%2B5'].map((limit) => ({
    name: `a limit of "${limit}" is a bad request`,
    path: `/api/v1/cronjobs?limit=${limit}`,
    status: 400,
    error: 'bad_request' as const,
    details: { parameter: 'limit' },
  })),
  ...['-1', '1.5', 'x', '', '99999999999999999999'].map((offset) => ({
    name: `an offset of "${offset}" is a bad request`,
    path: `/api/v1/alerts?offset=${offset}`,
    status: 400,
    error: 'bad_request' as const,
    details: { parameter: 'offset' },
  })),
  ...['2026-01-31', '1769860800', 'yesterday', '', '2026-02-30T00:00:00Z', '2026-01-31T12:00:00'].map(
    (from) => ({
      name: `from="${from}" is a bad request`,
      path: `/api/v1/cronjobs/shop/backup/executions?from=${from}`,
      status: 400,
      error: 'bad_request' as const,
      details: { parameter: 'from' },
    }),
  ),
  {
    name: 'from after to is a bad request, whatever the offsets are',
    path: '/api/v1/alerts?from=2026-01-31T12:00:00Z&to=2026-01-31T13:00:00%2B02:00',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'from' },
  },
  {
    name: 'a parameter that is given twice is a bad request, even with one value',
    path: '/api/v1/cronjobs?namespace=a&namespace=a',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'namespace' },
  },
  {
    name: 'a status that no CronJob has is a bad request',
    path: '/api/v1/cronjobs?status=suspended',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'status' },
  },
  {
    name: 'a status in another case is a bad request',
    path: '/api/v1/cronjobs?status=Healthy',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'status' },
  },
  {
    name: 'a status that no execution has is a bad request',
    path: '/api/v1/cronjobs/shop/backup/executions?status=running',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'status' },
  },
  {
    name: 'an unknown alert type is a bad request',
    path: '/api/v1/alerts?type=dead',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'type' },
  },
  {
    name: 'an unknown severity is a bad request',
    path: '/api/v1/alerts?severity=error',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'severity' },
  },
  {
    name: 'active is true or false and nothing like it',
    path: '/api/v1/alerts?active=1',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'active' },
  },
  {
    name: 'a monitor of three parts is a bad request',
    path: '/api/v1/cronjobs?monitor=a/b/c',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'monitor' },
  },
  {
    name: 'an empty namespace is a bad request and not all namespaces',
    path: '/api/v1/cronjobs?namespace=',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'namespace' },
  },
  {
    name: 'a NUL in a parameter is a bad request',
    path: '/api/v1/alerts?cronjob=a%00b',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'cronjob' },
  },
  {
    name: 'a bad parameter is told before the CronJob is looked for',
    path: '/api/v1/cronjobs/shop/nobody/executions?limit=0',
    status: 400,
    error: 'bad_request',
    details: { parameter: 'limit' },
  },
  {
    name: 'an unknown CronJob is told by namespace and name',
    path: '/api/v1/cronjobs/shop/nobody',
    status: 404,
    error: 'not_found',
    details: { namespace: 'shop', name: 'nobody' },
  },
  {
    name: 'executions of an unknown CronJob are not found rather than empty',
    path: '/api/v1/cronjobs/shop/nobody/executions',
    status: 404,
    error: 'not_found',
    details: { namespace: 'shop', name: 'nobody' },
  },
  {
    name: 'an unknown CronJob cannot be triggered',
    method: 'POST',
    path: '/api/v1/cronjobs/shop/nobody/trigger',
    status: 404,
    error: 'not_found',
    details: { namespace: 'shop', name: 'nobody' },
  },
  {
    name: 'an unknown execution is not found',
    path: '/api/v1/executions/none',
    status: 404,
    error: 'not_found',
    details: { id: 'none' },
  },
  {
    name: 'an unknown alert is not found',
    path: '/api/v1/alerts/none',
    status: 404,
    error: 'not_found',
    details: { id: 'none' },
  },
  {
    name: 'an unknown alert cannot be acknowledged',
    method: 'POST',
    path: '/api/v1/alerts/none/acknowledge',
    status: 404,
    error: 'not_found',
    details: { id: 'none' },
  },
  {
    name: 'an unknown monitor is not found',
    path: '/api/v1/monitors/shop/none',
    status: 404,
    error: 'not_found',
    details: { namespace: 'shop', name: 'none' },
  },
  {
    name: 'an unknown channel cannot be tested',
    method: 'POST',
    path: '/api/v1/channels/none/test',
    status: 404,
    error: 'not_found',
    details: { name: 'none' },
  },
  {
    name: 'a NUL in a path leads nowhere',
    path: '/api/v1/cronjobs/shop/back%00up',
    status: 404,
    error: 'not_found',
  },
  {
    name: 'a path that cannot be decoded is a bad request',
    path: '/api/v1/cronjobs/%zz/backup',
    status: 400,
    error: 'bad_request',
    details: { field: 'path' },
  },
  {
    name: 'a path with a longer name than any is a bad request',
    path: `/api/v1/cronjobs/${'x'.repeat(1_025)}/backup`,
    status: 400,
    error: 'bad_request',
    details: { field: 'path' },
  },
  { name: 'an unknown path is not found', path: '/api/v1/nothing', status: 404, error: 'not_found' },
  { name: 'the API itself is no resource', path: '/api', status: 404, error: 'not_found' },
  { name: 'another version is not found', path: '/api/v2/cronjobs', status: 404, error: 'not_found' },
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    name: `${method} on a list is not found`,
    method,
    path: '/api/v1/cronjobs',
    status: 404,
    error: 'not_found' as const,
  })),
  {
    name: 'a trigger is no resource to read, so that no link or prefetch starts a run',
    path: TRIGGER,
    status: 404,
    error: 'not_found',
  },
  ...['{', '{"by":}', 'by=me', '{} {}'].map((body) => ({
    name: `the malformed body ${body} is a bad request`,
    method: 'POST',
    path: ACKNOWLEDGE,
    body,
    status: 400,
    error: 'bad_request' as const,
    details: { field: 'body' },
  })),
  ...['null', '[]', '"me"', '1'].map((body) => ({
    name: `the body ${body} is JSON but no request`,
    method: 'POST',
    path: ACKNOWLEDGE,
    body,
    status: 400,
    error: 'bad_request' as const,
    details: { field: 'body' },
  })),
  {
    name: 'a field of another type is named',
    method: 'POST',
    path: ACKNOWLEDGE,
    body: '{"by": 7}',
    status: 400,
    error: 'bad_request',
    details: { field: 'by' },
  },
  {
    name: 'a field that is too long is named',
    method: 'POST',
    path: ACKNOWLEDGE,
    body: JSON.stringify({ comment: 'x'.repeat(2_001) }),
    status: 400,
    error: 'bad_request',
    details: { field: 'comment' },
  },
  {
    name: 'a body over 64 KiB is a bad request',
    method: 'POST',
    path: ACKNOWLEDGE,
    body: ' '.repeat(65_537),
    status: 400,
    error: 'bad_request',
    details: { field: 'body' },
  },
  {
    name: 'a body over 64 KiB is refused though it does not say how long it is',
    method: 'POST',
    path: ACKNOWLEDGE,
    headers: { 'transfer-encoding': 'chunked' },
    body: ' '.repeat(65_537),
    status: 400,
    error: 'bad_request',
    details: { field: 'body' },
  },
  {
    name: 'a body over 64 KiB is refused even where none is read',
    method: 'POST',
    path: TRIGGER,
    body: 'x'.repeat(65_537),
    status: 400,
    error: 'bad_request',
    details: { field: 'body' },
  },
  ...(
    [
      ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
      ['a page of a sibling domain', { 'sec-fetch-site': 'same-site' }],
      ['a page of another host, in an old browser', { origin: 'http://elsewhere.example' }],
      ['a page of another port', { origin: 'http://127.0.0.1:1' }],
      ['a sandboxed page', { origin: 'null' }],
    ] as const
  ).map(([who, headers]) => ({
    name: `${who} cannot start a run`,
    method: 'POST',
    path: TRIGGER,
    headers,
    status: 403,
    error: 'forbidden' as const,
  })),
];

describe('a request that cannot be served is answered in the specified form', () => {
  for (const { name, method = 'GET', path, headers = {}, body, status, error, details } of REFUSALS) {
    test(name, async () => {
      const answer = await send(server.origin, path, { method, headers, body });
      const json = JSON.parse(answer.body) as ErrorBody;
      assert.equal(answer.status, status);
      assert.ok(Check(ErrorBody, json), answer.body);
      assert.equal(json.error, error);
      assert.partialDeepStrictEqual(json.details, details ?? {});
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    });
  }
});

const SERVED: readonly {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}[] = [
  { name: 'an unknown parameter is ignored', path: '/api/v1/cronjobs?pretty=1&pretty=2' },
  {
    name: 'an unknown parameter may be named like a property of objects',
    path: '/api/v1/alerts?__proto__=1',
  },
  { name: 'limit and offset reach their ends', path: '/api/v1/alerts?limit=1000&offset=9007199254740991' },
  {
    name: 'from equal to to is a range',
    path: '/api/v1/alerts?from=2026-01-31T12:00:00Z&to=2026-01-31T12:00:00Z',
  },
  {
    name: 'a plus that was not encoded is read as one',
    path: '/api/v1/alerts?from=2026-01-31T12:00:00+02:00',
  },
  { name: 'timestamps may be in lower case', path: '/api/v1/alerts?from=2026-01-31t12:00:00z' },
  { name: 'a trigger needs no body', method: 'POST', path: TRIGGER },
  {
    name: 'a trigger ignores a form',
    method: 'POST',
    path: TRIGGER,
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    name: 'a trigger ignores malformed JSON',
    method: 'POST',
    path: TRIGGER,
    body: '{',
    headers: { 'content-type': 'application/json' },
  },
  {
    name: 'a trigger ignores an empty body that claims to be JSON',
    method: 'POST',
    path: TRIGGER,
    body: '',
    headers: { 'content-type': 'application/json' },
  },
  {
    name: 'a trigger ignores a content type that is none',
    method: 'POST',
    path: TRIGGER,
    body: 'x',
    headers: { 'content-type': 'garbage' },
  },
  { name: 'an acknowledgement needs no body', method: 'POST', path: ACKNOWLEDGE },
  {
    name: 'an acknowledgement takes JSON that curl calls a form',
    method: 'POST',
    path: ACKNOWLEDGE,
    body: '{"by":"me"}',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    name: 'an acknowledgement ignores unknown fields',
    method: 'POST',
    path: ACKNOWLEDGE,
    body: '{"until":"tomorrow"}',
  },
  {
    name: 'a body of exactly 64 KiB is read',
    method: 'POST',
    path: ACKNOWLEDGE,
    body: ' '.repeat(65_534) + '{}',
  },
  {
    name: 'a page of this origin may start a run',
    method: 'POST',
    path: TRIGGER,
    headers: { 'sec-fetch-site': 'same-origin', origin: 'OWN' },
  },
  {
    name: 'an address bar may start a run',
    method: 'POST',
    path: TRIGGER,
    headers: { 'sec-fetch-site': 'none' },
  },
  {
    name: 'an ingress that ends TLS passes its page through',
    method: 'POST',
    path: TRIGGER,
    headers: { host: 'punctual.example', origin: 'https://punctual.example' },
  },
  {
    name: 'a page of another site may follow a link to read',
    path: '/api/v1/cronjobs',
    headers: { 'sec-fetch-site': 'cross-site' },
  },
  { name: 'HEAD is answered like GET', method: 'HEAD', path: '/api/v1/cronjobs' },
];

describe('a request that means something is served', () => {
  for (const { name, method = 'GET', path, headers = {}, body } of SERVED) {
    test(name, async () => {
      const own = headers['origin'] === 'OWN' ? { ...headers, origin: server.origin } : headers;
      const answer = await send(server.origin, path, { method, headers: own, body });
      assert.equal(answer.status, 200, answer.body);
    });
  }
});
