import type { Outcome } from '../../../src/api/contract/execution.ts';
import { oneOf, textOf } from '../../util/search-params.ts';

const OUTCOMES: readonly Outcome[] = ['success', 'failed'];

/** Everything that the reader has chosen on a CronJob's page. Defaults are undefined. */
export interface CronJobSearch {
  /** The outcome of the runs in the history; all when undefined. */
  readonly status?: Outcome | undefined;
  /** The id of the run that is open in the drawer. */
  readonly run?: string | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toCronJobSearch(search: Readonly<Record<string, unknown>>): CronJobSearch {
  return { status: oneOf(OUTCOMES, search['status']), run: textOf(search['run']) };
}
