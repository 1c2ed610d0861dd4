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
    name: 'Retention',
    flag: '--retention-days, --failed-retention-days, --log-retention-days',
    variable: 'PUNCTUAL_RETENTION_DAYS',
    meaning: 'For how long runs, failed runs and their logs are kept, unless a monitor says otherwise.',
    given: (flags) => flags.retentionDays ?? flags.failedRetentionDays ?? flags.logRetentionDays,
    inEnvironment: (env) =>
      env.PUNCTUAL_RETENTION_DAYS ?? env.PUNCTUAL_FAILED_RETENTION_DAYS ?? env.PUNCTUAL_LOG_RETENTION_DAYS,
    effective: ({ retention: { runDays, failedRunDays, evidenceDays } }) =>
      `${runDays} d, failed ${failedRunDays} d, logs ${evidenceDays} d`,
  },
  {
    name: 'Access token',
    flag: '--access-token-file, --access-token-guards',
    variable: 'PUNCTUAL_ACCESS_TOKEN',
    meaning: 'Whether calls of the API need a token, and which.',
    given: (flags) => flags.accessTokenFile ?? flags.accessTokenGuards,
    inEnvironment: (env) =>
      env.PUNCTUAL_ACCESS_TOKEN ?? env.PUNCTUAL_ACCESS_TOKEN_FILE ?? env.PUNCTUAL_ACCESS_TOKEN_GUARDS,
    effective: ({ access }) => (access.token === null ? 'none' : `needed for ${access.tokenGuards}`),
  },
  {
    name: 'Read only',
    flag: '--read-only',
    variable: 'PUNCTUAL_READ_ONLY',
    meaning: 'Whether every change over the API is refused.',
    given: ({ readOnly }) => readOnly,
    inEnvironment: ({ PUNCTUAL_READ_ONLY }) => PUNCTUAL_READ_ONLY,
    effective: ({ access }) => (access.readOnly ? 'yes' : 'no'),
  },
  {
    name: 'Trusted user header',
    flag: '--trusted-user-header',
    variable: 'PUNCTUAL_TRUSTED_USER_HEADER',
    meaning: 'The header in which a proxy in front says who is there.',
    given: ({ trustedUserHeader }) => trustedUserHeader,
    inEnvironment: ({ PUNCTUAL_TRUSTED_USER_HEADER }) => PUNCTUAL_TRUSTED_USER_HEADER,
    effective: ({ access }) => access.userHeader ?? 'none',
  },
  {
    name: 'Allowed hosts',
    flag: '--allowed-hosts',
    variable: 'PUNCTUAL_ALLOWED_HOSTS',
    meaning:
      'The names under which the page and the API may be called, beside those that are always allowed.',
    given: ({ allowedHosts }) => allowedHosts,
    inEnvironment: ({ PUNCTUAL_ALLOWED_HOSTS }) => PUNCTUAL_ALLOWED_HOSTS,
    effective: ({ access }) => access.allowedHosts.join(', ') || 'none',
  },
  {
    name: 'Denied networks',
    flag: '--denied-networks',
    variable: 'PUNCTUAL_DENIED_NETWORKS',
    meaning: 'No message goes to an address in them.',
    given: ({ deniedNetworks }) => deniedNetworks,
    inEnvironment: ({ PUNCTUAL_DENIED_NETWORKS }) => PUNCTUAL_DENIED_NETWORKS,
    effective: ({ deniedNetworks }) => deniedNetworks.join(', ') || 'none',
  },
  {
    name: 'Certificates',
    flag: '--ca-file',
    variable: 'PUNCTUAL_CA_FILE',
    meaning: 'By which the certificates of receivers are trusted, beside the built-in ones.',
    given: ({ caFile }) => caFile,
    inEnvironment: ({ PUNCTUAL_CA_FILE }) => PUNCTUAL_CA_FILE,
    effective: ({ caFile }) => caFile ?? 'the built-in ones alone',
  },
  {
    name: 'Heartbeat URL',
    flag: '--heartbeat-url',
    variable: 'PUNCTUAL_HEARTBEAT_URL',
    meaning: 'Called each minute while everything is well.',
    given: ({ heartbeatUrl }) => heartbeatUrl,
    inEnvironment: ({ PUNCTUAL_HEARTBEAT_URL }) => PUNCTUAL_HEARTBEAT_URL,
    // Who knows the whole URL could say that all is well.
    effective: ({ heartbeatUrl }) => (heartbeatUrl === null ? 'none' : String(heartbeatUrl)),
  },
  {
    name: 'Reports',
    flag: '--report-title, --report-organisation, --report-logo',
    variable: 'PUNCTUAL_REPORT_TITLE',
    meaning: 'What stands at the head of PDF reports: organisation, title and logo.',
    given: (flags) => flags.reportTitle ?? flags.reportOrganisation ?? flags.reportLogo,
    inEnvironment: (env) =>
      env.PUNCTUAL_REPORT_TITLE ?? env.PUNCTUAL_REPORT_ORGANISATION ?? env.PUNCTUAL_REPORT_LOGO,
    effective: ({ report: { organisation, title, logo } }) =>
      [organisation, title, logo].filter((each) => each !== null).join(', ') || 'nothing of your own',
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
];

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
