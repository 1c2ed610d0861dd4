import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ClientConfig } from 'pg';
import type { SecretText } from '../lib/secret-text.ts';

/**
 * How far the connection is protected, as libpq names it. `prefer` encrypts where the server can;
 * `require` encrypts and checks the server only against a `caFile` that is given; `verify-ca` checks
 * its certificate, `verify-full` its name too.
 */
export type PostgresTlsMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** Where a PostgreSQL database is and how it is spoken to. */
export interface PostgresConnection {
  /** A name, an address, or the folder of a Unix socket (it begins with a slash). */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Null where the server asks for none, or PGPASSWORD or a password file has it. */
  readonly password: SecretText | null;
  readonly tls: {
    readonly mode: PostgresTlsMode;
    /** PEM files; null: the certificate authorities of the runtime, and no certificate of our own. */
    readonly caFile: string | null;
    readonly certFile: string | null;
    readonly keyFile: string | null;
  };
  readonly applicationName: string;
  /** Given to the server as they are: `-c search_path=punctual`. */
  readonly options: string | null;
  readonly connectTimeoutMs: number;
  /** After so long the server ends a statement; 0 never; null: as the server or `options` have it. */
  readonly statementTimeoutMs: number | null;
  /** After so long the server ends a session whose transaction does nothing; 0 and null likewise. */
  readonly idleInTransactionTimeoutMs: number | null;
  /** At least 2: a transaction holds one while reads go on beside it. */
  readonly maxConnections: number;
}

const KEEP_ALIVE_MS = 10_000;

/** A server that works ends a statement itself: one that is silent for so many times as long is taken for gone. */
const ANSWER_PATIENCE = 2;

/** The connection as a person recognises it; without the password. */
export function describeConnection({ host, port, database }: PostgresConnection): string {
  return `${host}:${port}/${database}`;
}

/**
 * What a new session is told, null for nothing. A statement and not a part of the greeting, which poolers in between
 * would refuse.
 */
export function sessionSettings(
  connection: Pick<PostgresConnection, 'statementTimeoutMs' | 'idleInTransactionTimeoutMs'>,
): string | null {
  const { statementTimeoutMs: statement, idleInTransactionTimeoutMs: idle } = connection;
  const settings = [
    ...(statement === null ? [] : [`set statement_timeout = ${statement}`]),
    ...(idle === null ? [] : [`set idle_in_transaction_session_timeout = ${idle}`]),
  ];
  return settings.length === 0 ? null : settings.join('; ');
}

/** What the driver wants to know. Throws when a PEM file cannot be read. */
export function toClientConfig(connection: PostgresConnection): ClientConfig {
  return {
    host: connection.host,
    port: connection.port,
    database: connection.database,
    user: connection.user,
    password: connection.password?.reveal(),
    ssl: isEncrypted(connection) ? tlsOptions(connection) : false,
    application_name: connection.applicationName,
    options: connection.options ?? undefined,
    connectionTimeoutMillis: connection.connectTimeoutMs,
    ...(connection.statementTimeoutMs && {
      query_timeout: ANSWER_PATIENCE * connection.statementTimeoutMs,
    }),
    // A server whose machine vanished says nothing: without probes nobody would ever notice.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Statements that are started together travel together, and are answered in their order.
    pipeline: true,
  };
}

/** A Unix socket leads nowhere else, and the server offers no encryption on it. */
function isEncrypted({ host, tls }: PostgresConnection): boolean {
  return tls.mode !== 'disable' && !host.startsWith('/');
}

function tlsOptions({ host, tls }: PostgresConnection): Exclude<ClientConfig['ssl'], boolean | undefined> {
  const checksCertificate = tls.mode.startsWith('verify') || (tls.mode === 'require' && tls.caFile !== null);
  return {
    ...(tls.caFile === null ? {} : { ca: readFileSync(tls.caFile, 'utf8') }),
    ...(tls.certFile === null ? {} : { cert: readFileSync(tls.certFile, 'utf8') }),
    ...(tls.keyFile === null ? {} : { key: readFileSync(tls.keyFile, 'utf8') }),
    rejectUnauthorized: checksCertificate,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(tls.mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}
