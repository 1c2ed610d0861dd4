import { SecretText } from '../lib/secret-text.ts';

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** A PostgreSQL database as a URL names it, in libpq's words: `sslmode` is `tls.mode`. */
export interface PostgresUrl {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: SecretText | null;
  readonly tls: {
    readonly mode: (typeof TLS_MODES)[number];
    readonly caFile: string | null;
    readonly certFile: string | null;
    readonly keyFile: string | null;
  };
  readonly applicationName: string;
  readonly options: string | null;
  readonly connectTimeoutMs: number;
  /** 0 for none; null where `options` say it. */
  readonly statementTimeoutMs: number | null;
  readonly idleInTransactionTimeoutMs: number | null;
  readonly maxConnections: number;
}

export type PostgresUrlResult =
  | { readonly kind: 'url'; readonly url: PostgresUrl }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const EXAMPLE = 'postgres://user:password@host:5432/database';

const PARAMETERS = [
  'user',
  'password',
  'host',
  'port',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'options',
  'connect_timeout',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'max',
];

/** In ms, as PostgreSQL counts them. Nothing that is asked takes nearly as long of a server that is well. */
const TIMEOUT_MS = 60_000;

/**
 * Reads a URL as libpq does, for the parameters that are known here; a parameter wins over the part of
 * the URL that it names; `max` (connections at once) is our own, and the timeouts are the server's settings. Problems are sentences that
 * begin with a verb; none of them repeats the URL, which holds a password.
 */
export function parsePostgresUrl(text: string): PostgresUrlResult {
  const url = toUrl(text);
  if (url === null) return { kind: 'invalid', problems: [`is no URL of PostgreSQL; give ${EXAMPLE}`] };
  const problems = [...url.searchParams.keys()]
    .filter((name) => !PARAMETERS.includes(name))
    .map((name) => `has the parameter "${name}", which is not known; known are ${PARAMETERS.join(', ')}`);
  const parameter = (name: string) => url.searchParams.get(name) || null;
  const user = parameter('user') ?? decodeURIComponent(url.username);
  if (user === '') problems.push(`names no user; give ${EXAMPLE}`);
  const password = parameter('password') ?? decodeURIComponent(url.password);
  const mode = TLS_MODES.find((known) => known === (parameter('sslmode') ?? 'prefer'));
  if (mode === undefined)
    problems.push(`has sslmode=${parameter('sslmode')}; give one of ${TLS_MODES.join(', ')}`);
  const number = (name: string, fallback: number, least: number) => {
    const value = Number(parameter(name) ?? fallback);
    if (!Number.isInteger(value) || value < least)
      problems.push(`has ${name}=${parameter(name)}; give a whole number from ${least}`);
    return value;
  };
  const options = parameter('options');
  const timeout = (name: string) => {
    const isAmongOptions = parameter(name) === null && new RegExp(`\\b${name}\\s*=`).test(options ?? '');
    return isAmongOptions ? null : number(name, TIMEOUT_MS, 0);
  };
  const caFile = parameter('sslrootcert');
  const result: PostgresUrl = {
    host: parameter('host') ?? (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost'),
    port: number('port', Number(url.port || 5_432), 1),
    database: parameter('dbname') ?? (decodeURIComponent(url.pathname.slice(1)) || user),
    user,
    password: password === '' ? null : new SecretText(password),
    tls: {
      mode: mode ?? 'prefer',
      caFile: caFile === 'system' ? null : caFile,
      certFile: parameter('sslcert'),
      keyFile: parameter('sslkey'),
    },
    applicationName: parameter('application_name') ?? 'punctual',
    options,
    connectTimeoutMs: number('connect_timeout', 10, 1) * 1_000,
    statementTimeoutMs: timeout('statement_timeout'),
    idleInTransactionTimeoutMs: timeout('idle_in_transaction_session_timeout'),
    maxConnections: number('max', 10, 2),
  };
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'url', url: result };
}

/** Null for another scheme, for what is no URL, and for text that is not properly percent-encoded. */
function toUrl(text: string): URL | null {
  // A user and no host, as for a Unix socket, is libpq's liberty and not the standard's.
  const whole = text.replace(/^(\w+:\/\/[^/?]*@)(?=[/?]|$)/, '$1localhost');
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) return null;
  try {
    for (const part of [url.username, url.password, url.hostname, url.pathname]) decodeURIComponent(part);
    return url;
  } catch {
    return null;
  }
}
