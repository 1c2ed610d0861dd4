import { existsSync } from 'node:fs';
import { type Given, givenByEnvironment } from './settings.ts';

const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** What Punctual reads of its environment, as it stands there: no defaults, no checks. */
export interface Env {
  readonly given: Given;
  /** Whether the process has a service account of a cluster that it runs in. */
  readonly inCluster: boolean;
  readonly inContainer: boolean;
}

/** The one place that reads process.env and looks at the machine. */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  const inCluster = env['KUBERNETES_SERVICE_HOST'] !== undefined && existsSync(SERVICE_ACCOUNT_TOKEN);
  return {
    given: givenByEnvironment(env),
    inCluster,
    inContainer: inCluster || existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  };
}
