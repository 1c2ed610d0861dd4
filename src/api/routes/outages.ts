import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { AppInstance } from '../app-instance.ts';
import { OutageList, OutageQuery } from '../contract/outage.ts';
import { toTimeRange } from '../time-range.ts';

/** Where it is kept when the cluster was watched. */
export interface WatchReader {
  /** The sessions that lasted until `since` or longer, oldest first, and the last one before them. */
  since(since: number): Promise<readonly { readonly startedAt: number; readonly until: number }[]>;
}

/** What the route of outages calls. */
export interface OutagePorts {
  readonly clock: Clock;
  readonly watchSessions: WatchReader;
}

const DEFAULT_RANGE_MS = 30 * DAY;

/** When Punctual itself did not watch: what it cannot know of the cluster. */
export function outageRoutes(app: AppInstance, { clock, watchSessions }: OutagePorts): void {
  app.get(
    '/outages',
    {
      schema: {
        summary: 'List the times in which the cluster was not watched',
        querystring: OutageQuery,
        response: { 200: OutageList },
      },
    },
    async ({ query }): Promise<OutageList> => {
      const { to = clock.now(), from = to - DEFAULT_RANGE_MS } = toTimeRange(query);
      const sessions = await watchSessions.since(from);
      const items = sessions
        .slice(1)
        .map(({ startedAt }, index) => ({ from: sessions[index]!.until, to: startedAt }))
        .filter((gap) => gap.from < gap.to && gap.from <= to && gap.to >= from)
        .map((gap) => ({
          from: formatTimestamp(gap.from),
          to: formatTimestamp(gap.to),
          duration: (gap.to - gap.from) / 1_000,
        }));
      return { items: items.toReversed() };
    },
  );
}
