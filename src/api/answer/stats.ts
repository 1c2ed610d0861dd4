import { formatByteSize } from '../../lib/byte-size.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { Stats } from '../contract/stats.ts';

/** How much the store keeps, and where. */
export interface StoredStats {
  readonly executions: number;
  readonly alerts: number;
  readonly monitors: number;
  readonly channels: number;
  readonly sizeBytes: number;
  /** The largest first; sizes with indexes. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sizeBytes: number }[];
}

/** The statistics, with size and uptime in words. */
export function toStats(
  stats: StoredStats,
  databaseType: Stats['database']['type'],
  uptimeMs: number,
): Stats {
  return {
    database: {
      type: databaseType,
      size: formatByteSize(stats.sizeBytes),
      executions: stats.executions,
      alerts: stats.alerts,
      tables: stats.tables.map(({ name, rows, sizeBytes }) => ({
        name,
        rows,
        size: formatByteSize(sizeBytes),
        sizeBytes,
      })),
    },
    monitors: stats.monitors,
    channels: stats.channels,
    uptime: formatDuration(uptimeMs),
  };
}
