import { existsSync } from 'node:fs';

const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** What Punctual reads of its environment, as it stands there: no defaults, no checks. */
export interface Env {
  readonly PUNCTUAL_PORT?: string | undefined;
  readonly PUNCTUAL_HOST?: string | undefined;
  readonly PUNCTUAL_DATA_DIR?: string | undefined;
  readonly PUNCTUAL_DATABASE_URL?: string | undefined;
  readonly PUNCTUAL_PUBLIC_URL?: string | undefined;
  readonly PUNCTUAL_LOG_LEVEL?: string | undefined;
  readonly PUNCTUAL_CONTROLLER_TIME_ZONE?: string | undefined;
  readonly PUNCTUAL_DENIED_NETWORKS?: string | undefined;
  readonly PUNCTUAL_CA_FILE?: string | undefined;
  readonly PUNCTUAL_HEARTBEAT_URL?: string | undefined;
  readonly PUNCTUAL_ACCESS_TOKEN?: string | undefined;
  readonly PUNCTUAL_ACCESS_TOKEN_FILE?: string | undefined;
  readonly PUNCTUAL_ACCESS_TOKEN_GUARDS?: string | undefined;
  readonly PUNCTUAL_READ_ONLY?: string | undefined;
  readonly PUNCTUAL_TRUSTED_USER_HEADER?: string | undefined;
  readonly PUNCTUAL_ALLOWED_HOSTS?: string | undefined;
  readonly PUNCTUAL_RETENTION_DAYS?: string | undefined;
  readonly PUNCTUAL_FAILED_RETENTION_DAYS?: string | undefined;
  readonly PUNCTUAL_LOG_RETENTION_DAYS?: string | undefined;
  readonly PUNCTUAL_REPORT_TITLE?: string | undefined;
  readonly PUNCTUAL_REPORT_ORGANISATION?: string | undefined;
  readonly PUNCTUAL_REPORT_LOGO?: string | undefined;
  readonly KUBECONFIG?: string | undefined;
  /** Whether the process has a service account of a cluster that it runs in. */
  readonly inCluster: boolean;
  readonly inContainer: boolean;
}

/** The one place that reads process.env and looks at the machine. */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  const inCluster = env['KUBERNETES_SERVICE_HOST'] !== undefined && existsSync(SERVICE_ACCOUNT_TOKEN);
  return {
    PUNCTUAL_PORT: env['PUNCTUAL_PORT'],
    PUNCTUAL_HOST: env['PUNCTUAL_HOST'],
    PUNCTUAL_DATA_DIR: env['PUNCTUAL_DATA_DIR'],
    PUNCTUAL_DATABASE_URL: env['PUNCTUAL_DATABASE_URL'],
    PUNCTUAL_PUBLIC_URL: env['PUNCTUAL_PUBLIC_URL'],
    PUNCTUAL_LOG_LEVEL: env['PUNCTUAL_LOG_LEVEL'],
    PUNCTUAL_CONTROLLER_TIME_ZONE: env['PUNCTUAL_CONTROLLER_TIME_ZONE'],
    PUNCTUAL_DENIED_NETWORKS: env['PUNCTUAL_DENIED_NETWORKS'],
    PUNCTUAL_CA_FILE: env['PUNCTUAL_CA_FILE'],
    PUNCTUAL_HEARTBEAT_URL: env['PUNCTUAL_HEARTBEAT_URL'],
    PUNCTUAL_ACCESS_TOKEN: env['PUNCTUAL_ACCESS_TOKEN'],
    PUNCTUAL_ACCESS_TOKEN_FILE: env['PUNCTUAL_ACCESS_TOKEN_FILE'],
    PUNCTUAL_ACCESS_TOKEN_GUARDS: env['PUNCTUAL_ACCESS_TOKEN_GUARDS'],
    PUNCTUAL_READ_ONLY: env['PUNCTUAL_READ_ONLY'],
    PUNCTUAL_TRUSTED_USER_HEADER: env['PUNCTUAL_TRUSTED_USER_HEADER'],
    PUNCTUAL_ALLOWED_HOSTS: env['PUNCTUAL_ALLOWED_HOSTS'],
    PUNCTUAL_RETENTION_DAYS: env['PUNCTUAL_RETENTION_DAYS'],
    PUNCTUAL_FAILED_RETENTION_DAYS: env['PUNCTUAL_FAILED_RETENTION_DAYS'],
    PUNCTUAL_LOG_RETENTION_DAYS: env['PUNCTUAL_LOG_RETENTION_DAYS'],
    PUNCTUAL_REPORT_TITLE: env['PUNCTUAL_REPORT_TITLE'],
    PUNCTUAL_REPORT_ORGANISATION: env['PUNCTUAL_REPORT_ORGANISATION'],
    PUNCTUAL_REPORT_LOGO: env['PUNCTUAL_REPORT_LOGO'],
    KUBECONFIG: env['KUBECONFIG'],
    inCluster,
    inContainer: inCluster || existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  };
}
