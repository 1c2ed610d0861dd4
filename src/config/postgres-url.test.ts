import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePostgresUrl, type PostgresUrl } from './postgres-url.ts';

const PLAIN: PostgresUrl = {
  host: 'db.example',
  port: 5_432,
  database: 'runs',
  user: 'ada',
  password: null,
  tls: { mode: 'prefer', caFile: null, certFile: null, keyFile: null },
  applicationName: 'punctual',
  options: null,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
  maxConnections: 10,
};

function parsed(text: string): PostgresUrl {
  const result = parsePostgresUrl(text);
  assert.equal(result.kind, 'url', JSON.stringify(result));
  return result.url;
}

const URLS: readonly { readonly name: string; readonly text: string; readonly url: Partial<PostgresUrl> }[] =
  [
    { name: 'a short URL has defaults', text: 'postgres://ada@db.example/runs', url: {} },
    { name: 'both names of the scheme are known', text: 'postgresql://ada@db.example/runs', url: {} },
    { name: 'a port is taken', text: 'postgres://ada@db.example:6432/runs', url: { port: 6_432 } },
    {
      name: 'without a database it is named after the user',
      text: 'postgres://ada@db.example',
      url: { database: 'ada' },
    },
    {
      name: 'an address of IP 6 loses its brackets',
      text: 'postgres://ada@[2001:db8::1]:5433/runs',
      url: { host: '2001:db8::1', port: 5_433 },
    },
    {
      name: 'parts are percent-decoded',
      text: 'postgres://ada%40home@db.example/my%20runs',
      url: { user: 'ada@home', database: 'my runs' },
    },
    {
      name: 'the folder of a Unix socket is given as the host parameter',
      text: 'postgres://ada@/runs?host=/var/run/postgresql',
      url: { host: '/var/run/postgresql' },
    },
    {
      name: 'the folder of a Unix socket may be given percent-encoded',
      text: 'postgres://ada@%2Fvar%2Frun%2Fpostgresql/runs',
      url: { host: '/var/run/postgresql' },
    },
    {
      name: 'parameters are taken in libpq’s words',
      text:
        'postgres://ada@db.example/runs?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem' +
        '&application_name=cron%20watch&options=-c%20search_path%3Dpunctual&connect_timeout=3&max=4',
      url: {
        tls: { mode: 'verify-full', caFile: '/ca.pem', certFile: '/c.pem', keyFile: '/k.pem' },
        applicationName: 'cron watch',
        options: '-c search_path=punctual',
        connectTimeoutMs: 3_000,
        maxConnections: 4,
      },
    },
    {
      name: 'timeouts are in milliseconds, as PostgreSQL counts them, and 0 is none',
      text: 'postgres://ada@db.example/runs?statement_timeout=5000&idle_in_transaction_session_timeout=0',
      url: { statementTimeoutMs: 5_000, idleInTransactionTimeoutMs: 0 },
    },
    {
      name: 'timeouts among the options stay as they are',
      text: 'postgres://ada@db.example/runs?options=-c%20statement_timeout%3D5min',
      url: { options: '-c statement_timeout=5min', statementTimeoutMs: null },
    },
    {
      name: 'the root certificates "system" are those of the runtime',
      text: 'postgres://ada@db.example/runs?sslmode=verify-full&sslrootcert=system',
      url: { tls: { ...PLAIN.tls, mode: 'verify-full' } },
    },
  ];
for (const { name, text, url } of URLS) {
  test(name, () => assert.deepEqual(parsed(text), { ...PLAIN, ...url }));
}

test('the password is percent-decoded and kept as a secret', () => {
  const { password } = parsed('postgres://ada:p%40ss%2Fword@db.example/runs');
  assert.equal(password?.reveal(), 'p@ss/word');
  assert.equal(String(password), '[secret]');
  assert.equal(parsed('postgres://ada@db.example/runs?password=other').password?.reveal(), 'other');
});

const REFUSED: readonly { readonly name: string; readonly text: string; readonly problem: RegExp }[] = [
  { name: 'another database', text: 'mysql://ada:s3cret@db/runs', problem: /is no URL of PostgreSQL/ },
  { name: 'a path', text: '/var/lib/punctual.db', problem: /is no URL of PostgreSQL/ },
  { name: 'a bare percent sign', text: 'postgres://ada:s3cret%zz@db/runs', problem: /is no URL/ },
  { name: 'several hosts', text: 'postgres://ada:s3cret@a:1,b:2/runs', problem: /is no URL/ },
  { name: 'a URL without a user', text: 'postgres://db.example/runs', problem: /names no user/ },
  { name: 'an unknown mode', text: 'postgres://ada@db/runs?sslmode=on', problem: /sslmode=on; give one of/ },
  {
    name: 'an unknown parameter',
    text: 'postgres://ada@db/runs?pool=3',
    problem: /"pool", which is not known/,
  },
  {
    name: 'one connection alone',
    text: 'postgres://ada@db/runs?max=1',
    problem: /max=1; give a whole number/,
  },
  { name: 'a timeout of a word', text: 'postgres://ada@db/runs?connect_timeout=soon', problem: /=soon/ },
];
for (const { name, text, problem } of REFUSED) {
  test(`${name} is refused with the reason and without the password`, () => {
    const result = parsePostgresUrl(text);
    assert.equal(result.kind, 'invalid');
    assert.match(result.problems.join('\n'), problem);
    assert.doesNotMatch(result.problems.join('\n'), /s3cret/);
  });
}

test('every problem of a URL is told at once', () => {
  const result = parsePostgresUrl('postgres://db/runs?sslmode=on&pool=3');
  assert.equal(result.kind === 'invalid' && result.problems.length, 3);
});
