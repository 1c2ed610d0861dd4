import type { Log } from '../lib/log.ts';
import type { ApiError } from './api-error.ts';
import type { ClusterAccess } from './cluster-access.ts';
import type { KubeObject } from './kube-object.ts';
import type { ApiResponse, RequestOptions, Transport } from './transport.ts';

/** Anonymous access to a local server. */
export function accessTo(server: string, given: Partial<ClusterAccess> = {}): ClusterAccess {
  return {
    server,
    namespace: 'default',
    proxyUrl: null,
    tls: async () => ({}),
    headers: async () => ({}),
    refused: () => {},
    ...given,
  };
}

/** An object as the API sends it, named `name` with the uid `uid-<name>` unless told otherwise. */
export function anObject(name: string, resourceVersion: number, given: { uid?: string } = {}): KubeObject {
  return {
    metadata: {
      namespace: 'shop',
      name,
      uid: given.uid ?? `uid-${name}`,
      resourceVersion: String(resourceVersion),
    },
  };
}

/** Keeps each line as `level message error`. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];
  readonly debug = this.#writer('debug');
  readonly info = this.#writer('info');
  readonly warn = this.#writer('warn');
  readonly error = this.#writer('error');

  child(): Log {
    return this;
  }

  #writer(level: string): Log['info'] {
    return (fields, message) => {
      const error = 'error' in fields ? `: ${String(fields.error)}` : '';
      this.lines.push(`${level} ${message}${error}`);
    };
  }
}

/** What the API answers to one request. */
export type Answer =
  | {
      readonly kind: 'list';
      readonly items: readonly KubeObject[];
      readonly resourceVersion: number;
      readonly continue?: string;
    }
  /** `stay` keeps the watch open and silent after the events. */
  | { readonly kind: 'watch'; readonly events: readonly object[]; readonly stay?: boolean }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ApiError | Error };

/**
 * Answers requests by a script, and the ones after it never. `finished` resolves when the script is
 * used up and the client has come back for more.
 */
export class ScriptedApi implements Pick<Transport, 'request' | 'json'> {
  /** Query of each request, in order. */
  readonly queries: Readonly<Record<string, string | number | boolean>>[] = [];
  readonly finished: Promise<void>;
  readonly #answers: Answer[];
  readonly #finish: () => void;

  constructor(answers: readonly Answer[]) {
    this.#answers = [...answers];
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
  }

  async request(_path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const answer = await this.#next(options);
    return { status: 200, headers: {}, body: bodyOf(answer, options.signal) };
  }

  async json<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.request(path, options);
    let text = '';
    for await (const chunk of response.body) text += chunk.toString();
    return JSON.parse(text) as T;
  }

  async #next(options: RequestOptions): Promise<Answer> {
    this.queries.push(options.query ?? {});
    const answer = this.#answers.shift();
    if (!answer) {
      this.#finish();
      return aborted(options.signal);
    }
    if (answer.kind === 'error') throw answer.error;
    return answer;
  }
}

async function* bodyOf(answer: Answer, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  switch (answer.kind) {
    case 'list': {
      const metadata = { resourceVersion: String(answer.resourceVersion), continue: answer.continue };
      yield Buffer.from(JSON.stringify({ metadata, items: answer.items }));
      return;
    }
    case 'body':
      yield Buffer.from(answer.text);
      return;
    case 'watch':
      for (const event of answer.events) yield Buffer.from(`${JSON.stringify(event)}\n`);
      if (answer.stay) await aborted(signal);
      return;
    case 'error':
      throw answer.error;
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}
