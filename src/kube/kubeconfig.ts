import { dirname } from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import { CachedFile } from './cached-file.ts';
import type { ClusterAccess, TlsSettings } from './cluster-access.ts';
import { CredentialPlugin, type CredentialPluginSpec, type PluginCredential } from './credential-plugin.ts';
import { readKubeconfigFiles, type Section } from './kubeconfig-files.ts';
import { proxyFor } from './proxy-for.ts';

export interface KubeconfigOptions {
  /** In the order of KUBECONFIG: the first file that names a thing defines it. */
  readonly paths: readonly string[];
  /** Null for the current-context of the files. */
  readonly context: string | null;
  /** For proxy settings, and handed to credential plugins. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Access as a context of a kubeconfig describes it. Rejects with a KubeconfigError that names file and
 * field. Files that the kubeconfig points to, and plugins, are read when a connection needs them.
 */
export async function loadKubeconfig(options: KubeconfigOptions): Promise<ClusterAccess> {
  const files = await readKubeconfigFiles(options.paths);
  const clock = options.clock ?? systemClock;
  const context = pickContext(files, options.context);
  const cluster = pick(files, 'clusters', 'cluster', context.requiredText('cluster'));
  const userName = context.text('user');
  const user = userName === null ? null : pick(files, 'users', 'user', userName);
  const server = serverOf(cluster);
  const ca = material(cluster, 'certificate-authority', clock);
  const trust = trustOf(cluster, ca);
  const plugin = user ? pluginOf(user, () => clusterInfo(cluster, ca), options.env, clock) : null;
  const identity = user ? identityOf(user, plugin, clock) : ANONYMOUS;
  return {
    server,
    namespace: context.text('namespace') ?? 'default',
    proxyUrl: proxyOf(cluster) ?? proxyFor(server, options.env),
    tls: async () => ({ ...(await trust()), ...(await identity.certificate()) }),
    headers: () => identity.headers(),
    refused: () => identity.refused(),
  };
}

/** What a kubeconfig's user gives to a request. */
interface Identity {
  certificate(): Promise<Pick<TlsSettings, 'cert' | 'key'>>;
  headers(): Promise<Readonly<Record<string, string>>>;
  refused(): void;
}

const ANONYMOUS: Identity = {
  certificate: async () => ({}),
  headers: async () => ({}),
  refused: () => {},
};

function pickContext(files: readonly Section[], wanted: string | null): Section {
  if (wanted !== null) return pick(files, 'contexts', 'context', wanted);
  for (const file of files) {
    const name = file.text('current-context');
    if (name !== null) return pick(files, 'contexts', 'context', name);
  }
  throw files[0]!.error('current-context', 'is missing, and no context was named');
}

function pick(files: readonly Section[], list: string, key: string, name: string): Section {
  for (const file of files) {
    for (const entry of file.sections(list)) {
      if (entry.text('name') !== name) continue;
      const section = entry.section(key);
      if (section) return section;
      throw entry.error(key, 'is missing');
    }
  }
  throw files[0]!.error(list, `no entry is named ${JSON.stringify(name)}`);
}

function serverOf(cluster: Section): string {
  const server = cluster.requiredText('server');
  const protocol = URL.canParse(server) ? new URL(server).protocol : '';
  if (protocol === 'https:' || protocol === 'http:') return server.replace(/\/+$/, '');
  throw cluster.error('server', 'must be an http or https URL');
}

function proxyOf(cluster: Section): string | null {
  const proxy = cluster.text('proxy-url');
  if (proxy === null) return null;
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : '';
  if (['http:', 'https:', 'socks5:'].includes(protocol)) return proxy;
  throw cluster.error('proxy-url', 'must be an http, https or socks5 URL');
}

function trustOf(cluster: Section, ca: Material | null): () => Promise<TlsSettings> {
  const servername = cluster.text('tls-server-name');
  const insecure = cluster.flag('insecure-skip-tls-verify');
  return async () => ({
    ...(ca && { ca: await ca.read() }),
    ...(servername !== null && { servername }),
    ...(insecure && { rejectUnauthorized: false }),
  });
}

interface Material {
  read(): Promise<Buffer>;
  expire(): void;
}

/** The bytes of `<key>-data`, or of the file that `<key>` names; null when neither is given. */
function material(section: Section, key: string, clock: Pick<Clock, 'now'>): Material | null {
  const data = section.text(`${key}-data`);
  if (data !== null) {
    const bytes = Buffer.from(data, 'base64');
    if (!bytes.includes('-----BEGIN ')) throw section.error(`${key}-data`, 'is no PEM in base64');
    return { read: async () => bytes, expire: () => {} };
  }
  return fileOf(section, key, clock);
}

function fileOf(section: Section, key: string, clock: Pick<Clock, 'now'>): Material | null {
  const path = section.path(key);
  if (path === null) return null;
  const file = new CachedFile(path, clock);
  return {
    expire: () => file.expire(),
    read: () =>
      file.read().catch((cause: Error) => {
        throw section.error(key, `cannot be read: ${cause.message}`);
      }),
  };
}

function identityOf(user: Section, plugin: CredentialPlugin | null, clock: Pick<Clock, 'now'>): Identity {
  if (user.section('auth-provider')) {
    throw user.error('auth-provider', 'is not supported since Kubernetes 1.26; use an exec plugin');
  }
  const cert = material(user, 'client-certificate', clock);
  const key = material(user, 'client-key', clock);
  if (!cert !== !key) throw user.error(cert ? 'client-key' : 'client-certificate', 'is missing');
  const tokenFile = fileOf(user, 'tokenFile', clock);
  const fixed = basicHeader(user) ?? bearer(user.text('token'));
  return {
    async certificate() {
      const given = cert && key ? { cert: await cert.read(), key: await key.read() } : {};
      return { ...given, ...certificateOf(await plugin?.credential()) };
    },
    async headers() {
      if (tokenFile) return bearer((await tokenFile.read()).toString().trim()) ?? {};
      return fixed ?? bearer((await plugin?.credential())?.token ?? null) ?? {};
    },
    refused() {
      plugin?.forget();
      for (const source of [tokenFile, cert, key]) source?.expire();
    },
  };
}

function bearer(token: string | null): Record<string, string> | null {
  return token ? { authorization: `Bearer ${token}` } : null;
}

function basicHeader(user: Section): Record<string, string> | null {
  const name = user.text('username');
  if (name === null) return null;
  const pair = Buffer.from(`${name}:${user.text('password') ?? ''}`);
  return { authorization: `Basic ${pair.toString('base64')}` };
}

function certificateOf(credential: PluginCredential | undefined): Pick<TlsSettings, 'cert' | 'key'> {
  if (!credential?.certificate || !credential.key) return {};
  return { cert: Buffer.from(credential.certificate), key: Buffer.from(credential.key) };
}

const PLUGIN_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

function pluginOf(
  user: Section,
  cluster: () => Promise<Record<string, unknown>>,
  env: KubeconfigOptions['env'],
  clock: Pick<Clock, 'now'>,
): CredentialPlugin | null {
  const exec = user.section('exec');
  if (!exec) return null;
  const apiVersion = exec.requiredText('apiVersion');
  if (!PLUGIN_VERSIONS.includes(apiVersion)) {
    throw exec.error('apiVersion', `must be ${PLUGIN_VERSIONS.join(' or ')}`);
  }
  if (exec.text('interactiveMode') === 'Always') {
    throw exec.error('interactiveMode', 'is Always, but nobody is here to be asked');
  }
  const spec: CredentialPluginSpec = {
    apiVersion,
    command: exec.requiredText('command'),
    args: exec.list('args').map(String),
    env: exec
      .sections('env')
      .map((entry) => ({ name: entry.requiredText('name'), value: entry.text('value') ?? '' })),
    installHint: exec.text('installHint') ?? '',
    cluster: exec.flag('provideClusterInfo') ? cluster : null,
  };
  return new CredentialPlugin(spec, dirname(user.file), env, clock);
}

/** The `spec.cluster` of an ExecCredential. */
async function clusterInfo(cluster: Section, ca: Material | null): Promise<Record<string, unknown>> {
  const own = cluster.sections('extensions').find(isPluginConfig);
  return {
    server: cluster.text('server'),
    'tls-server-name': cluster.text('tls-server-name') ?? undefined,
    'insecure-skip-tls-verify': cluster.flag('insecure-skip-tls-verify') || undefined,
    'certificate-authority-data': (await ca?.read())?.toString('base64'),
    'proxy-url': cluster.text('proxy-url') ?? undefined,
    config: own?.raw('extension'),
  };
}

function isPluginConfig(extension: Section): boolean {
  return extension.text('name') === 'client.authentication.k8s.io/exec';
}
