import type { FastifyReply } from 'fastify';
import type { Alert } from '../../alert/alert.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import { type CronJobOverview, toCronJobDetail } from '../answer/cron-job.ts';
import { ScheduleTexts } from '../answer/schedule-texts.ts';
import type { StoredDay } from '../answer/daily-statistics.ts';
import { toReport } from '../answer/report.ts';
import type { AlertPage } from '../alert-filter.ts';
import type { AppInstance } from '../app-instance.ts';
import type { MonitorName } from '../contract/monitor-name.ts';
import { Pdf, ReportQuery } from '../contract/report.ts';
import { NO_HEAD } from '../csv-answers.ts';
import { DurationComparisons, type DurationReader } from '../duration-comparison.ts';
import { RequestError, unknownCronJob } from '../errors.ts';
import { type MonitorFilter, monitorFilterOf } from '../monitor-filter.ts';
import { ReportPress } from '../report/report-press.ts';

/** Where the figures of a report are read; instants are ms since the epoch. */
export interface ReportReader extends DurationReader {
  readonly cronJobs: {
    get(namespace: string, name: string, now: number): Promise<CronJobOverview | null>;
    list(
      filter: { readonly monitor?: MonitorFilter },
      now: number,
    ): Promise<{ readonly items: readonly CronJobOverview[] }>;
  };
  readonly monitors: DurationReader['monitors'] & {
    list(): Promise<readonly MonitorName[]>;
  };
  readonly dailyStatistics: DurationReader['dailyStatistics'] & {
    ofDays(cronJobId: number, first: number, last: number): Promise<readonly StoredDay[]>;
  };
  readonly timeline: {
    /** The runs that started in each step of the range. */
    density(
      filter: { readonly monitor?: MonitorFilter },
      from: number,
      to: number,
      stepMs: number,
    ): Promise<readonly { readonly step: number; readonly runs: number; readonly failed: number }[]>;
  };
  readonly alerts: {
    list(page: AlertPage): Promise<{ readonly items: readonly Alert[]; readonly total: number }>;
  };
}

/** What the route of the report calls. */
export interface ReportPorts extends ReportReader {
  readonly clock: Clock;
  /** What stands at the head of each report; null where nothing is configured. */
  readonly reportHeader: {
    readonly title: string | null;
    readonly organisation: string | null;
    /** A PNG or JPEG image. */
    readonly logo: Uint8Array | null;
  };
}

const PDF_RESPONSE = { 200: { content: { 'application/pdf': { schema: Pdf } } } } as const;

/** So many stand on paper; more would be no reading. */
const MOST_ALERTS = 200;

/** Reports on paper. */
export function reportRoutes(app: AppInstance, ports: ReportPorts): void {
  const { clock, alerts } = ports;
  const durations = new DurationComparisons(ports);
  const press = new ReportPress();

  app.get(
    '/export/report.pdf',
    {
      ...NO_HEAD,
      schema: {
        summary: 'Export a report as PDF',
        querystring: ReportQuery,
        response: PDF_RESPONSE,
      },
    },
    async ({ query }, reply) => {
      const now = clock.now();
      const days = Number(query.days);
      const last = Math.floor(now / DAY);
      const range = { first: last - days + 1, last, now };
      const subject = await readSubject(ports, durations, query, range);
      const found = await alerts.list({
        ...subject.alertFilter,
        from: range.first * DAY,
        limit: MOST_ALERTS,
        offset: 0,
      });
      const { title, organisation, logo } = ports.reportHeader;
      const header = { title: query.title ?? title ?? 'CronJob report', organisation, logo };
      const pdf = await press.print(toReport(header, subject, found, range));
      return sendPdf(reply, pdf, now);
    },
  );
}

function sendPdf(reply: FastifyReply, pdf: Uint8Array, now: number): FastifyReply {
  const date = new Date(now).toISOString().slice(0, 10);
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="punctual-report-${date}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf);
}

interface DayRange {
  readonly first: number;
  readonly last: number;
  readonly now: number;
}

async function readSubject(
  ports: ReportReader,
  durations: DurationComparisons,
  query: ReportQuery,
  range: DayRange,
) {
  const { first, last, now } = range;
  if (query.cronjob !== undefined) {
    const key = readCronJob(query.cronjob);
    const cronJob = await ports.cronJobs.get(key.namespace, key.name, now);
    if (cronJob === null) throw unknownCronJob(key);
    const [monitors, days, comparison] = await Promise.all([
      ports.monitors.ofCronJob(cronJob.id),
      ports.dailyStatistics.ofDays(cronJob.id, first, last),
      durations.of(cronJob.id, now),
    ]);
    return {
      kind: 'cronJob',
      name: query.cronjob,
      detail: toCronJobDetail(cronJob, monitors, new ScheduleTexts(), now),
      days,
      comparison,
      alertFilter: { namespace: key.namespace, cronJob: key.name },
    } as const;
  }
  const filter = monitorFilterOf(query.monitor);
  if (filter.monitor !== undefined) await refuseUnlessKnown(ports, filter.monitor);
  const [{ items }, density] = await Promise.all([
    ports.cronJobs.list(filter, now),
    ports.timeline.density(filter, first * DAY, now, DAY),
  ]);
  return {
    kind: 'many',
    name: query.monitor === undefined ? 'All CronJobs' : `Monitor ${query.monitor}`,
    cronJobs: items,
    days: density.map(({ step, runs, failed }) => ({ day: first + step, runs, failed })),
    alertFilter: filter,
  } as const;
}

/** A report of nothing would be taken for one of a monitor that has nothing to tell. */
async function refuseUnlessKnown({ monitors }: ReportReader, wanted: MonitorFilter): Promise<void> {
  const { namespace, name } = wanted;
  const known = await monitors.list();
  if (known.some((each) => each.name === name && (namespace === null || each.namespace === namespace)))
    return;
  const text = namespace === null ? name : `${namespace}/${name}`;
  throw new RequestError('not_found', `There is no monitor ${text}.`, {
    ...(namespace !== null && { namespace }),
    name,
  });
}

function readCronJob(text: string): { namespace: string; name: string } {
  const [namespace = '', name = '', ...rest] = text.split('/');
  if (namespace !== '' && name !== '' && rest.length === 0) return { namespace, name };
  throw new RequestError('bad_request', 'The parameter cronjob must be namespace/name.', {
    parameter: 'cronjob',
  });
}
