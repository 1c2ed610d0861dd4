import type { Log } from '../lib/log.ts';
import { Reflector, type ReflectorTiming } from './reflector.ts';
import type { Transport } from './transport.ts';

export interface SecretWatchOptions {
  readonly transport: Pick<Transport, 'request' | 'json'>;
  readonly log: Log;
  /** Shortened in tests. */
  readonly timing?: Partial<ReflectorTiming>;
}

interface SecretName {
  readonly namespace: string;
  readonly name: string;
}

/** What is kept of a Secret: enough to see that it changed, and nothing of what it holds. */
interface SecretVersion {
  readonly uid: string;
  readonly resourceVersion: string;
}

/**
 * Tells when Secrets come, change or go: each is watched alone, by its name, which RBAC can grant for
 * single Secrets. Their values are dropped as they arrive.
 */
export class SecretWatch implements AsyncDisposable {
  readonly #options: SecretWatchOptions;
  readonly #reflectors = new Set<Reflector<SecretVersion>>();

  constructor(options: SecretWatchOptions) {
    this.#options = options;
  }

  /** Calls `onChange` at each change from now on, the first list included. Returns how to end it. */
  watch({ namespace, name }: SecretName, onChange: () => void): () => Promise<void> {
    const { transport, log, timing } = this.#options;
    const reflector = new Reflector<SecretVersion>({
      transport,
      path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets`,
      query: { fieldSelector: `metadata.name=${name}` },
      transform: ({ metadata }) => ({
        uid: metadata?.uid ?? '',
        resourceVersion: metadata?.resourceVersion ?? '',
      }),
      onChange,
      log: log.child({ secret: `${namespace}/${name}` }),
      ...(timing && { timing }),
    });
    this.#reflectors.add(reflector);
    reflector.start();
    return async () => {
      this.#reflectors.delete(reflector);
      await reflector.stop();
    };
  }

  /** As ClusterWatch.caughtUpTo. */
  caughtUpTo(latest: (resource: string) => number): boolean {
    const wanted = latest('secrets');
    return [...this.#reflectors].every(
      ({ synced, resourceVersion: seen }) => synced && Number(seen) >= wanted,
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#reflectors].map((reflector) => reflector.stop()));
    this.#reflectors.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
