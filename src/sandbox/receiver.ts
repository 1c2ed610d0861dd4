import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../lib/clock.ts';
import { receiverPage } from './receiver-page.ts';

/** A message that a channel delivered. */
export interface ReceivedMessage {
  /** By the given clock, ms since the epoch. */
  readonly receivedAt: number;
  /** `/chat` or `/webhook` as the channel's URL says; anything else is kept too. */
  readonly path: string;
  readonly idempotencyKey: string | null;
  /** Parsed JSON, or the text where it is none. */
  readonly body: unknown;
}

export interface ReceiverOptions {
  readonly clock: Clock;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** How many messages are kept; older ones are forgotten. */
const KEPT = 1_000;
const LONGEST_BODY = 4 * 1024 * 1024;

/**
 * The far end of the demo's channels: takes every POST and PUT, answers 200, and shows what came at
 * `/`. `GET /messages` answers them as JSON, oldest first.
 */
export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #server: Server;
  readonly #messages: ReceivedMessage[] = [];

  private constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: ReceiverOptions): Promise<Receiver> {
    const receiver = new Receiver(options);
    await new Promise<void>((resolve, reject) => {
      receiver.#server.once('error', reject).listen(options.port, options.host, resolve);
    });
    return receiver;
  }

  /** Without a slash at the end. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://${this.#options.host}:${port}`;
  }

  /** Oldest first. */
  get messages(): readonly ReceivedMessage[] {
    return this.#messages;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://receiver').pathname;
    if (request.method === 'POST' || request.method === 'PUT') {
      await this.#keep(request, path);
      response.end('ok');
    } else if (path === '/messages') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(this.#messages));
    } else if (path === '/') {
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .end(receiverPage(this.#messages.toReversed(), this.#options.clock.now()));
    } else {
      response.writeHead(404).end('nothing here\n');
    }
  }

  async #keep(request: IncomingMessage, path: string): Promise<void> {
    const text = await readBody(request);
    const key = request.headers['idempotency-key'];
    this.#messages.push({
      receivedAt: this.#options.clock.now(),
      path,
      idempotencyKey: typeof key === 'string' ? key : null,
      body: parseOrText(text),
    });
    if (this.#messages.length > KEPT) this.#messages.shift();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_BODY) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
