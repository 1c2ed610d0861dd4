import { sql } from 'kysely';
import type { Severity } from '../alert/alert.ts';
import type { Session } from './database.ts';

/** What an operator watches of the service, as it stands. */
export interface Figures {
  /** In the cluster. */
  readonly cronJobs: number;
  readonly activeAlerts: readonly { readonly severity: Severity; readonly count: number }[];
  readonly channels: readonly ChannelFigures[];
}

export interface ChannelFigures {
  readonly name: string;
  readonly ready: boolean;
  /** Ever. */
  readonly sent: number;
  readonly failed: number;
  /** Messages that are due or will be. */
  readonly waiting: number;
  /** Since when the message has been due that has been due for longest; null when none is due. */
  readonly dueSince: number | null;
}

/** Reads what is live and never a history, so that it may be asked every few seconds. */
export async function figures({ db }: Session, now: number): Promise<Figures> {
  const [cronJobs, alerts, channels] = await Promise.all([
    db
      .selectFrom('cron_jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('alerts')
      .select(({ fn }) => ['severity', fn.countAll<number>().as('count')])
      .where('resolved_at', 'is', null)
      .groupBy('severity')
      .orderBy('severity')
      .execute(),
    db
      .selectFrom('channels')
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('deliveries')
            .select(({ fn }) => [
              'channel',
              fn.countAll<number>().as('waiting'),
              sql<number | null>`min(case when next_attempt_at <= ${now} then next_attempt_at end)`.as('due'),
            ])
            .where('state', '=', sql.lit('pending'))
            .groupBy('channel')
            .as('outbox'),
        (join) => join.onRef('outbox.channel', '=', 'channels.name'),
      )
      .select(['name', 'ready', 'alerts_sent', 'alerts_failed', 'waiting', 'due'])
      .orderBy('name')
      .execute(),
  ]);
  return {
    cronJobs: cronJobs.count,
    activeAlerts: alerts.map(({ severity, count }) => ({ severity: severity as Severity, count })),
    channels: channels.map((row) => ({
      name: row.name,
      ready: row.ready === 1,
      sent: row.alerts_sent,
      failed: row.alerts_failed,
      waiting: row.waiting ?? 0,
      dueSince: row.due,
    })),
  };
}
