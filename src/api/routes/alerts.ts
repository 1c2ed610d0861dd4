import type * as domain from '../../alert/alert.ts';
import type { LedgerEntry } from '../../alert/ledger.ts';
import type { CapturedEvent, CapturedLog } from '../../execution/evidence.ts';
import type { Clock } from '../../lib/clock.ts';
import { toAlert, toAlertDetail } from '../answer/alert.ts';
import { type Access, userOf } from '../access.ts';
import { type AlertPage, toAlertFilter } from '../alert-filter.ts';
import type { AppInstance } from '../app-instance.ts';
import {
  AcknowledgeRequest,
  Alert,
  AlertDetail,
  AlertList,
  AlertParams,
  AlertQuery,
} from '../contract/alert.ts';
import { RequestError } from '../errors.ts';
import { STORED } from '../stored-answer.ts';

/** Where alerts are kept. */
export interface AlertRepository {
  /** In the order that the page asks for. */
  list(page: AlertPage): Promise<{ items: readonly domain.Alert[]; total: number }>;
  /** Null when there is none. */
  get(id: string): Promise<domain.Alert | null>;
  /** The first acknowledgement counts. The alert as it then is; null when there is none. */
  acknowledge(
    id: string,
    acknowledgement: { readonly at: number; readonly by: string | null; readonly comment: string | null },
  ): Promise<domain.Alert | null>;
}

/** Where the ledger of an alert's messages is kept. */
export interface AlertDeliveryReader {
  ofAlert(alertId: string): Promise<readonly LedgerEntry[]>;
}

/** Where the evidence of runs is kept; empty for a run without any. */
export interface AlertEvidenceReader {
  logsOf(jobUid: string): Promise<readonly CapturedLog[]>;
  eventsOf(jobUid: string): Promise<readonly CapturedEvent[]>;
}

/** Where runs are recorded. */
export interface AlertExecutionReader {
  /** Null when no run of that Job is recorded, or not any more. */
  get(jobUid: string): Promise<object | null>;
}

/** What the routes of alerts call. */
export interface AlertPorts {
  readonly clock: Clock;
  readonly alerts: AlertRepository;
  readonly deliveries: AlertDeliveryReader;
  readonly evidence: AlertEvidenceReader;
  readonly executions: AlertExecutionReader;
}

/** Alerts, their evidence, and their acknowledgement. */
export function alertRoutes(app: AppInstance, ports: AlertPorts, access: Access): void {
  const { clock, alerts, deliveries, evidence, executions } = ports;

  app.get(
    '/alerts',
    {
      config: STORED,
      schema: { summary: 'List alerts', querystring: AlertQuery, response: { 200: AlertList } },
    },
    async ({ query }) => {
      refuseLongSort(query);
      const { items, total } = await alerts.list(toAlertFilter(query));
      return { items: items.map(toAlert), total };
    },
  );

  app.get(
    '/alerts/:id',
    {
      config: STORED,
      schema: { summary: 'Read an alert', params: AlertParams, response: { 200: AlertDetail } },
    },
    async ({ params: { id } }) => {
      const alert = await alerts.get(id);
      if (alert === null) throw notFound(id);
      const [messages, logs, events, execution] = await Promise.all([
        deliveries.ofAlert(id),
        alert.jobUid === null ? [] : evidence.logsOf(alert.jobUid),
        alert.jobUid === null ? [] : evidence.eventsOf(alert.jobUid),
        alert.jobUid === null ? null : executions.get(alert.jobUid),
      ]);
      return toAlertDetail(alert, {
        deliveries: messages,
        logs,
        events,
        hasExecution: execution !== null,
      });
    },
  );

  app.post(
    '/alerts/:id/acknowledge',
    {
      schema: {
        summary: 'Acknowledge an alert',
        params: AlertParams,
        body: AcknowledgeRequest,
        response: { 200: Alert },
      },
    },
    async (request) => {
      const {
        params: { id },
        body,
      } = request;
      const alert = await alerts.acknowledge(id, {
        at: clock.now(),
        // Who the proxy says it is beats who the caller claims to be.
        by: userOf(access, request) ?? body.by ?? null,
        comment: body.comment ?? null,
      });
      if (alert === null) throw notFound(id);
      return toAlert(alert);
    },
  );
}

/** All alerts that ever were are kept in the order of their time alone. */
function refuseLongSort({ sort, active }: AlertQuery): void {
  if (sort !== 'severity' || active === true) return;
  throw new RequestError('bad_request', 'Only active alerts are sorted by severity: add active=true.', {
    parameter: 'sort',
  });
}

function notFound(id: string): RequestError {
  return new RequestError('not_found', `There is no alert ${id}.`, { id });
}
