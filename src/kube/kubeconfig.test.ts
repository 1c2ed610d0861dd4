import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { ClusterAccess } from './cluster-access.ts';
import { inCluster } from './in-cluster.ts';
import { KubeconfigError } from './kubeconfig-files.ts';
import { loadKubeconfig } from './kubeconfig.ts';

const directory = mkdtempSync(join(tmpdir(), 'punctual-kubeconfig-'));
after(() => rmSync(directory, { recursive: true }));
let files = 0;

const PEM = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
const DATA = Buffer.from(PEM).toString('base64');

function write(text: string, mode = 0o600): string {
  const path = join(directory, `file-${files++}`);
  writeFileSync(path, text, { mode });
  return path;
}

/** A kubeconfig as JSON, which is YAML too. */
function kubeconfig(user: object, cluster: object = {}, more: object = {}): string {
  return write(
    JSON.stringify({
      'current-context': 'main',
      contexts: [{ name: 'main', context: { cluster: 'c', user: 'u', namespace: 'shop' } }],
      clusters: [{ name: 'c', cluster: { server: 'https://k8s.example:6443', ...cluster } }],
      users: [{ name: 'u', user }],
      ...more,
    }),
  );
}

function load(path: string | readonly string[], context: string | null = null, clock = { now: () => 0 }) {
  const paths = typeof path === 'string' ? [path] : path;
  return loadKubeconfig({ paths, context, env: { PATH: process.env['PATH'] }, clock });
}

async function authorization(access: ClusterAccess): Promise<string | undefined> {
  return (await access.headers())['authorization'];
}

describe('a kubeconfig gives', () => {
  test('the server without a slash at its end, and the namespace', async () => {
    const { server, namespace } = await load(kubeconfig({}, { server: 'https://rancher/k8s/clusters/c-1/' }));
    assert.deepEqual([server, namespace], ['https://rancher/k8s/clusters/c-1', 'shop']);
  });

  const AUTHORIZATIONS: readonly { name: string; user: () => object; header: string | undefined }[] = [
    { name: 'nothing for an anonymous user', user: () => ({}), header: undefined },
    { name: 'a token', user: () => ({ token: 'abc' }), header: 'Bearer abc' },
    { name: 'the text of a token file', user: () => ({ tokenFile: write('def\n') }), header: 'Bearer def' },
    {
      name: 'the token file before the token',
      user: () => ({ token: 'abc', tokenFile: write('def') }),
      header: 'Bearer def',
    },
    {
      name: 'basic authentication',
      user: () => ({ username: 'ada', password: 'pä:ss' }),
      header: `Basic ${Buffer.from('ada:pä:ss').toString('base64')}`,
    },
  ];
  for (const { name, user, header } of AUTHORIZATIONS) {
    test(`as authorization ${name}`, async () => {
      assert.equal(await authorization(await load(kubeconfig(user()))), header);
    });
  }

  const TLS: readonly { name: string; user?: () => object; cluster?: () => object; tls: object }[] = [
    { name: 'nothing when nothing is set', tls: {} },
    {
      name: 'the CA of certificate-authority-data',
      cluster: () => ({ 'certificate-authority-data': DATA }),
      tls: { ca: PEM },
    },
    {
      name: 'the CA of a file',
      cluster: () => ({ 'certificate-authority': write('ca file') }),
      tls: { ca: 'ca file' },
    },
    {
      name: 'tls-server-name',
      cluster: () => ({ 'tls-server-name': 'inner' }),
      tls: { servername: 'inner' },
    },
    {
      name: 'insecure-skip-tls-verify',
      cluster: () => ({ 'insecure-skip-tls-verify': true }),
      tls: { rejectUnauthorized: false },
    },
    {
      name: 'a client certificate from data',
      user: () => ({ 'client-certificate-data': DATA, 'client-key-data': DATA }),
      tls: { cert: PEM, key: PEM },
    },
    {
      name: 'a client certificate from files',
      user: () => ({ 'client-certificate': write('cert'), 'client-key': write('key') }),
      tls: { cert: 'cert', key: 'key' },
    },
  ];
  for (const { name, user, cluster, tls } of TLS) {
    test(`as TLS settings ${name}`, async () => {
      const settings = await (await load(kubeconfig(user?.() ?? {}, cluster?.() ?? {}))).tls();
      const text = Object.entries(settings).map(([key, value]) => [
        key,
        Buffer.isBuffer(value) ? value.toString() : value,
      ]);
      assert.deepEqual(Object.fromEntries(text), tls);
    });
  }

  test('its own proxy before that of the environment', async () => {
    const env = { HTTPS_PROXY: 'http://outer:1' };
    const own = kubeconfig({}, { 'proxy-url': 'socks5://inner:2' });
    const load = (path: string) => loadKubeconfig({ paths: [path], context: null, env });
    assert.equal((await load(own)).proxyUrl, 'socks5://inner:2');
    assert.equal((await load(kubeconfig({}))).proxyUrl, 'http://outer:1');
  });

  test('files relative to itself', async () => {
    const token = write('relative');
    const path = kubeconfig({ tokenFile: token.slice(directory.length + 1) });
    assert.equal(await authorization(await load(path)), 'Bearer relative');
  });
});

