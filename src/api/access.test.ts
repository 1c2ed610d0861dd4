import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SecretText } from '../lib/secret-text.ts';
import type { Access } from './access.ts';
import type { AuditEntry } from './audit.ts';
import type { ErrorBody } from './contract/error.ts';
import { emptyPorts, anAlert, NOW, startServer } from './testing.ts';
import { type Sent, send } from './testing-send.ts';

const TOKEN = 'correct-horse-battery';
const READ = '/api/v1/cronjobs';
const CHANGE = '/api/v1/alerts/alert-1/acknowledge';
const POST = { method: 'POST' } as const;

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function guarded(guards: 'writes' | 'all'): Partial<Access> {
  return { token: { value: new SecretText(TOKEN), guards } };
}

/** A server on which there is an alert to acknowledge, and all that it was told to keep. */
async function aServer(access: Partial<Access>) {
  const acknowledgedBy: (string | null)[] = [];
  const audit: AuditEntry[] = [];
  const server = await startServer(
    {
      alerts: {
        ...emptyPorts().alerts,
        get: async () => anAlert(),
        acknowledge: async (id, { by }) => (acknowledgedBy.push(by), id === 'alert-1' ? anAlert() : null),
      },
      audit: {
        insert: async (entry) => void audit.push(entry),
        list: async () => ({ items: audit, total: 1 }),
      },
    },
    { access },
  );
  return { ...server, acknowledgedBy, audit };
}

const CASES: readonly {
  readonly name: string;
  readonly access: Partial<Access>;
  readonly path: string;
  readonly sent: Sent;
  readonly status: number;
}[] = [
  { name: 'by default anybody changes', access: {}, path: CHANGE, sent: POST, status: 200 },
  {
    name: 'a token for writes leaves reading open',
    access: guarded('writes'),
    path: READ,
    sent: {},
    status: 200,
  },
  {
    name: 'a change without the token is refused',
    access: guarded('writes'),
    path: CHANGE,
    sent: POST,
    status: 401,
  },
  {
    name: 'a change with another token is refused',
    access: guarded('writes'),
    path: CHANGE,
    sent: { ...POST, headers: bearer(`${TOKEN}x`) },
    status: 401,
  },
  {
    name: 'a change with the token is made',
    access: guarded('writes'),
    path: CHANGE,
    sent: { ...POST, headers: bearer(TOKEN) },
    status: 200,
  },
  {
    name: 'a token for all is asked for in reading',
    access: guarded('all'),
    path: READ,
    sent: {},
    status: 401,
  },
  { name: 'and for the metrics', access: guarded('all'), path: '/metrics', sent: {}, status: 401 },
  {
    name: 'and for paths that do not exist',
    access: guarded('all'),
    path: '/nowhere',
    sent: {},
    status: 401,
  },
  { name: 'but never by the probes', access: guarded('all'), path: '/healthz', sent: {}, status: 200 },
  { name: 'read-only refuses a change', access: { readOnly: true }, path: CHANGE, sent: POST, status: 403 },
  { name: 'read-only answers reading', access: { readOnly: true }, path: READ, sent: {}, status: 200 },
  {
    name: 'an allowed host name is answered, whatever its case and port',
    access: { allowedHosts: ['punctual.example'] },
    path: READ,
    sent: { headers: { host: 'Punctual.Example:8443' } },
    status: 200,
  },
  {
    name: 'another host name is refused, as DNS rebinding would send it',
    access: { allowedHosts: ['punctual.example'] },
    path: READ,
    sent: { headers: { host: 'attacker.example' } },
    status: 403,
  },
  {
    name: 'an address and localhost stand for themselves',
    access: { allowedHosts: ['punctual.example'] },
    path: READ,
    sent: {},
    status: 200,
  },
];

describe('access', () => {
  for (const { name, access, path, sent, status } of CASES) {
    test(name, async () => {
      await using server = await aServer(access);
      const answer = await send(server.origin, path, sent);
      assert.equal(answer.status, status);
      if (status === 401) assert.equal(answer.headers['www-authenticate'], 'Bearer');
      if (status >= 400) {
        const { error, message } = JSON.parse(answer.body) as ErrorBody;
        assert.equal(error, status === 401 ? 'unauthorized' : 'forbidden');
        assert.doesNotMatch(message + server.logged.join(''), /correct-horse/);
      }
    });
  }

  test('the user whom a trusted proxy names acknowledges, whoever the caller claims to be', async () => {
    await using server = await aServer({ userHeader: 'x-forwarded-user' });
    const body = JSON.stringify({ by: 'somebody else' });
    await send(server.origin, CHANGE, { ...POST, headers: { 'x-forwarded-user': 'ada' }, body });
    await send(server.origin, CHANGE, { ...POST, body });
    assert.deepEqual(server.acknowledgedBy, ['ada', 'somebody else']);
  });

  test('a header that is not trusted names nobody', async () => {
    await using server = await aServer({});
    await send(server.origin, CHANGE, { ...POST, headers: { 'x-forwarded-user': 'ada' } });
    assert.deepEqual(server.acknowledgedBy, [null]);
  });
});

describe('the audit', () => {
  test('keeps who changed what, from where, and what came of it', async () => {
    await using server = await aServer({ userHeader: 'x-forwarded-user' });
    await send(server.origin, `${CHANGE}?x=1`, {
      ...POST,
      headers: { 'x-forwarded-user': 'ada' },
      body: JSON.stringify({ comment: 'looking' }),
    });
    await send(server.origin, '/api/v1/alerts/none/acknowledge', POST);
    const [first, second] = server.audit;
    assert.partialDeepStrictEqual(first, {
      at: NOW,
      method: 'POST',
      path: CHANGE,
      by: 'ada',
      remoteAddress: '127.0.0.1',
      status: 200,
      body: '{"comment":"looking"}',
    });
    assert.partialDeepStrictEqual(second, { status: 404, by: null });
  });

  test('holds neither reading nor what was refused before it was looked at', async () => {
    await using server = await aServer(guarded('writes'));
    await send(server.origin, READ);
    await send(server.origin, CHANGE, POST);
    assert.deepEqual(server.audit, []);
  });

  test('that cannot be kept is logged, and the change stands', async () => {
    await using server = await startServer({
      alerts: {
        ...emptyPorts().alerts,
        acknowledge: async () => anAlert(),
      },
      audit: {
        insert: () => Promise.reject(new Error('disk full')),
        list: async () => ({ items: [], total: 0 }),
      },
    });
    assert.equal((await send(server.origin, CHANGE, POST)).status, 200);
    assert.match(server.logged.join(''), /disk full/);
  });
});
