import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { fingerprint } from '../lib/fingerprint.ts';
import { ApiError, type StatusBody, toApiError } from './api-error.ts';
import type { ClusterAccess, TlsSettings } from './cluster-access.ts';

export interface TransportOptions {
  readonly access: ClusterAccess;
  readonly userAgent?: string;
  /** How long a connection may take to open. */
  readonly connectTimeoutMs?: number;
  /** How long the server may take to begin its answer. */
  readonly headersTimeoutMs?: number;
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read to its end, or the request aborted by its signal: else its connection stays taken. */
  readonly body: AsyncIterable<Buffer>;
}

/** A Status body is small; what is longer comes from something that is no API server. */
const LONGEST_ERROR_BODY = 64 * 1024;

/**
 * HTTP to one cluster. Connections are kept and shared; they are opened anew when the certificates
 * change, while requests under way finish on the old ones. The bearer token is asked for at each
 * request. Any status but 2xx throws an ApiError, redirects too: a token is never sent elsewhere.
 * Network failures throw the error of undici. Credentials are in no error and in no log.
 */
export class Transport {
  readonly #options: Required<TransportOptions>;
  readonly #origin: string;
  readonly #basePath: string;
  #current: { readonly print: string; readonly dispatcher: Dispatcher } | undefined;
  /** Every dispatcher whose connections may still be open. */
  readonly #open = new Set<Dispatcher>();
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = {
      userAgent: 'punctual',
      connectTimeoutMs: 10_000,
      headersTimeoutMs: 30_000,
      ...options,
    };
    const server = new URL(options.access.server);
    this.#origin = server.origin;
    this.#basePath = server.pathname.replace(/\/$/, '');
  }

  /** Resolves when the headers of a 2xx answer are there. */
  async request(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const { method = 'GET', body, signal } = options;
    const dispatcher = await this.#dispatcher();
    const headers = await this.#headers(options);
    signal?.throwIfAborted();
    const response = await dispatcher.request({
      origin: this.#origin,
      path: this.#basePath + path + queryString(options.query),
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal && { signal }),
    });
    const { statusCode: status } = response;
    if (status >= 200 && status < 300) return { status, headers: response.headers, body: response.body };
    if (status === 401) this.#options.access.refused();
    throw await readError(response);
  }

  /** The answer's JSON, which the caller must still doubt. Throws when it is none. */
  async json<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.request(path, options);
    const text = (await readAll(response.body)).toString();
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new ApiError(response.status, 'InvalidBody', `the answer of ${path} is no JSON`);
    }
  }

  /** Breaks off every request under way. Later requests throw. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((dispatcher) => dispatcher.destroy()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #headers(options: RequestOptions): Promise<Record<string, string>> {
    return {
      accept: options.accept ?? 'application/json',
      'user-agent': this.#options.userAgent,
      ...(options.body !== undefined && { 'content-type': options.contentType ?? 'application/json' }),
      ...(await this.#options.access.headers()),
    };
  }

  async #dispatcher(): Promise<Dispatcher> {
    const tls = await this.#options.access.tls();
    if (this.#closed) throw new Error('the connection to the cluster is closed');
    const print = fingerprintOf(tls);
    if (this.#current?.print === print) return this.#current.dispatcher;
    if (this.#current) this.#retire(this.#current.dispatcher);
    const dispatcher = this.#connect(tls);
    this.#open.add(dispatcher);
    this.#current = { print, dispatcher };
    return dispatcher;
  }

  /** Lets requests under way finish, watches included: those end by their timeoutSeconds. */
  #retire(dispatcher: Dispatcher): void {
    void dispatcher
      .close()
      .catch(() => {})
      .then(() => this.#open.delete(dispatcher));
  }

  #connect(tls: TlsSettings): Dispatcher {
    const { access, connectTimeoutMs, headersTimeoutMs } = this.#options;
    const options = {
      // Over HTTP/2 all watches would share one connection, and stall together.
      allowH2: false,
      headersTimeout: headersTimeoutMs,
      // Watches are silent between bookmarks; the reflector has its own watchdog.
      bodyTimeout: 0,
      keepAliveTimeout: 30_000,
    };
    const connect = { ...tls, timeout: connectTimeoutMs, keepAlive: true, keepAliveInitialDelay: 15_000 };
    if (access.proxyUrl === null) return new Agent({ ...options, connect });
    return new ProxyAgent({
      ...options,
      uri: access.proxyUrl,
      connectTimeout: connectTimeoutMs,
      requestTls: connect,
    });
  }
}

/** All bytes of a body. */
export async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function queryString(query: RequestOptions['query']): string {
  if (!query) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `?${search.toString()}`;
}

function fingerprintOf(tls: TlsSettings): string {
  return fingerprint(
    tls.ca?.toString('base64') ?? '',
    tls.cert?.toString('base64') ?? '',
    tls.key?.toString('base64') ?? '',
    tls.servername ?? '',
    String(tls.rejectUnauthorized),
  );
}

async function readError(response: Dispatcher.ResponseData): Promise<ApiError> {
  const retryAfter = response.headers['retry-after'];
  const status = parseStatus(await readHead(response.body).catch(() => ''));
  return toApiError(response.statusCode, status, typeof retryAfter === 'string' ? retryAfter : undefined);
}

async function readHead(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LONGEST_ERROR_BODY) break;
  }
  return Buffer.concat(chunks).toString();
}

function parseStatus(text: string): StatusBody {
  try {
    const status: unknown = JSON.parse(text);
    return typeof status === 'object' && status !== null ? status : {};
  } catch {
    return {};
  }
}
