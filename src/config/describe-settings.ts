import { redactUrl } from '../lib/redact-url.ts';
import type { AccessConfig } from './access.ts';
import type { ClusterChoice, Config, DatabaseChoice } from './config.ts';
import type { Env } from './env.ts';
import { flagOf, type Given, type SettingKey, SETTINGS, variableOf } from './settings.ts';

/** Where the value of a setting was taken from. */
export type SettingSource = 'flag' | 'environment' | 'default';

/** A setting in force, as it may be shown to anyone: without secrets. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly source: SettingSource;
  /** The flags that set it: `--port`. */
  readonly flag: string;
  /** The environment variables that set it. */
  readonly variable: string;
  /** What it is, in one sentence. */
  readonly meaning: string;
}

/** A row: the settings that it tells of, and what is in force. */
interface Row {
  readonly keys: readonly [SettingKey, ...SettingKey[]];
  readonly value: (config: Config) => string;
  /** Where one row tells of several. */
  readonly name?: string;
  readonly meaning?: string;
}

/** The settings in force, each with where it came from, in the order in which a reader asks for them. */
export function describeSettings(flags: Given, env: Env, config: Config): readonly Setting[] {
  return ROWS.map(({ keys, value, name, meaning }) => ({
    name: name ?? SETTINGS[keys[0]].name,
    value: value(config),
    source: sourceOf(keys, flags, env),
    flag: named(keys.map(flagOf)),
    variable: named(keys.map(variableOf)),
    meaning: meaning ?? SETTINGS[keys[0]].meaning,
  }));
}

const ROWS: readonly Row[] = [
  {
    keys: ['kubeconfig', 'context', 'sandbox'],
    name: 'Cluster',
    meaning: 'Which cluster is watched.',
    value: ({ cluster }) => clusterText(cluster),
  },
  {
    keys: ['databaseUrl'],
    meaning: 'Where runs, alerts and messages are kept.',
    value: ({ database }) => databaseText(database),
  },
  { keys: ['dataDir'], value: ({ dataDir }) => dataDir },
  { keys: ['host'], value: ({ host }) => host },
  { keys: ['port'], value: ({ port }) => String(port) },
  { keys: ['publicUrl'], value: ({ publicUrl }) => redactUrl(publicUrl) },
  { keys: ['controllerTimeZone'], value: ({ controllerTimeZone }) => controllerTimeZone },
  { keys: ['retentionDays'], value: ({ retention }) => daysText(retention.runDays) },
  { keys: ['failedRetentionDays'], value: ({ retention }) => daysText(retention.failedRunDays) },
  { keys: ['logRetentionDays'], value: ({ retention }) => daysText(retention.evidenceDays) },
  {
    keys: ['heartbeatUrl'],
    value: ({ heartbeatUrl }) => (heartbeatUrl === null ? 'nobody is called' : 'set'),
  },
  { keys: ['deniedNetworks'], value: ({ deniedNetworks }) => deniedNetworks.join(', ') || 'none' },
  { keys: ['caFile'], value: ({ caFile }) => caFile ?? 'the built-in ones alone' },
  {
    keys: ['accessTokenFile', 'accessToken', 'accessTokenGuards'],
    name: 'Access token',
    meaning: 'What callers have to give the token for.',
    value: ({ access }) => tokenText(access),
  },
  { keys: ['readOnly'], value: ({ access }) => (access.readOnly ? 'yes' : 'no') },
  { keys: ['trustedUserHeader'], value: ({ access }) => access.userHeader ?? 'none is trusted' },
  { keys: ['allowedHosts'], value: ({ access }) => access.allowedHosts.join(', ') || 'any' },
  { keys: ['reportTitle'], value: ({ report }) => report.title ?? 'the built-in one' },
  { keys: ['reportOrganisation'], value: ({ report }) => report.organisation ?? 'none' },
  { keys: ['reportLogo'], value: ({ report }) => report.logo ?? 'none' },
  { keys: ['logLevel'], value: ({ logLevel }) => logLevel },
];

function sourceOf(keys: readonly SettingKey[], flags: Given, env: Env): SettingSource {
  if (keys.some((key) => flags[key] !== undefined && flags[key] !== false)) return 'flag';
  const inCluster = keys.includes('kubeconfig') && env.inCluster;
  return inCluster || keys.some((key) => env.given[key]) ? 'environment' : 'default';
}

function named(names: readonly (string | null)[]): string {
  return names.filter((name) => name !== null).join(', ');
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function tokenText({ token, tokenGuards }: AccessConfig): string {
  if (token === null) return 'nobody is asked for one';
  return tokenGuards === 'all' ? 'everything but the probes' : 'changes';
}

/** Without user and password. */
function databaseText(database: DatabaseChoice): string {
  if ('path' in database) return database.path;
  const { host, port, database: name } = database.postgres;
  return `postgres://${host}:${port}/${name}`;
}

function clusterText(cluster: ClusterChoice): string {
  switch (cluster.kind) {
    case 'sandbox':
      return 'the sandbox in this process';
    case 'in-cluster':
      return 'the cluster around this Pod';
    case 'kubeconfig':
      return `${cluster.paths.join(', ')}${cluster.context === null ? '' : `, context ${cluster.context}`}`;
  }
}
