import type { CapturedEvent, CapturedLog, LogCertainty, SavedLog } from '../execution/evidence.ts';
import type { Session } from './database.ts';
import { flag } from './json-column.ts';

/**
 * The queries of `execution_logs` and `execution_events`. Evidence is kept by the Job's uid and does
 * not ask whether the run is recorded yet: it is captured first.
 */
export function evidence({ db }: Session) {
  return {
    /** Keeps the log; a later capture of the same container's run replaces the earlier. */
    async saveLog(log: CapturedLog, certainty: LogCertainty = 'certain'): Promise<void> {
      await db
        .insertInto('execution_logs')
        .values({
          job_uid: log.jobUid,
          pod_uid: log.podUid,
          container: log.container,
          restart_count: log.restartCount,
          pod_name: log.podName,
          text: log.text,
          truncated: flag(log.truncated),
          captured_at: log.capturedAt,
          certainty,
        })
        .onConflict((conflict) =>
          conflict.columns(['job_uid', 'pod_uid', 'container', 'restart_count']).doUpdateSet((eb) => ({
            text: eb.ref('excluded.text'),
            truncated: eb.ref('excluded.truncated'),
            captured_at: eb.ref('excluded.captured_at'),
            certainty: eb.ref('excluded.certainty'),
          })),
        )
        .execute();
    },

    /** Keeps the events; one that is there takes the newer count and text. */
    async saveEvents(jobUid: string, events: readonly CapturedEvent[]): Promise<void> {
      if (events.length === 0) return;
      await db
        .insertInto('execution_events')
        .values(
          // An event twice in one statement would be refused by PostgreSQL: the last one counts.
          [...new Map(events.map((event) => [event.eventUid, event])).values()].map((event) => ({
            job_uid: jobUid,
            event_uid: event.eventUid,
            type: event.type,
            reason: event.reason,
            message: event.message,
            object_kind: event.objectKind,
            object_name: event.objectName,
            count: event.count,
            first_at: event.firstAt,
            last_at: event.lastAt,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['job_uid', 'event_uid']).doUpdateSet((eb) => ({
            message: eb.ref('excluded.message'),
            count: eb.ref('excluded.count'),
            first_at: eb.ref('excluded.first_at'),
            last_at: eb.ref('excluded.last_at'),
          })),
        )
        .execute();
    },

    /** Which logs are kept of a Job, without their texts, and whether any event is. */
    async savedOf(
      jobUid: string,
    ): Promise<{ readonly logs: readonly SavedLog[]; readonly hasEvents: boolean }> {
      const [logs, event] = await Promise.all([
        db
          .selectFrom('execution_logs')
          .select(['pod_uid', 'container', 'restart_count', 'certainty'])
          .where('job_uid', '=', jobUid)
          .execute(),
        db
          .selectFrom('execution_events')
          .select('event_uid')
          .where('job_uid', '=', jobUid)
          .limit(1)
          .execute(),
      ]);
      return {
        logs: logs.map((row) => ({
          podUid: row.pod_uid,
          container: row.container,
          restartCount: row.restart_count,
          certainty: row.certainty as LogCertainty,
        })),
        hasEvents: event.length > 0,
      };
    },

    /** The logs of a Job's containers, in the order of their capture. */
    async logsOf(jobUid: string): Promise<CapturedLog[]> {
      const rows = await db
        .selectFrom('execution_logs')
        .selectAll()
        .where('job_uid', '=', jobUid)
        .orderBy('captured_at')
        .orderBy('pod_uid')
        .orderBy('restart_count')
        .orderBy('container')
        .execute();
      return rows.map((row) => ({
        jobUid: row.job_uid,
        podUid: row.pod_uid,
        podName: row.pod_name,
        container: row.container,
        restartCount: row.restart_count,
        text: row.text,
        truncated: row.truncated === 1,
        capturedAt: row.captured_at,
      }));
    },

    /** The events about a Job and its Pods, oldest first; those without a time come last. */
    async eventsOf(jobUid: string): Promise<CapturedEvent[]> {
      const rows = await db
        .selectFrom('execution_events')
        .selectAll()
        .where('job_uid', '=', jobUid)
        .orderBy('last_at', (order) => order.asc().nullsLast())
        .orderBy('event_uid')
        .execute();
      return rows.map((row) => ({
        jobUid: row.job_uid,
        eventUid: row.event_uid,
        type: row.type as CapturedEvent['type'],
        reason: row.reason,
        message: row.message,
        objectKind: row.object_kind,
        objectName: row.object_name,
        count: row.count,
        firstAt: row.first_at,
        lastAt: row.last_at,
      }));
    },
  };
}
