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
