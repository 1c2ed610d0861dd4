import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import { CachedFile } from './cached-file.ts';
import type { ClusterAccess } from './cluster-access.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface InClusterOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the service account is mounted. */
  readonly directory?: string;
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Access through the service account of the Pod that we run in. Its token is read again every minute,
 * since it is rotated. Rejects, naming the variable or the file, when we are in no Pod. Proxy settings
 * of the environment do not apply: the API server is in the cluster.
 */
export async function inCluster(options: InClusterOptions): Promise<ClusterAccess> {
  const { env, directory = SERVICE_ACCOUNT, clock = systemClock } = options;
  const host = required(env, 'KUBERNETES_SERVICE_HOST');
  const port = required(env, 'KUBERNETES_SERVICE_PORT');
  const token = new CachedFile(join(directory, 'token'), clock);
  const ca = new CachedFile(join(directory, 'ca.crt'), clock);
  const namespace = (await readFile(join(directory, 'namespace'), 'utf8')).trim();
  await Promise.all([token.read(), ca.read()]);
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    namespace,
    proxyUrl: null,
    tls: async () => ({ ca: await ca.read() }),
    headers: async () => ({ authorization: `Bearer ${(await token.read()).toString().trim()}` }),
    refused: () => token.expire(),
  };
}

function required(env: InClusterOptions['env'], name: string): string {
  const value = env[name];
  if (!value) throw new Error(`not in a cluster: ${name} is not set`);
  return value;
}
