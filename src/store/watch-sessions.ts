import type { Session } from './database.ts';

/** A stretch of time in which the cluster was watched without a break, in ms. */
export interface WatchSession {
  readonly startedAt: number;
  readonly until: number;
}

/** The queries of `watch_sessions`. */
export function watchSessions({ db }: Session) {
  return {
    /** Notes that the session that began at `startedAt` lasted until `until`; begins it when it is new. */
    async extend({ startedAt, until }: WatchSession): Promise<void> {
      await db
        .insertInto('watch_sessions')
        .values({ started_at: startedAt, until })
        .onConflict((conflict) => conflict.column('started_at').doUpdateSet({ until }))
        .execute();
    },

    /** Forgets the sessions that ended before `instant` but the last of them: `since` it, all is told as before. */
    async forgetBefore(instant: number): Promise<void> {
      await db
        .deleteFrom('watch_sessions')
        .where('until', '<', instant)
        .where('started_at', '<', (eb) =>
          eb
            .selectFrom('watch_sessions as earlier')
            .select(({ fn }) => fn.max('earlier.started_at').as('last'))
            .where('earlier.until', '<', instant),
        )
        .execute();
    },

    /** The sessions that lasted until `since` or longer, oldest first, and the last one before them. */
    async since(since: number): Promise<WatchSession[]> {
      const [later, before] = await Promise.all([
        db
          .selectFrom('watch_sessions')
          .selectAll()
          .where('until', '>=', since)
          .orderBy('started_at')
          .execute(),
        db
          .selectFrom('watch_sessions')
          .selectAll()
          .where('until', '<', since)
          .orderBy('started_at', 'desc')
          .limit(1)
          .execute(),
      ]);
      return [...before, ...later].map((row) => ({ startedAt: row.started_at, until: row.until }));
    },
  };
}
