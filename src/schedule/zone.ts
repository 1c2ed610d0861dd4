/**
 * A time zone as a table of the periods in which its offset from UTC is constant, so that looking
 * up an offset is a search among numbers. Exact from 1970 to 2100; outside, the nearest period's
 * offset holds.
 */
export interface Zone {
  readonly name: string;
  /** First epoch second of each period, ascending; the first is -Infinity. */
  readonly starts: readonly number[];
  /** Seconds east of UTC in each period. */
  readonly offsets: readonly number[];
}

const FIRST_YEAR = 1970;
const YEAR_AFTER_LAST = 2101;

export const UTC: Zone = { name: 'UTC', starts: [-Infinity], offsets: [0] };

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

/** Seconds east of UTC at an epoch second. */
export function offsetAt(zone: Zone, second: number): number {
  return zone.offsets[periodAt(zone, second)]!;
}

/**
 * The epoch second of a local civil second, as Go's time.Date finds it: of a doubled local time one
 * of the two, of a skipped one a neighbour outside the gap by the gap's length.
 */
export function fromLocal(zone: Zone, local: number): number {
  const period = periodAt(zone, local);
  const offset = zone.offsets[period]!;
  if (offset === 0) return local;
  const second = local - offset;
  const inPeriod = second >= zone.starts[period]! && second < (zone.starts[period + 1] ?? Infinity);
  return inPeriod ? second : local - offsetAt(zone, second);
}

function periodAt(zone: Zone, second: number): number {
  let low = 0;
  let high = zone.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (zone.starts[middle]! <= second) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readZone(name: string): Zone | null {
  const first = firstInstant(name);
  // Temporal ignores the case of names and takes offsets; Go, and so Kubernetes, does neither.
  if (first === null || first.timeZoneId !== name || /^[+-]/.test(name)) return null;
  const starts = [-Infinity];
  const offsets = [offsetSeconds(first)];
  let change = first.getTimeZoneTransition('next');
  for (; change !== null && change.year < YEAR_AFTER_LAST; change = change.getTimeZoneTransition('next')) {
    starts.push(Math.floor(change.epochMilliseconds / 1_000));
    offsets.push(offsetSeconds(change));
  }
  return { name, starts, offsets };
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
