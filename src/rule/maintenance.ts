import { DAY } from '../lib/duration.ts';
import { firstStart, lastStart } from './maintenance-starts.ts';
import type { MaintenanceWindow } from './monitor-spec.ts';

type Window = Pick<MaintenanceWindow, 'name' | 'schedule' | 'zone' | 'durationMs'>;

/** The maintenance that goes on at an instant. */
export interface ActiveMaintenance {
  /** Of the window in force; of several, the one that lasts longest from here. */
  readonly name: string;
  /** The first instant that no window holds. */
  readonly until: number;
}

/** Time in which at least one window is in force: from <= t < until. */
export interface MaintenancePeriod {
  readonly from: number;
  readonly until: number;
}

/** A chain of more windows than this, each beginning before the last one ends, counts as endless. */
const MOST_LINKS = 366;
/** How far the end of an endless chain is put off. */
const ENDLESS_MS = 365 * DAY;

/**
 * What holds at `at`, and until when, with every window that begins before the ones ahead of it end. Null
 * outside of all windows. A window holds its first instant and not its last. Whether it suppresses alerts
 * is not looked at: leave out those that are not to count. Where the chain has no end (a window of 25
 * hours every day), `until` is a year ahead.
 */
export function activeMaintenance(windows: readonly Window[], at: number): ActiveMaintenance | null {
  const first = longestAt(windows, at);
  return first === null ? null : { name: first.name, until: endOfChain(windows, first.until, Infinity) };
}

/**
 * The maintenance within [from, to), cut off at both: periods that neither overlap nor touch, in order.
 */
export function maintenancePeriods(
  windows: readonly Window[],
  from: number,
  to: number,
): readonly MaintenancePeriod[] {
  const periods: MaintenancePeriod[] = [];
  let at: number | null = from;
  while (at !== null && at < to) {
    const held = longestAt(windows, at);
    const until: number = held === null ? at : Math.min(to, endOfChain(windows, held.until, to));
    if (held !== null) periods.push({ from: at, until });
    at = nextStart(windows, until, to);
  }
  return periods;
}

/** Of the windows in force at `at` the one whose latest start keeps it in force longest. */
function longestAt(windows: readonly Window[], at: number): ActiveMaintenance | null {
  let longest: ActiveMaintenance | null = null;
  for (const window of windows) {
    const start = lastStart(window, at - window.durationMs, at);
    if (start === null) continue;
    const until = start + window.durationMs;
    if (longest === null || until > longest.until) longest = { name: window.name, until };
  }
  return longest;
}

/** Follows the windows from one end to the next, as far as `enough`. */
function endOfChain(windows: readonly Window[], firstEnd: number, enough: number): number {
  let until = firstEnd;
  for (let links = 0; until < enough; links += 1) {
    const next = longestAt(windows, until);
    if (next === null) return until;
    if (links === MOST_LINKS && enough === Infinity) return until + ENDLESS_MS;
    until = next.until;
  }
  return until;
}

function nextStart(windows: readonly Window[], after: number, before: number): number | null {
  const starts = windows
    .filter(({ durationMs }) => durationMs > 0)
    .map((window) => firstStart(window, after, before - 1))
    .filter((start) => start !== null);
  return starts.length === 0 ? null : Math.min(...starts);
}
