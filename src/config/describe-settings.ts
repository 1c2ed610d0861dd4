import { redactUrl } from '../lib/redact-url.ts';
import type { ClusterChoice, Config, DatabaseChoice, Flags } from './config.ts';
import type { Env } from './env.ts';

/** Where the value of a setting was taken from. */
export type SettingSource = 'flag' | 'environment' | 'default';

/** A setting in force, as it may be shown to anyone: without secrets. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly source: SettingSource;
  /** The flag that sets it: `--port`. */
  readonly flag: string;
  /** The environment variable that sets it. */
  readonly variable: string;
  /** What it is, in one sentence. */
  readonly meaning: string;
}

interface Description extends Omit<Setting, 'value' | 'source'> {
  readonly given: (flags: Flags) => string | boolean | undefined;
  readonly inEnvironment: (env: Env) => string | boolean | undefined;
  readonly effective: (config: Config) => string;
}

/** The settings in force, each with where it came from, in the order in which a reader asks for them. */
export function describeSettings(flags: Flags, env: Env, config: Config): readonly Setting[] {
  return DESCRIPTIONS.map(({ given, inEnvironment, effective, ...description }) => ({
    ...description,
    value: effective(config),
    source: sourceOf(given(flags), inEnvironment(env)),
  }));
}

function sourceOf(flag: string | boolean | undefined, variable: string | boolean | undefined): SettingSource {
  if (flag !== undefined && flag !== false) return 'flag';
  return variable === undefined || variable === false || variable === '' ? 'default' : 'environment';
}

const DESCRIPTIONS: readonly Description[] = [
  {
    name: 'Cluster',
    flag: '--kubeconfig, --context, --sandbox',
    variable: 'KUBECONFIG',
    meaning: 'Which cluster is watched.',
    given: ({ sandbox, kubeconfig }) => sandbox || kubeconfig,
    inEnvironment: ({ inCluster, KUBECONFIG }) => inCluster || KUBECONFIG,
    effective: ({ cluster }) => clusterText(cluster),
  },
  {
    name: 'Database',
    flag: '--database-url',
    variable: 'PUNCTUAL_DATABASE_URL',
    meaning: 'Where runs, alerts and messages are kept.',
    given: ({ databaseUrl }) => databaseUrl,
    inEnvironment: ({ PUNCTUAL_DATABASE_URL }) => PUNCTUAL_DATABASE_URL,
    effective: ({ database }) => databaseText(database),
  },
  {
    name: 'Data directory',
    flag: '--data-dir',
    variable: 'PUNCTUAL_DATA_DIR',
    meaning: 'Holds the database file and, while the sandbox runs, its kubeconfig and world.',
    given: ({ dataDir }) => dataDir,
    inEnvironment: ({ PUNCTUAL_DATA_DIR }) => PUNCTUAL_DATA_DIR,
    effective: ({ dataDir }) => dataDir,
  },
  {
    name: 'Address',
    flag: '--host',
    variable: 'PUNCTUAL_HOST',
    meaning: 'The address that the page and the API listen on.',
    given: ({ host }) => host,
    inEnvironment: ({ PUNCTUAL_HOST }) => PUNCTUAL_HOST,
    effective: ({ host }) => host,
  },
  {
    name: 'Port',
    flag: '--port',
    variable: 'PUNCTUAL_PORT',
    meaning: 'The port of the page and the API; 0 takes a free one.',
    given: ({ port }) => port,
    inEnvironment: ({ PUNCTUAL_PORT }) => PUNCTUAL_PORT,
    effective: ({ port }) => String(port),
  },
  {
    name: 'Public URL',
    flag: '--public-url',
    variable: 'PUNCTUAL_PUBLIC_URL',
    meaning: 'Where people reach this page; links in messages begin with it.',
    given: ({ publicUrl }) => publicUrl,
    inEnvironment: ({ PUNCTUAL_PUBLIC_URL }) => PUNCTUAL_PUBLIC_URL,
    effective: ({ publicUrl }) => redactUrl(publicUrl),
  },
  {
    name: 'Controller time zone',
    flag: '--controller-time-zone',
    variable: 'PUNCTUAL_CONTROLLER_TIME_ZONE',
    meaning: "The zone of the cluster's controller manager, which holds for CronJobs without timeZone.",
    given: ({ controllerTimeZone }) => controllerTimeZone,
    inEnvironment: ({ PUNCTUAL_CONTROLLER_TIME_ZONE }) => PUNCTUAL_CONTROLLER_TIME_ZONE,
    effective: ({ controllerTimeZone }) => controllerTimeZone,
  },
  {
    name: 'Log level',
    flag: '--log-level',
    variable: 'PUNCTUAL_LOG_LEVEL',
    meaning: 'From which level on the service writes to its log.',
    given: ({ logLevel }) => logLevel,
    inEnvironment: ({ PUNCTUAL_LOG_LEVEL }) => PUNCTUAL_LOG_LEVEL,
    effective: ({ logLevel }) => logLevel,
  },
  {
    name: 'Retention of runs',
    flag: '--retention-days',
    variable: 'PUNCTUAL_RETENTION_DAYS',
    meaning: 'How long runs are kept where no monitor says otherwise.',
    given: ({ retentionDays }) => retentionDays,
    inEnvironment: ({ PUNCTUAL_RETENTION_DAYS }) => PUNCTUAL_RETENTION_DAYS,
    effective: ({ retention }) => dayText(retention.runDays),
  },
  {
    name: 'Retention of failed runs',
    flag: '--failed-retention-days',
    variable: 'PUNCTUAL_FAILED_RETENTION_DAYS',
    meaning: 'Likewise of failed runs.',
    given: ({ failedRetentionDays }) => failedRetentionDays,
    inEnvironment: ({ PUNCTUAL_FAILED_RETENTION_DAYS }) => PUNCTUAL_FAILED_RETENTION_DAYS,
    effective: ({ retention }) => dayText(retention.failedRunDays),
  },
  {
    name: 'Retention of evidence',
    flag: '--log-retention-days',
    variable: 'PUNCTUAL_LOG_RETENTION_DAYS',
    meaning: 'Likewise of logs and events, which never outlive their run.',
    given: ({ logRetentionDays }) => logRetentionDays,
    inEnvironment: ({ PUNCTUAL_LOG_RETENTION_DAYS }) => PUNCTUAL_LOG_RETENTION_DAYS,
    effective: ({ retention }) => dayText(retention.evidenceDays),
  },
];

function dayText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
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
