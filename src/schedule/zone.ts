/**
 * A time zone as the periods in which its offset from UTC is constant, so that looking up an offset
 * is a search among numbers. Exact from 1970 to 2100; outside, the nearest period's offset holds.
 */
export interface Zone {
  readonly name: string;
  /** In order, without gaps; the first begins at -Infinity and the last ends at Infinity. */
  readonly periods: readonly Period[];
}

export interface Period {
  /** The first epoch second in it. */
  readonly start: number;
  /** The first epoch second after it. */
  readonly end: number;
  /** Seconds east of UTC. */
  readonly offset: number;
}

const FIRST_YEAR = 1970;
const YEAR_AFTER_LAST = 2101;

export const UTC: Zone = { name: 'UTC', periods: [{ start: -Infinity, end: Infinity, offset: 0 }] };

// Unobservable: a zone's table never changes within a process. Only names that exist are kept.
const known = new Map<string, Zone>([['UTC', UTC]]);

/**
 * The zone of an IANA name, spelled exactly as there. Null when it is unknown here. `Local` and
 * offsets such as `+01:00` are null too: Kubernetes takes neither as a time zone.
 */
export function findZone(name: string): Zone | null {
  const found = known.get(name) ?? readZone(name);
  if (found !== null) known.set(name, found);
  return found;
}

/** The period that holds an epoch second. `near` is looked at first: a search rarely leaves its period. */
export function periodAt({ periods }: Zone, second: number, near?: Period): Period {
  if (near !== undefined && holds(near, second)) return near;
  let low = 0;
  let high = periods.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (periods[middle]!.start <= second) low = middle;
    else high = middle - 1;
  }
  return periods[low]!;
}

/**
 * The epoch second of a local civil second, as Go's time.Date finds it: of a doubled local time one
 * of the two, of a skipped one a neighbour outside the gap by the gap's length.
 */
export function fromLocal(zone: Zone, local: number, near?: Period): number {
  const period = periodAt(zone, local, near);
  const second = local - period.offset;
  return holds(period, second) ? second : local - periodAt(zone, second).offset;
}

function holds({ start, end }: Period, second: number): boolean {
  return second >= start && second < end;
}

function readZone(name: string): Zone | null {
  const first = firstInstant(name);
  // Temporal ignores the case of names and takes offsets; Go, and so Kubernetes, does neither.
  if (first === null || first.timeZoneId !== name || /^[+-]/.test(name)) return null;
  const periods: Period[] = [];
  let start = -Infinity;
  let offset = offsetSeconds(first);
  let change = first.getTimeZoneTransition('next');
  for (; change !== null && change.year < YEAR_AFTER_LAST; change = change.getTimeZoneTransition('next')) {
    const end = Math.floor(change.epochMilliseconds / 1_000);
    periods.push({ start, end, offset });
    start = end;
    offset = offsetSeconds(change);
  }
  return { name, periods: [...periods, { start, end: Infinity, offset }] };
}

function firstInstant(timeZone: string): Temporal.ZonedDateTime | null {
  try {
    return Temporal.ZonedDateTime.from({ year: FIRST_YEAR, month: 1, day: 1, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function offsetSeconds(instant: Temporal.ZonedDateTime): number {
  return Math.round(instant.offsetNanoseconds / 1e9);
}
