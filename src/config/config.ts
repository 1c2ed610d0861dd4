import { delimiter, join } from 'node:path';
import { DEFAULT_DENIED_NETWORKS, isNetwork } from '../lib/denied-networks.ts';
import { SecretText } from '../lib/secret-text.ts';
import { type AccessConfig, toAccessConfig } from './access.ts';
import type { Env } from './env.ts';
import { parsePostgresUrl, type PostgresUrl } from './postgres-url.ts';
import { type RetentionConfig, toRetention } from './retention.ts';
import type { Given, SettingKey } from './settings.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Holds punctual.db, unless the database is elsewhere, and, while the sandbox runs, kubeconfig and sandbox.db. */
  readonly dataDir: string;
  readonly database: DatabaseChoice;
  readonly cluster: ClusterChoice;
  /** Where people reach the dashboard; links in messages begin with it. No slash at the end. */
  readonly publicUrl: string;
  readonly logLevel: LogLevel;
  /** The zone of the cluster's controller manager, for CronJobs without timeZone. */
  readonly controllerTimeZone: string;
  /** In CIDR notation: no message goes to an address in them. */
  readonly deniedNetworks: readonly string[];
  /** Of PEM certificates that receivers' are trusted by, beside the built-in ones; null for those alone. */
  readonly caFile: string | null;
  /** Called each minute while everything is well; null for nobody. */
  readonly heartbeatUrl: SecretText | null;
  readonly access: AccessConfig;
  readonly retention: RetentionConfig;
  readonly report: ReportConfig;
}

/** What stands at the head of reports; null for nothing. */
export interface ReportConfig {
  readonly title: string | null;
  readonly organisation: string | null;
  /** The path of a PNG or JPEG image. */
  readonly logo: string | null;
}

/** A SQLite file, or a PostgreSQL database. */
export type DatabaseChoice = { readonly path: string } | { readonly postgres: PostgresUrl };

export type ClusterChoice =
  | { readonly kind: 'in-cluster' }
  | { readonly kind: 'kubeconfig'; readonly paths: readonly string[]; readonly context: string | null }
  | { readonly kind: 'sandbox' };

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type ConfigResult =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Flags before environment before defaults; every problem at once, each naming the flag and the fix. */
export function toConfig(flags: Given, env: Env): ConfigResult {
  const problems: string[] = [];
  const text = (key: SettingKey) => textOf(flags[key] ?? env.given[key]);
  const port = toPort(text('port') ?? '8080', problems);
  const dataDir = text('dataDir') ?? '.punctual';
  const config: Config = {
    host: text('host') ?? (env.inContainer ? '0.0.0.0' : '127.0.0.1'),
    port,
    dataDir,
    database: toDatabase(text('databaseUrl'), dataDir, problems),
    cluster: toClusterChoice(flags, env, problems),
    publicUrl: toPublicUrl(text('publicUrl') ?? `http://localhost:${port}`, problems),
    logLevel: toLogLevel(text('logLevel') ?? 'info', problems),
    controllerTimeZone: toTimeZone(text('controllerTimeZone') ?? 'UTC', problems),
    deniedNetworks: toDeniedNetworks(text('deniedNetworks'), problems),
    caFile: text('caFile') ?? null,
    heartbeatUrl: toHeartbeatUrl(text('heartbeatUrl') ?? '', problems),
    access: toAccessConfig(text, problems),
    retention: toRetention(text, problems),
    report: {
      title: text('reportTitle') ?? null,
      organisation: text('reportOrganisation') ?? null,
      logo: text('reportLogo') ?? null,
    },
  };
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'config', config };
}

/** A flag that takes nothing stands for what its variable would say. */
function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'boolean' ? String(value) : value;
}

function toPort(text: string, problems: string[]): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  problems.push(`--port (PUNCTUAL_PORT) is "${text}"; give a number from 0 to 65535`);
  return 0;
}

function toDatabase(url: string | undefined, dataDir: string, problems: string[]): DatabaseChoice {
  const file = { path: join(dataDir, 'punctual.db') };
  if (url === undefined || url === '') return file;
  const result = parsePostgresUrl(url);
  if (result.kind === 'url') return { postgres: result.url };
  problems.push(...result.problems.map((problem) => `--database-url (PUNCTUAL_DATABASE_URL) ${problem}`));
  return file;
}

function toClusterChoice(flags: Given, env: Env, problems: string[]): ClusterChoice {
  const context = textOf(flags.context);
  if (flags.sandbox) {
    if (flags.kubeconfig !== undefined)
      problems.push('--sandbox and --kubeconfig exclude each other; give one');
    return { kind: 'sandbox' };
  }
  const files = textOf(flags.kubeconfig ?? (env.inCluster ? undefined : env.given.kubeconfig));
  const paths = (files ?? '').split(delimiter).filter((path) => path !== '');
  if (paths.length > 0) return { kind: 'kubeconfig', paths, context: context ?? null };
  if (context !== undefined) problems.push('--context needs --kubeconfig (or KUBECONFIG) to choose from');
  return env.inCluster ? { kind: 'in-cluster' } : { kind: 'sandbox' };
}

function toPublicUrl(text: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    problems.push(`--public-url (PUNCTUAL_PUBLIC_URL) is "${text}"; give an http or https URL`);
  }
  return text.replace(/\/+$/, '');
}

function toLogLevel(text: string, problems: string[]): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) {
    problems.push(`--log-level (PUNCTUAL_LOG_LEVEL) is "${text}"; give one of ${LOG_LEVELS.join(', ')}`);
  }
  return level ?? 'info';
}

function toTimeZone(text: string, problems: string[]): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    problems.push(
      `--controller-time-zone (PUNCTUAL_CONTROLLER_TIME_ZONE) is "${text}"; give an IANA zone such as Europe/Berlin`,
    );
    return 'UTC';
  }
}

/** `none` denies nothing. */
function toDeniedNetworks(text: string | undefined, problems: string[]): readonly string[] {
  if (text === undefined) return DEFAULT_DENIED_NETWORKS;
  const networks = text === 'none' ? [] : text.split(',').map((network) => network.trim());
  for (const network of networks) {
    if (isNetwork(network)) continue;
    problems.push(
      `--denied-networks (PUNCTUAL_DENIED_NETWORKS) holds "${network}"; give networks such as 169.254.0.0/16, separated by commas, or none`,
    );
  }
  return networks;
}

/** The value is not repeated: whoever knows the URL can keep it quiet. */
function toHeartbeatUrl(text: string, problems: string[]): SecretText | null {
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    problems.push('--heartbeat-url (PUNCTUAL_HEARTBEAT_URL) is no http or https URL');
  }
  return new SecretText(text);
}
