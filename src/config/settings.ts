/** Something that an operator sets: a flag, its environment variable, and a row of the page's Settings. */
interface Definition {
  /** As a reader calls it. */
  readonly name: string;
  /** What the flag takes, as --help shows it; null for a flag that takes nothing. */
  readonly argument: string | null;
  /** What it is, in one sentence. */
  readonly meaning: string;
  /** In place of PUNCTUAL_ and the flag's name; null where only the flag sets it. */
  readonly variable?: string | null;
  /** No flag: the arguments of a process can be read by others. */
  readonly variableOnly?: true;
}

/** Everything that can be set, in the order in which a reader asks for it. One entry adds a setting everywhere. */
export const SETTINGS = {
  kubeconfig: {
    name: 'Kubeconfig',
    argument: '<path>',
    meaning: 'The kubeconfig of the cluster to watch.',
    variable: 'KUBECONFIG',
  },
  context: {
    name: 'Context',
    argument: '<name>',
    meaning: 'The context of the kubeconfig.',
    variable: null,
  },
  sandbox: {
    name: 'Sandbox',
    argument: null,
    meaning: 'Run with the sandbox, whatever the environment says.',
    variable: null,
  },
  databaseUrl: {
    name: 'Database',
    argument: '<url>',
    meaning:
      'PostgreSQL (postgres://…) for runs, alerts and messages, in place of SQLite in the data directory.',
  },
  dataDir: {
    name: 'Data directory',
    argument: '<path>',
    meaning: 'Holds the database file and, while the sandbox runs, its kubeconfig and world.',
  },
  host: {
    name: 'Address',
    argument: '<address>',
    meaning: 'The address that the page and the API listen on.',
  },
  port: {
    name: 'Port',
    argument: '<number>',
    meaning: 'The port of the page and the API; 0 takes a free one.',
  },
  publicUrl: {
    name: 'Public URL',
    argument: '<url>',
    meaning: 'Where people reach the page; links in messages begin with it.',
  },
  controllerTimeZone: {
    name: 'Controller time zone',
    argument: '<zone>',
    meaning: "The zone of the cluster's controller manager, which holds for CronJobs without timeZone.",
  },
  retentionDays: {
    name: 'Retention of runs',
    argument: '<days>',
    meaning: 'Days for which runs are kept where no monitor says otherwise; 90 by default.',
  },
  failedRetentionDays: {
    name: 'Retention of failed runs',
    argument: '<days>',
    meaning: 'Days for which failed runs are kept, if that is longer.',
  },
  logRetentionDays: {
    name: 'Retention of logs and events',
    argument: '<days>',
    meaning: 'Days for which logs and events are kept; 30 by default.',
  },
  heartbeatUrl: {
    name: 'Heartbeat URL',
    argument: '<url>',
    meaning: 'Called each minute while everything is well.',
  },
  deniedNetworks: {
    name: 'Denied networks',
    argument: '<cidrs>',
    meaning: 'Where no message goes: link-local addresses and cloud metadata by default, or none.',
  },
  caFile: {
    name: 'CA file',
    argument: '<path>',
    meaning: "PEM certificates that receivers' are trusted by, beside the built-in ones.",
  },
  accessToken: {
    name: 'Access token',
    argument: null,
    meaning: 'The token that callers have to give; nobody is asked without it.',
    variableOnly: true,
  },
  accessTokenFile: {
    name: 'Access token file',
    argument: '<path>',
    meaning: 'A file with the token that callers have to give.',
  },
  accessTokenGuards: {
    name: 'Access token guards',
    argument: '<what>',
    meaning: 'What the token is asked for: writes or all.',
  },
  readOnly: { name: 'Read-only', argument: null, meaning: 'Refuse every change over the API.' },
  trustedUserHeader: {
    name: 'Trusted user header',
    argument: '<name>',
    meaning: 'The header in which an authenticating proxy names the user.',
  },
  allowedHosts: {
    name: 'Allowed hosts',
    argument: '<names>',
    meaning: 'Host names to answer to, against DNS rebinding; any by default.',
  },
  reportTitle: {
    name: 'Report title',
    argument: '<text>',
    meaning: 'What stands at the head of PDF reports.',
  },
  reportOrganisation: {
    name: 'Report organisation',
    argument: '<text>',
    meaning: 'Whose PDF reports are.',
  },
  reportLogo: {
    name: 'Report logo',
    argument: '<path>',
    meaning: 'A PNG or JPEG file for the head of PDF reports.',
  },
  logLevel: {
    name: 'Log level',
    argument: '<level>',
    meaning: 'From which level on the service writes to its log: debug, info, warn, error or silent.',
  },
} as const satisfies Record<string, Definition>;

export type SettingKey = keyof typeof SETTINGS;

/** What flags or the environment say, as text; a flag that takes nothing is true. */
export type Given = { readonly [Key in SettingKey]?: string | boolean | undefined };

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** `--data-dir`; null for one that only the environment sets. */
export function flagOf(key: SettingKey): string | null {
  const { variableOnly }: Definition = SETTINGS[key];
  return variableOnly ? null : `--${words(key).join('-').toLowerCase()}`;
}

/** `PUNCTUAL_DATA_DIR`; null for one that only a flag sets. */
export function variableOf(key: SettingKey): string | null {
  const { variable }: Definition = SETTINGS[key];
  return variable === undefined ? `PUNCTUAL_${words(key).join('_').toUpperCase()}` : variable;
}

/** What the environment says of each setting. */
export function givenByEnvironment(env: Readonly<Record<string, string | undefined>>): Given {
  return Object.fromEntries(
    SETTING_KEYS.map((key) => {
      const variable = variableOf(key);
      return [key, variable === null ? undefined : env[variable]];
    }),
  );
}

function words(key: string): string[] {
  return key.split(/(?=[A-Z])/);
}
