import type { Env } from './env.ts';
import { givenByEnvironment } from './settings.ts';

/** Variables, and what the machine is: outside of a cluster and of a container unless said otherwise. */
export type EnvSource = Readonly<Record<string, string | boolean | undefined>> &
  Partial<Pick<Env, 'inCluster' | 'inContainer'>>;

/** The environment with these variables. */
export function anEnv({ inCluster = false, inContainer = false, ...variables }: EnvSource = {}): Env {
  return {
    given: givenByEnvironment(variables as Readonly<Record<string, string>>),
    inCluster,
    inContainer,
  };
}
