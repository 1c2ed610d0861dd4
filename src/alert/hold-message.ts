import { formatDuration } from '../lib/duration.ts';
import { activeMaintenance } from '../rule/maintenance.ts';
import type { HoldReason, Why } from './delivery.ts';
import type { Route } from './route.ts';

/** Until when a message is not sent, and why. */
export interface Hold {
  readonly until: number;
  readonly why: Why<HoldReason>;
}

/**
 * What holds back a message that `hold`, if anything, lets go: the maintenance into which it would fall
 * then. Of several monitors that name the channel all must be in maintenance.
 */
export function holdThroughMaintenance(
  { maintenance }: Pick<Route, 'maintenance'>,
  hold: Hold | null,
  now: number,
): Hold | null {
  return maintenanceAt(maintenance, hold?.until ?? now) ?? hold;
}

/** Null while any of the monitors is out of maintenance, or there is none; else until the first of them is. */
function maintenanceAt(maintenance: Route['maintenance'], at: number): Hold | null {
  const active = maintenance.map((windows) => activeMaintenance(windows, at));
  const first = active.reduce(
    (a, b) => (a === null || b === null ? null : a.until <= b.until ? a : b),
    active[0] ?? null,
  );
  if (first === null) return null;
  const note = `maintenance window \`${first.name}\` until ${wordInstant(first.until)}`;
  return { until: first.until, why: { reason: 'Maintenance', note } };
}

/** alertDelay, from the beginning of the alert on. */
export function holdForDelay(openedAt: number, alertDelayMs: number): Hold {
  const until = openedAt + alertDelayMs;
  return { until, why: { reason: 'AlertDelay', note: `alertDelay until ${wordInstant(until)}` } };
}

/** suppressDuplicatesFor, from the last alarm on. */
export function holdUntilApart(until: number): Hold {
  const note = `it was told within suppressDuplicatesFor; it is told again at ${wordInstant(until)} if it is still active`;
  return { until, why: { reason: 'Duplicate', note } };
}

/** suppressDuplicatesFor, from the end of an alert that comes and goes. */
export function holdThroughFlapping(endedAt: number, suppressDuplicatesForMs: number): Hold {
  const note = `the alert comes and goes: its end is told when it has stayed ended for ${formatDuration(suppressDuplicatesForMs)}`;
  return { until: endedAt + suppressDuplicatesForMs, why: { reason: 'Flapping', note } };
}

/** As people read it in a ledger: UTC, without the milliseconds. */
export function wordInstant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
