import { DAY } from '../lib/duration.ts';
import { parseTimestamp } from '../lib/timestamp.ts';
import { RequestError } from './errors.ts';

/** Both ends are inclusive, in ms since the epoch; an end that is missing is open. */
export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
}

/** The range of validated `from` and `to` parameters. Throws a RequestError when it is turned round. */
export function toTimeRange(query: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): TimeRange {
  const from = query.from === undefined ? undefined : parseTimestamp(query.from)!;
  const to = query.to === undefined ? undefined : parseTimestamp(query.to)!;
  if (from !== undefined && to !== undefined && from > to) {
    throw new RequestError('bad_request', 'The parameter from must not be after to.', { parameter: 'from' });
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** What is told one by one is told of so long at the most: an answer costs what lies in its range. */
const LONGEST_RANGE_MS = 92 * DAY;

/** Throws a RequestError about the `parameter` when the range is longer than 92 days. */
export function refuseLongRange({ from, to }: Required<TimeRange>, parameter: 'from' | 'to'): void {
  if (to - from <= LONGEST_RANGE_MS) return;
  throw new RequestError('bad_request', 'The range from from to to must be at most 92 days.', { parameter });
}
