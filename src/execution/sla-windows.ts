import { NO_SLOTS, type SlaCounts } from './sla.ts';

/** Something of which an SLA tells: a slot, or a run by hand, which has none. */
export interface SlaEvent {
  /** The slot; of a run by hand its start. */
  readonly at: number;
  readonly kind: SlaEventKind;
}

export type SlaEventKind = 'succeeded' | 'failed' | 'missed' | 'manual' | 'suspended' | 'unknown';

/** Two windows of one width, side by side: (to - width, to] and the one before it. */
export interface SlaWindows {
  readonly to: number;
  readonly widthMs: number;
  readonly current: SlaCounts;
  readonly previous: SlaCounts;
}

/** What changes when windows move on. */
export interface SlaChanges {
  /** What was not there when the windows were counted. */
  readonly entered: readonly SlaEvent[];
  /** What was, and now lies in another window or in none. */
  readonly passed: readonly SlaEvent[];
}

/** The windows at a later `to`: what they were and what changed, however much they hold. */
export function moveWindows(
  windows: SlaWindows,
  to: number,
  { entered, passed }: SlaChanges,
  inMaintenance: (at: number) => boolean,
): SlaWindows {
  let moved: SlaWindows = { ...windows, to };
  for (const event of passed) {
    moved = count(moved, event, windows.to, -1, inMaintenance);
    moved = count(moved, event, to, 1, inMaintenance);
  }
  for (const event of entered) moved = count(moved, event, to, 1, inMaintenance);
  return moved;
}

/** Windows in which nothing was counted yet. */
export function emptyWindows(to: number, widthMs: number): SlaWindows {
  return { to, widthMs, current: NO_SLOTS, previous: NO_SLOTS };
}

function count(
  windows: SlaWindows,
  event: SlaEvent,
  to: number,
  by: 1 | -1,
  inMaintenance: (at: number) => boolean,
): SlaWindows {
  const { widthMs } = windows;
  if (event.at > to || event.at <= to - 2 * widthMs) return windows;
  const which = event.at > to - widthMs ? 'current' : 'previous';
  const kind = event.kind !== 'manual' && inMaintenance(event.at) ? 'maintenance' : event.kind;
  return { ...windows, [which]: add(windows[which], kind, by) };
}

function add(counts: SlaCounts, kind: SlaEventKind | 'maintenance', by: number): SlaCounts {
  switch (kind) {
    case 'succeeded':
    case 'failed':
    case 'missed':
      return { ...counts, [kind]: counts[kind] + by };
    case 'manual':
    case 'maintenance':
    case 'suspended':
    case 'unknown':
      return { ...counts, excluded: { ...counts.excluded, [kind]: counts.excluded[kind] + by } };
  }
}
