import type { AlertType, Severity } from '../../../src/api/contract/alert.ts';
import { dayOf, oneOf, qualifiedNameOf, textOf } from '../../util/search-params.ts';

export const ALERT_TYPES: readonly AlertType[] = ['failure', 'deadManSwitch', 'slaViolation'];
export const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];
export const STATES = ['active', 'resolved'] as const;
export const ACKNOWLEDGEMENTS = ['yes', 'no'] as const;

/** How far back alerts are shown, in hours. */
const RANGE_HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const;
/** The last is between two days. */
export const RANGES = ['24h', '7d', '30d', 'days'] as const;

const HOUR = 3_600_000;

/** Everything that the reader has chosen on the alerts page. Undefined means all. */
export interface AlertsSearch {
  readonly type?: AlertType | undefined;
  readonly severity?: Severity | undefined;
  readonly state?: (typeof STATES)[number] | undefined;
  readonly range?: (typeof RANGES)[number] | undefined;
  /** The first and the last day (UTC) on which they were raised, where the range is of days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether somebody took them up. */
  readonly ack?: (typeof ACKNOWLEDGEMENTS)[number] | undefined;
  /** The namespace of the CronJobs; undefined where one CronJob is chosen, which has its own. */
  readonly ns?: string | undefined;
  /** A monitor that selects the CronJobs, as `namespace/name`. */
  readonly monitor?: string | undefined;
  /** The CronJob, as `namespace/name`. */
  readonly cronjob?: string | undefined;
}

/**
 * The search of an address; what it does not understand is left out. Days alone are a range of days. A CronJob
 * may stand under `job` as well, as it does in links that were sent before it had its name of now.
 */
export function toAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  const range = oneOf(RANGES, search['range']);
  const days = range === undefined || range === 'days';
  const from = days ? dayOf(search['from']) : undefined;
  const to = days ? dayOf(search['to']) : undefined;
  const cronjob = qualifiedNameOf(search['cronjob'] ?? search['job']);
  return {
    type: oneOf(ALERT_TYPES, search['type']),
    severity: oneOf(SEVERITIES, search['severity']),
    state: oneOf(STATES, search['state']),
    range: from !== undefined || to !== undefined ? 'days' : range,
    from,
    to,
    ack: oneOf(ACKNOWLEDGEMENTS, search['ack']),
    ns: cronjob === undefined ? textOf(search['ns']) : undefined,
    monitor: qualifiedNameOf(search['monitor']),
    cronjob,
  };
}

/** The parameters of the API for it, given the hour (ms since the epoch) from which the ranges go back. */
export function toAlertsFilter(search: AlertsSearch, hour: number) {
  const { type, severity, state, range, from, to, ack, monitor } = search;
  const [namespace, cronjob] = search.cronjob?.split('/') ?? [search.ns];
  const since = range === undefined || range === 'days' ? undefined : hour - RANGE_HOURS[range] * HOUR;
  return {
    namespace,
    cronjob,
    monitor,
    type,
    severity,
    active: state && (state === 'active' ? 'true' : 'false'),
    acknowledged: ack && (ack === 'yes' ? 'true' : 'false'),
    from: since === undefined ? from && `${from}T00:00:00Z` : new Date(since).toISOString(),
    to: to && `${to}T23:59:59.999Z`,
  } as const;
}
