import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Alert, AlertType, Severity } from '../../alert/alert.ts';
import type { Clock } from '../../lib/clock.ts';
import { ALERT_COLUMNS } from '../answer/alert-columns.ts';
import { EXECUTION_COLUMNS, type ExportedExecution } from '../answer/execution-columns.ts';
import type { AppInstance } from '../app-instance.ts';
import { AlertExportQuery, Csv, ExecutionExportQuery } from '../contract/export.ts';
import { csvStream } from '../csv-stream.ts';
import { type TimeRange, toTimeRange } from '../time-range.ts';

/** Which executions; all that are given must hold. The range is of `startedAt`. */
export interface ExportedExecutionFilter extends TimeRange {
  readonly namespace?: string;
  readonly cronJob?: string;
}

/** Which alerts; all that are given must hold. The range is of `openedAt`. */
export interface ExportedAlertFilter extends TimeRange {
  readonly namespace?: string;
  readonly cronJob?: string;
  readonly type?: AlertType;
  readonly severity?: Severity;
  readonly active?: boolean;
}

/** Reads what is kept in pages, each when it is asked for. */
export interface ExportReader {
  /** By namespace and CronJob; of each the newest start first. */
  executions(filter: ExportedExecutionFilter): AsyncIterable<readonly ExportedExecution[]>;
  /** Newest first. */
  alerts(filter: ExportedAlertFilter): AsyncIterable<readonly Alert[]>;
}

/** What the routes of the exports call. */
export interface ExportPorts {
  readonly clock: Clock;
  readonly exports: ExportReader;
}

/** Fastify would answer HEAD by reading the whole table for nobody. */
const NO_HEAD = { exposeHeadRoute: false } as const;

const CSV_RESPONSE = { 200: { content: { 'text/csv': { schema: Csv } } } } as const;

/** What is kept, as tables for a spreadsheet, however long they are. */
export function exportRoutes(app: AppInstance, { clock, exports }: ExportPorts): void {
  const open = new Set<Readable>();
  // A reader that has stalled must not hold up the end of the process.
  app.addHook('preClose', async () => open.forEach((stream) => stream.destroy()));

  app.get(
    '/export/executions',
    {
      ...NO_HEAD,
      schema: { summary: 'Export executions', querystring: ExecutionExportQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) =>
      answer(reply, 'executions', csvStream(EXECUTION_COLUMNS, exports.executions(toFilter(query)))),
  );

  app.get(
    '/export/alerts',
    {
      ...NO_HEAD,
      schema: { summary: 'Export alerts', querystring: AlertExportQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) =>
      answer(reply, 'alerts', csvStream(ALERT_COLUMNS, exports.alerts(toFilter(query)))),
  );

  function answer(reply: FastifyReply, name: string, stream: Readable): FastifyReply {
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="punctual-${name}-${date}.csv"`)
      .header('cache-control', 'no-store')
      .send(stream);
  }
}

/** The filter under the names of the ports. */
function toFilter<Query extends ExecutionExportQuery>({ cronjob, from, to, ...rest }: Query) {
  const range = toTimeRange({ ...(from && { from }), ...(to && { to }) });
  return { ...rest, ...range, ...(cronjob && { cronJob: cronjob }) };
}