describe('several kubeconfigs', () => {
  const first = () => kubeconfig({ token: 'first' });
  const second = () =>
    kubeconfig(
      { token: 'second' },
      { server: 'https://second' },
      {
        'current-context': 'other',
        contexts: [{ name: 'other', context: { cluster: 'c', user: 'u2' } }],
        users: [{ name: 'u2', user: { token: 'second' } }],
      },
    );

  test('the first file that names a thing defines it, and things are found across files', async () => {
    const access = await load([first(), second()], 'other');
    assert.equal(await authorization(access), 'Bearer second');
    assert.equal(access.server, 'https://k8s.example:6443');
  });

  test('the first current-context counts', async () => {
    assert.equal(await authorization(await load([first(), second()])), 'Bearer first');
  });

  test('a missing file is skipped', async () => {
    assert.equal(await authorization(await load(['/nowhere/config', second(), first()])), 'Bearer second');
  });
});

const REFUSED: readonly { name: string; file: () => string; context?: string; field: RegExp }[] = [
  { name: 'a missing file', file: () => '/nowhere/config', field: /there is no such file/ },
  { name: 'broken YAML', file: () => write('a: [\n  token: hunter2'), field: /line/ },
  { name: 'a list', file: () => write('- a'), field: /must be a mapping/ },
  { name: 'no current-context', file: () => write('{}'), field: /current-context: is missing/ },
  {
    name: 'an unknown context',
    file: () => kubeconfig({}),
    context: 'nope',
    field: /contexts: no entry is named "nope"/,
  },
  {
    name: 'an unknown user',
    file: () => kubeconfig({}, {}, { users: [] }),
    field: /users: no entry is named "u"/,
  },
  {
    name: 'a context without a cluster',
    file: () => kubeconfig({}, {}, { contexts: [{ name: 'main', context: { user: 'u' } }] }),
    field: /contexts\[0\]\.context\.cluster: is missing/,
  },
  {
    name: 'a server that is no URL',
    file: () => kubeconfig({}, { server: 'k8s:6443' }),
    field: /clusters\[0\]\.cluster\.server: must be an http or https URL/,
  },
  {
    name: 'a proxy of another kind',
    file: () => kubeconfig({}, { 'proxy-url': 'ftp://x' }),
    field: /proxy-url: must be/,
  },
  { name: 'a token that is a number', file: () => kubeconfig({ token: 12 }), field: /token: must be text/ },
  {
    name: 'users that are no list',
    file: () => kubeconfig({}, {}, { users: { u: {} } }),
    field: /users: must be a list/,
  },
  {
    name: 'a certificate without a key',
    file: () => kubeconfig({ 'client-certificate-data': DATA }),
    field: /users\[0\]\.user\.client-key: is missing/,
  },
  {
    name: 'certificate data that is no PEM',
    file: () => kubeconfig({}, { 'certificate-authority-data': 'AAAA' }),
    field: /certificate-authority-data: is no PEM in base64/,
  },
  {
    name: 'the removed auth-provider',
    file: () => kubeconfig({ 'auth-provider': { name: 'gcp' } }),
    field: /auth-provider: is not supported/,
  },
  {
    name: 'an exec plugin without a command',
    file: () => kubeconfig({ exec: { apiVersion: 'client.authentication.k8s.io/v1' } }),
    field: /exec\.command: is missing/,
  },
  {
    name: 'an exec plugin of an old version',
    file: () => kubeconfig({ exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' } }),
    field: /exec\.apiVersion: must be/,
  },
];
for (const { name, file, context, field } of REFUSED) {
  test(`${name} is refused with the names of file and field`, async () => {
    const path = file();
    await assert.rejects(load(path, context ?? null), (error: Error) => {
      assert.ok(error instanceof KubeconfigError);
      assert.match(error.message, field);
      assert.ok(error.message.includes(path), error.message);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    });
  });
}

test('a token file that cannot be read is refused with its field when it is needed', async () => {
  const access = await load(kubeconfig({ tokenFile: '/nowhere/token' }));
  await assert.rejects(access.headers(), /users\[0\]\.user\.tokenFile: cannot be read: .*\/nowhere\/token/);
});

describe('a token file', () => {
  test('is read again after a minute, and at once when the server refused the token', async () => {
    let now = 0;
    const tokenFile = write('one');
    const access = await load(kubeconfig({ tokenFile }), null, { now: () => now });
    assert.equal(await authorization(access), 'Bearer one');
    writeFileSync(tokenFile, 'two');
    now = 59_999;
    assert.equal(await authorization(access), 'Bearer one');
    now = 60_000;
    assert.equal(await authorization(access), 'Bearer two');
    writeFileSync(tokenFile, 'three');
    access.refused();
    assert.equal(await authorization(access), 'Bearer three');
  });

  test('that is gone for a moment leaves the last token standing', async () => {
    let now = 0;
    const tokenFile = write('one');
    const access = await load(kubeconfig({ tokenFile }), null, { now: () => now });
    await access.headers();
    rmSync(tokenFile);
    now = 3_600_000;
    assert.equal(await authorization(access), 'Bearer one');
  });
});

describe('a credential plugin', () => {
  const apiVersion = 'client.authentication.k8s.io/v1';

  /** A plugin that answers with `status`, made by shell from its environment, and counts its runs. */
  function plugin(status: string): { command: string; runs: string } {
    const runs = write('');
    const answer = `{"apiVersion":"${apiVersion}","kind":"ExecCredential","status":${status}}`;
    const command = write(`#!/bin/sh\necho run >> '${runs}'\ncat <<EOF\n${answer}\nEOF\n`, 0o700);
    return { command, runs };
  }

  test('is given its arguments, its environment and the cluster', async () => {
    const record = write('');
    const command = write(
      `#!/bin/sh\nprintf '%s\\n' "$1" "$EXTRA" "$KUBERNETES_EXEC_INFO" > '${record}'\n` +
        `echo '{"apiVersion":"${apiVersion}","status":{"token":"t"}}'\n`,
      0o700,
    );
    const exec = { apiVersion, command, args: ['an arg'], env: [{ name: 'EXTRA', value: 'e' }] };
    const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } }];
    const path = kubeconfig(
      { exec: { ...exec, provideClusterInfo: true } },
      { extensions, 'certificate-authority': write(PEM) },
    );
    assert.equal(await authorization(await load(path)), 'Bearer t');
    const [arg, extra, info] = readFileSync(record, 'utf8').trim().split('\n');
    assert.deepEqual([arg, extra], ['an arg', 'e']);
    assert.deepEqual(JSON.parse(info!), {
      apiVersion,
      kind: 'ExecCredential',
      spec: {
        interactive: false,
        cluster: {
          server: 'https://k8s.example:6443',
          'certificate-authority-data': DATA,
          config: { audience: 'x' },
        },
      },
    });
  });

  test('runs once for calls at the same time, and again only near the expiry or after a refusal', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const { command, runs } = plugin('{"token":"t","expirationTimestamp":"2026-01-01T01:00:00Z"}');
    const access = await load(kubeconfig({ exec: { apiVersion, command } }), null, { now: () => now });
    const count = () => readFileSync(runs, 'utf8').trim().split('\n').length;
    await Promise.all([access.headers(), access.tls(), access.headers()]);
    assert.equal(count(), 1);
    now += 59 * 60_000;
    await access.headers();
    assert.equal(count(), 1);
    now += 51_000;
    await access.headers();
    assert.equal(count(), 2);
    access.refused();
    now -= 30 * 60_000;
    await access.headers();
    assert.equal(count(), 3);
  });

  test('may give a client certificate', async () => {
    const { command } = plugin('{"clientCertificateData":"C","clientKeyData":"K"}');
    const access = await load(kubeconfig({ exec: { apiVersion, command } }));
    const { cert, key } = await access.tls();
    assert.deepEqual([cert?.toString(), key?.toString(), await authorization(access)], ['C', 'K', undefined]);
  });

  const FAILURES: readonly { name: string; script: string | null; says: RegExp }[] = [
    { name: 'is not installed', script: null, says: /not found \(PATH .*install it so/s },
    { name: 'fails', script: 'echo "sso expired" >&2; exit 3', says: /sso expired/ },
    { name: 'fails without a word', script: 'exit 3', says: /ended with 3/ },
    { name: 'prints no JSON', script: 'echo hunter2', says: /no ExecCredential in JSON/ },
    {
      name: 'answers in another version',
      script: `echo '{"apiVersion":"v9"}'`,
      says: /apiVersion v9, asked was/,
    },
    {
      name: 'gives nothing',
      script: `echo '{"apiVersion":"${apiVersion}","status":{}}'`,
      says: /neither a token nor a certificate/,
    },
    {
      name: 'gives half a certificate',
      script: `echo '{"apiVersion":"${apiVersion}","status":{"clientCertificateData":"C"}}'`,
      says: /without the other/,
    },
  ];
  for (const { name, script, says } of FAILURES) {
    test(`that ${name} is told with its name and why`, async () => {
      const command = script === null ? 'punctual-no-such-plugin' : write(`#!/bin/sh\n${script}\n`, 0o700);
      const exec = { apiVersion, command, installHint: 'install it so' };
      const access = await load(kubeconfig({ exec }));
      await assert.rejects(access.headers(), (error: Error) => {
        assert.match(error.message, says);
        assert.ok(error.message.includes(command));
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    });
  }
});

describe('the service account of a Pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };

  test('gives server, namespace, CA and a token that is read again', async () => {
    const account = mkdtempSync(join(directory, 'account-'));
    for (const [name, text] of Object.entries({ token: 'one\n', 'ca.crt': PEM, namespace: 'ops\n' })) {
      writeFileSync(join(account, name), text);
    }
    let now = 0;
    const access = await inCluster({ env, directory: account, clock: { now: () => now } });
    assert.deepEqual([access.server, access.namespace], ['https://[fd00::1]:443', 'ops']);
    assert.equal((await access.tls()).ca?.toString(), PEM);
    assert.equal(await authorization(access), 'Bearer one');
    writeFileSync(join(account, 'token'), 'two');
    now = 60_000;
    assert.equal(await authorization(access), 'Bearer two');
  });

  test('is refused with the name of the variable or file that is missing', async () => {
    await assert.rejects(inCluster({ env: {} }), /KUBERNETES_SERVICE_HOST is not set/);
    await assert.rejects(inCluster({ env, directory: '/nowhere' }), /\/nowhere\/namespace/);
  });
});
