import type { Outcome } from '../../../src/api/contract/execution.ts';
import { oneOf, textOf } from '../../util/search-params.ts';

const OUTCOMES: readonly Outcome[] = ['success', 'failed'];

/** How many days the charts show; the default of the first two is 30, of the heat map 90. */
export const RANGES = ['14', '30', '90'] as const;
export type Range = (typeof RANGES)[number];
export const HEAT_RANGES = ['30', '60', '90'] as const;
export type HeatRange = (typeof HEAT_RANGES)[number];

/** Everything that the reader has chosen on a CronJob's page. Defaults are undefined. */
export interface CronJobSearch {
  /** The days of the chart of durations. */
  readonly range?: Range | undefined;
  /** The days of the chart of success. */
  readonly success?: Range | undefined;
  /** The days of the heat map. */
  readonly heat?: HeatRange | undefined;
  /** The outcome of the runs in the history; all when undefined. */
  readonly status?: Outcome | undefined;
  /** The history shows runs that started then or earlier (RFC 3339); up to now when undefined. */
  readonly to?: string | undefined;
  /** The id of the run that is open in the drawer. */
  readonly run?: string | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toCronJobSearch(search: Readonly<Record<string, unknown>>): CronJobSearch {
  const to = textOf(search['to']);
  const range = oneOf(RANGES, search['range']);
  const success = oneOf(RANGES, search['success']);
  const heat = oneOf(HEAT_RANGES, search['heat']);
  return {
    range: range === '30' ? undefined : range,
    success: success === '30' ? undefined : success,
    heat: heat === '90' ? undefined : heat,
    status: oneOf(OUTCOMES, search['status']),
    to: to !== undefined && Number.isNaN(Date.parse(to)) ? undefined : to,
    run: textOf(search['run']),
  };
}
