import type { Alert } from '../../alert/alert.ts';
import type { ChannelEntry } from '../../alert/ledger.ts';
import type { Outcome } from '../../execution/execution.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Turns } from '../../lib/turns.ts';
import { ALERT_COLUMNS } from '../answer/alert-columns.ts';
import type { CronJobOverview } from '../answer/cron-job.ts';
import { CRON_JOB_COLUMNS } from '../answer/cron-job-columns.ts';
import { DELIVERY_COLUMNS } from '../answer/delivery-columns.ts';
import { EXECUTION_COLUMNS, type ExportedExecution } from '../answer/execution-columns.ts';
import type { MonitorOverview } from '../answer/monitor.ts';
import { MONITOR_COLUMNS } from '../answer/monitor-columns.ts';
import { type AlertFilter, toAlertFilter } from '../alert-filter.ts';
import type { AppInstance } from '../app-instance.ts';
import {
  AlertExportQuery,
  CronJobExportQuery,
  DeliveryExportQuery,
  ExecutionExportQuery,
} from '../contract/export.ts';
import type { CronJobState } from '../contract/timeline.ts';
import { CSV_RESPONSE, CsvAnswers, NO_HEAD, onePage } from '../csv-answers.ts';
import { type MonitorFilter, monitorFilterOf } from '../monitor-filter.ts';
import { type TimeRange, toTimeRange } from '../time-range.ts';

/** Which CronJobs; all that are given must hold. */
export interface ExportedCronJobFilter {
  readonly namespace?: string;
  readonly state?: CronJobState;
  /** A part of `namespace/name`, in any case. */
  readonly search?: string;
}

/** Which executions, by their CronJob too; all that are given must hold. The range is of `startedAt`. */
export interface ExportedExecutionFilter extends ExportedCronJobFilter, TimeRange {
  readonly cronJob?: string;
  readonly outcome?: Outcome;
}

/** Which messages; all that are given must hold. The range is of `createdAt`. */
export interface ExportedDeliveryFilter extends TimeRange {
  readonly channel?: string;
  readonly state?: ChannelEntry['state'];
}

/** Reads what is kept in pages, each when it is asked for. */
export interface ExportReader {
  /** By namespace and CronJob; of each the newest start first. */
  executions(filter: ExportedExecutionFilter): AsyncIterable<readonly ExportedExecution[]>;
  /** Newest first. */
  alerts(filter: AlertFilter): AsyncIterable<readonly Alert[]>;
  /** What was decided about each alert and channel, the last written first. */
  deliveries(filter: ExportedDeliveryFilter): AsyncIterable<readonly ChannelEntry[]>;
}

/** What the routes of the exports call. */
export interface ExportPorts {
  readonly clock: Clock;
  readonly exports: ExportReader;
  readonly cronJobs: {
    /** By namespace and name, without deleted ones. */
    list(
      filter: ExportedCronJobFilter & { readonly monitor?: MonitorFilter },
      now: number,
    ): Promise<{ readonly items: readonly CronJobOverview[] }>;
  };
  readonly monitors: {
    /** By namespace and name. */
    list(): Promise<readonly MonitorOverview[]>;
  };
}

/** What is kept, as tables for a spreadsheet, however long they are. */
export function exportRoutes(app: AppInstance, ports: ExportPorts, turns: Turns): void {
  const { clock, exports, cronJobs, monitors } = ports;
  const csv = new CsvAnswers(app, clock, turns);

  app.get(
    '/export/executions',
    {
      ...NO_HEAD,
      schema: { summary: 'Export executions', querystring: ExecutionExportQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) =>
      csv.answer(reply, 'executions', EXECUTION_COLUMNS, exports.executions(toExecutionFilter(query))),
  );

  app.get(
    '/export/alerts',
    {
      ...NO_HEAD,
      schema: { summary: 'Export alerts', querystring: AlertExportQuery, response: CSV_RESPONSE },
    },
    async ({ query }, reply) =>
      csv.answer(reply, 'alerts', ALERT_COLUMNS, exports.alerts(toAlertFilter(query))),
  );

  app.get(
    '/export/cronjobs',
    {
      ...NO_HEAD,
      schema: { summary: 'Export CronJobs', querystring: CronJobExportQuery, response: CSV_RESPONSE },
    },
    async ({ query: { monitor, ...filter } }, reply) => {
      const chosen = { ...filter, ...monitorFilterOf(monitor) };
      const read = async () => (await cronJobs.list(chosen, clock.now())).items;
      return csv.answer(reply, 'cronjobs', CRON_JOB_COLUMNS, onePage(read));
    },
  );

  app.get(
    '/export/monitors',
    { ...NO_HEAD, schema: { summary: 'Export monitors', response: CSV_RESPONSE } },
    async (_request, reply) =>
      csv.answer(
        reply,
        'monitors',
        MONITOR_COLUMNS,
        onePage(() => monitors.list()),
      ),
  );

  app.get(
    '/export/deliveries',
    {
      ...NO_HEAD,
      schema: { summary: 'Export messages', querystring: DeliveryExportQuery, response: CSV_RESPONSE },
    },
    async ({ query: { from, to, ...rest } }, reply) => {
      const filter = { ...rest, ...toTimeRange({ from, to }) };
      return csv.answer(reply, 'deliveries', DELIVERY_COLUMNS, exports.deliveries(filter));
    },
  );
}

function toExecutionFilter({
  cronjob,
  status,
  from,
  to,
  ...rest
}: ExecutionExportQuery): ExportedExecutionFilter {
  const named = { ...(cronjob && { cronJob: cronjob }), ...(status && { outcome: status }) };
  return { ...rest, ...named, ...toTimeRange({ from, to }) };
}
