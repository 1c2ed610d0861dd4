import type { Alert, AlertReason, AlertType, Severity } from '../../alert/alert.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Turns } from '../../lib/turns.ts';
import { ALERT_COLUMNS } from '../answer/alert-columns.ts';
import { EXECUTION_COLUMNS, type ExportedExecution } from '../answer/execution-columns.ts';
import type { AppInstance } from '../app-instance.ts';
import { AlertExportQuery, ExecutionExportQuery } from '../contract/export.ts';
import { CSV_RESPONSE, CsvAnswers, NO_HEAD } from '../csv-answers.ts';
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
  readonly reason?: AlertReason;
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

/** What is kept, as tables for a spreadsheet, however long they are. */
export function exportRoutes(app: AppInstance, { clock, exports }: ExportPorts, turns: Turns): void {
  const csv = new CsvAnswers(app, clock, turns);

  app.get(
    '/export/executions',
    {
      ...NO_HEAD,
      schema: { summary: 'Export executions', querystring: ExecutionExportQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) =>
      csv.answer(reply, 'executions', EXECUTION_COLUMNS, exports.executions(toFilter(query))),
  );

  app.get(
    '/export/alerts',
    {
      ...NO_HEAD,
      schema: { summary: 'Export alerts', querystring: AlertExportQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) => csv.answer(reply, 'alerts', ALERT_COLUMNS, exports.alerts(toFilter(query))),
  );
}

/** The filter under the names of the ports. */
function toFilter<Query extends ExecutionExportQuery>({ cronjob, from, to, ...rest }: Query) {
  const range = toTimeRange({ ...(from && { from }), ...(to && { to }) });
  return { ...rest, ...range, ...(cronjob && { cronJob: cronjob }) };
}
