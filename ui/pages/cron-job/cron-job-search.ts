import type { Outcome } from '../../../src/api/contract/execution.ts';
import { oneOf, textOf } from '../../util/search-params.ts';

const OUTCOMES: readonly Outcome[] = ['success', 'failed'];

/** Everything that the reader has chosen on a CronJob's page. Defaults are undefined. */
export interface CronJobSearch {
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
  return {
    status: oneOf(OUTCOMES, search['status']),
    to: to !== undefined && Number.isNaN(Date.parse(to)) ? undefined : to,
    run: textOf(search['run']),
  };
}
