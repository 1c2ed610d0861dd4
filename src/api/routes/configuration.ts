import type { AppInstance } from '../app-instance.ts';
import { Configuration, type Setting } from '../contract/configuration.ts';

/** What the route of the configuration tells; secrets are hidden already. */
export interface ConfigurationPorts {
  readonly settings: readonly Setting[];
  /** Of the service. */
  readonly version: string;
}

/** The effective configuration, to be read alone: it is changed where the process is started. */
export function configurationRoutes(app: AppInstance, { settings, version }: ConfigurationPorts): void {
  app.get(
    '/admin/config',
    { schema: { summary: 'Read the effective configuration', response: { 200: Configuration } } },
    async () => ({ version, settings: [...settings] }),
  );
}
