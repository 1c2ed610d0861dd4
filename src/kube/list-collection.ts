import { ApiError, isExpired } from './api-error.ts';
import type { KubeObject } from './kube-object.ts';
import type { Transport } from './transport.ts';

export interface ListOptions {
  readonly transport: Pick<Transport, 'json'>;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly pageSize: number;
  readonly pageTimeoutMs: number;
  readonly signal: AbortSignal;
  /** Called for each object; trim it here, so that only one page is held in full. */
  readonly onObject: (object: KubeObject) => void;
  /** Everything handed over so far is void: the list begins again. */
  readonly onRestart: () => void;
}

interface Page {
  readonly items?: readonly KubeObject[] | null;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

/**
 * Reads a whole collection by pages, as of one instant: without a resourceVersion, so that the answer
 * is the newest state and not a cache's. When the continue token expires on the way (410) it starts
 * over; the second time without pages, which cannot expire. Resolves with the resourceVersion to watch
 * from.
 */
export async function listCollection(options: ListOptions): Promise<string> {
  let restarts = 0;
  let token = '';
  for (;;) {
    try {
      const page = await readPage(options, restarts < 2 ? options.pageSize : null, token);
      for (const object of page.items) options.onObject(object);
      token = page.continue;
      if (token === '') return page.resourceVersion;
    } catch (error) {
      if (!isExpired(error) || token === '') throw error;
      restarts++;
      token = '';
      options.onRestart();
    }
  }
}

async function readPage(
  options: ListOptions,
  limit: number | null,
  token: string,
): Promise<{ items: readonly KubeObject[]; resourceVersion: string; continue: string }> {
  const query = {
    ...options.query,
    ...(limit !== null && { limit }),
    ...(token !== '' && { continue: token }),
  };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.pageTimeoutMs)]);
  const page = await options.transport.json<Page>(options.path, { query, signal });
  const resourceVersion = page?.metadata?.resourceVersion;
  // A proxy's own JSON must not pass for an empty collection: everything would seem deleted.
  if (typeof resourceVersion !== 'string' || resourceVersion === '' || !Array.isArray(page.items ?? [])) {
    throw new ApiError(200, 'InvalidBody', `the answer of ${options.path} is no list of objects`);
  }
  return { items: page.items ?? [], resourceVersion, continue: page.metadata?.continue ?? '' };
}
