import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { RateLimiting } from '../../../src/alert/channel-spec.ts';
import { toClientConfig } from '../../../src/store/postgres-connection.ts';
import { aPostgresDatabase, type TestDatabase } from '../../postgres.ts';
import type { CrashPoint } from './crash-plan.ts';
import type { SenderOptions } from './sender-process.ts';

const SENDER = join(import.meta.dirname, 'sender-process.ts');

interface Crash {
  readonly at: CrashPoint;
  readonly nth: number;
  /** Whether nothing else is under way at that point. */
  readonly oneByOne: boolean;
}

export interface WorldOptions {
  readonly database: 'sqlite' | 'postgres';
  readonly rateLimiting: RateLimiting;
}

/** A database, a receiver, and one after the other the processes that send from the one to the other. */
export class CrashingWorld implements AsyncDisposable {
  /** How often each message was answered with 200, by its Idempotency-Key. */
  readonly answered = new Map<string, number>();
  /** The alerts that the receiver was told of. */
  readonly told = new Set<string>();
  /** Messages that had been answered and not marked when a process ended: they may come again. */
  readonly unmarked = new Set<string>();
  readonly #directory = mkdtempSync(join(tmpdir(), 'punctual-crash-points-'));
  readonly #server: Server;
  readonly #options: WorldOptions;
  /** Null on SQLite. */
  readonly #postgres: TestDatabase | null;

  private constructor(options: WorldOptions, postgres: TestDatabase | null) {
    this.#options = options;
    this.#postgres = postgres;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: WorldOptions): Promise<CrashingWorld> {
    const postgres = options.database === 'postgres' ? await aPostgresDatabase() : null;
    const world = new CrashingWorld(options, postgres);
    await new Promise<void>((resolve) => world.#server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  /** Starts a process that ends itself there, and answers the signal that ended it. */
  async crash({ at, nth, oneByOne }: Crash): Promise<NodeJS.Signals | null> {
    const child = this.#spawn({ crashAt: at, nth, oneByOne });
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    await this.#noteUnmarked();
    return signal;
  }

  /** Starts a process and kills it so many ms after it began to send. */
  async killAfter(ms: number): Promise<void> {
    const child = this.#spawn({});
    await once(child.stdout!, 'data');
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await this.#noteUnmarked();
  }

  /** Sends all that is left. Rejects unless the process ends well. */
  async drain(): Promise<void> {
    const [code] = (await once(this.#spawn({ drain: true }), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`the last process ended with ${code}`);
  }

  /** The ids of the alerts in the database: those that were raised for good. */
  raised(): Promise<string[]> {
    return this.#readIds('select id from alerts');
  }

  unsent(): Promise<string[]> {
    return this.#readIds("select id from deliveries where state = 'pending'");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#postgres?.[Symbol.asyncDispose]();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  get #databasePath(): string {
    return join(this.#directory, 'punctual.db');
  }

  #spawn(options: Partial<SenderOptions>): ChildProcess {
    const { port } = this.#server.address() as AddressInfo;
    const all: SenderOptions = {
      database:
        this.#postgres === null ? { path: this.#databasePath } : { postgres: this.#postgres.connection },
      receiverUrl: `http://127.0.0.1:${port}/hook`,
      rateLimiting: this.#options.rateLimiting,
      crashAt: null,
      nth: 1,
      drain: false,
      oneByOne: false,
      ...options,
    };
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SENDER, JSON.stringify(all)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(this.#directory, 'compiled') },
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers['idempotency-key']);
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => null);
    // The process ended before it had sent the whole: nothing was taken.
    if (chunks === null) return;
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly id: string;
      readonly alerts?: readonly { readonly id: string }[];
    };
    response.end();
    this.answered.set(key, (this.answered.get(key) ?? 0) + 1);
    for (const { id } of body.alerts ?? [body]) this.told.add(id);
  }

  async #noteUnmarked(): Promise<void> {
    for (const id of await this.unsent()) if (this.answered.has(id)) this.unmarked.add(id);
  }

  async #readIds(query: string): Promise<string[]> {
    const rows = this.#postgres === null ? this.#readFile(query) : await this.#readServer(query);
    return rows.map(({ id }) => id);
  }

  #readFile(query: string): { id: string }[] {
    const database = new DatabaseSync(this.#databasePath);
    try {
      return database.prepare(query).all() as { id: string }[];
    } finally {
      database.close();
    }
  }

  async #readServer(query: string): Promise<{ id: string }[]> {
    const client = new Client(toClientConfig(this.#postgres!.connection));
    await client.connect();
    try {
      return (await client.query<{ id: string }>(query)).rows;
    } finally {
      await client.end();
    }
  }
}
