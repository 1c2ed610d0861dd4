import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { type Config, toConfig } from './config.ts';
import { SecretText } from '../lib/secret-text.ts';
import type { Given } from './settings.ts';
import { anEnv, type EnvSource } from './testing.ts';

function configOf(flags: Given, env: EnvSource = {}): Config {
  const result = toConfig(flags, anEnv(env));
  assert.equal(result.kind, 'config');
  return result.config;
}

function problemsOf(flags: Given, env: EnvSource = {}): readonly string[] {
  const result = toConfig(flags, anEnv(env));
  assert.equal(result.kind, 'invalid');
  return result.problems;
}

const CLUSTERS: readonly { name: string; flags: Given; env: EnvSource; cluster: Config['cluster'] }[] = [
  { name: 'nothing given means the sandbox', flags: {}, env: {}, cluster: { kind: 'sandbox' } },
  {
    name: 'a service account means the cluster around us',
    flags: {},
    env: { inCluster: true, KUBECONFIG: '/k' },
    cluster: { kind: 'in-cluster' },
  },
  {
    name: 'KUBECONFIG may list several files',
    flags: {},
    env: { KUBECONFIG: '/a:/b' },
    cluster: { kind: 'kubeconfig', paths: ['/a', '/b'], context: null },
  },
  {
    name: 'the flag wins over KUBECONFIG and takes a context',
    flags: { kubeconfig: '/c', context: 'staging' },
    env: { KUBECONFIG: '/a' },
    cluster: { kind: 'kubeconfig', paths: ['/c'], context: 'staging' },
  },
  {
    name: '--sandbox wins over KUBECONFIG',
    flags: { sandbox: true },
    env: { KUBECONFIG: '/a' },
    cluster: { kind: 'sandbox' },
  },
];
for (const { name, flags, env, cluster } of CLUSTERS) {
  test(`which cluster: ${name}`, () => {
    assert.deepEqual(configOf(flags, env).cluster, cluster);
  });
}

test('defaults: loopback outside a container, every interface inside', () => {
  const outside = configOf({});
  assert.deepEqual(
    [outside.host, outside.port, outside.database],
    ['127.0.0.1', 8080, { path: '.punctual/punctual.db' }],
  );
  const inside = configOf({}, { inContainer: true });
  assert.deepEqual([inside.host, inside.database], ['0.0.0.0', { path: '.punctual/punctual.db' }]);
});

test('a flag wins over its environment variable', () => {
  assert.equal(configOf({ port: '9000' }, { PUNCTUAL_PORT: '9001' }).port, 9000);
  assert.equal(configOf({}, { PUNCTUAL_PORT: '9001' }).port, 9001);
});

test('every problem is told at once, and each names its flag', () => {
  const problems = problemsOf({
    port: '99999',
    publicUrl: 'punctual.example',
    logLevel: 'loud',
    controllerTimeZone: 'Mars/Base',
    context: 'x',
  });
  for (const flag of ['--port', '--public-url', '--log-level', '--controller-time-zone', '--context']) {
    assert.ok(
      problems.some((problem) => problem.startsWith(flag)),
      `no problem names ${flag}: ${problems.join('; ')}`,
    );
  }
  assert.equal(problems.length, 5);
});

test('a database URL chooses PostgreSQL, and an empty one SQLite', () => {
  const { database } = configOf({ databaseUrl: 'postgres://ada@db.example/runs' });
  assert.ok('postgres' in database);
  assert.deepEqual([database.postgres.host, database.postgres.database], ['db.example', 'runs']);
  assert.deepEqual(configOf({}, { PUNCTUAL_DATABASE_URL: '' }).database, { path: '.punctual/punctual.db' });
});

test('what is wrong with a database URL is told without its password', () => {
  const problems = problemsOf({}, { PUNCTUAL_DATABASE_URL: 'mysql://ada:s3cret@db/runs' });
  assert.match(problems[0]!, /^--database-url \(PUNCTUAL_DATABASE_URL\) is no URL of PostgreSQL/);
  assert.doesNotMatch(problems.join(), /s3cret/);
});

test('the password of the database is not printed with the configuration', () => {
  const config = configOf({ databaseUrl: 'postgres://ada:s3cret@db.example/runs' });
  assert.doesNotMatch(JSON.stringify(config) + inspect(config, { depth: 9 }), /s3cret/);
});

test('messages go nowhere near cloud metadata unless the operator says where they may', () => {
  assert.ok(configOf({}).deniedNetworks.includes('169.254.0.0/16'));
  assert.deepEqual(configOf({ deniedNetworks: 'none' }).deniedNetworks, []);
  const listed = configOf({}, { PUNCTUAL_DENIED_NETWORKS: '10.0.0.0/8, fe80::/10' });
  assert.deepEqual(listed.deniedNetworks, ['10.0.0.0/8', 'fe80::/10']);
  assert.match(problemsOf({ deniedNetworks: 'metadata' })[0]!, /^--denied-networks .*"metadata"/);
});

test('a heartbeat URL that is none is named without being repeated', () => {
  assert.equal(configOf({}).heartbeatUrl, null);
  assert.equal(
    configOf({ heartbeatUrl: 'https://ping.example/s3cret' }).heartbeatUrl!.reveal(),
    'https://ping.example/s3cret',
  );
  const [problem] = problemsOf({ heartbeatUrl: 'ping.example/s3cret' });
  assert.match(problem!, /^--heartbeat-url/);
  assert.doesNotMatch(problem!, /s3cret/);
});

test('access is open unless said otherwise, and what cannot be meant is told', () => {
  assert.deepEqual(configOf({}).access, {
    token: null,
    tokenGuards: 'writes',
    readOnly: false,
    userHeader: null,
    allowedHosts: [],
  });
  const closed = configOf(
    { readOnly: true, trustedUserHeader: 'X-Forwarded-User', allowedHosts: 'Punctual.example, other' },
    { PUNCTUAL_ACCESS_TOKEN: ' secret\n' },
  ).access;
  assert.ok(closed.token instanceof SecretText);
  assert.equal(closed.token.reveal(), 'secret');
  assert.deepEqual(
    [closed.userHeader, closed.allowedHosts],
    ['x-forwarded-user', ['punctual.example', 'other']],
  );
  const problems = problemsOf(
    {
      accessTokenFile: '/token',
      accessTokenGuards: 'reads',
      allowedHosts: 'http://x',
      trustedUserHeader: 'a b',
    },
    { PUNCTUAL_ACCESS_TOKEN: 's', PUNCTUAL_READ_ONLY: 'perhaps' },
  );
  assert.equal(problems.length, 5);
});
