import type { AlertType, Severity } from '../../../src/api/contract/alert.ts';
import { oneOf, qualifiedNameOf } from '../../util/search-params.ts';

export const ALERT_TYPES: readonly AlertType[] = ['failure', 'deadManSwitch', 'slaViolation'];
export const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];
export const STATES = ['active', 'resolved'] as const;

/** How far back alerts are shown, in hours. */
export const RANGES = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const;
export type Range = keyof typeof RANGES;
const RANGE_NAMES = Object.keys(RANGES) as readonly Range[];

/** Everything that the reader has chosen on the alerts page. Undefined means all. */
export interface AlertsSearch {
  readonly type?: AlertType | undefined;
  readonly severity?: Severity | undefined;
  readonly state?: (typeof STATES)[number] | undefined;
  readonly range?: Range | undefined;
  /** The CronJob, as `namespace/name`. */
  readonly job?: string | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  return {
    type: oneOf(ALERT_TYPES, search['type']),
    severity: oneOf(SEVERITIES, search['severity']),
    state: oneOf(STATES, search['state']),
    range: oneOf(RANGE_NAMES, search['range']),
    job: qualifiedNameOf(search['job']),
  };
}
