import type { AlertReason, AlertType, Severity } from '../alert/alert.ts';
import type { AlertExportQuery } from './contract/export.ts';
import { type MonitorFilter, monitorFilterOf } from './monitor-filter.ts';
import { type TimeRange, toTimeRange } from './time-range.ts';

/** Which alerts; all that are given must hold. The range is of `openedAt`. */
export interface AlertFilter extends TimeRange {
  readonly namespace?: string;
  readonly cronJob?: string;
  /** A monitor that selects the CronJob now. */
  readonly monitor?: MonitorFilter;
  readonly type?: AlertType;
  readonly reason?: AlertReason;
  readonly severity?: Severity;
  readonly active?: boolean;
}

/** Some of the alerts that fit. */
export interface AlertPage extends AlertFilter {
  readonly limit: number;
  readonly offset: number;
}

/** The filter under the names of the ports; whatever else the query has stays. Throws as `toTimeRange` does. */
export function toAlertFilter<Query extends AlertExportQuery>({
  cronjob,
  monitor,
  from,
  to,
  ...rest
}: Query) {
  const named = { ...(cronjob && { cronJob: cronjob }), ...monitorFilterOf(monitor) };
  return { ...rest, ...named, ...toTimeRange({ from, to }) };
}
