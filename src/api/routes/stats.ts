import { type StoredStats, toStats } from '../answer/stats.ts';
import type { AppInstance } from '../app-instance.ts';
import { Stats } from '../contract/stats.ts';

/** What the route of the statistics calls. */
export interface StatsPorts {
  readonly databaseType: Stats['database']['type'];
  stats(): Promise<StoredStats>;
  /** How long this process has served, in ms. */
  uptimeMs(): number;
}

/** How much is kept. */
export function statsRoutes(app: AppInstance, ports: StatsPorts): void {
  app.get(
    '/admin/stats',
    { schema: { summary: 'Read storage statistics', response: { 200: Stats } } },
    async () => toStats(await ports.stats(), ports.databaseType, ports.uptimeMs()),
  );
}
