/**
 * The slot after an instant (ms), or null when the schedule has none in the years it looks ahead.
 * Always later than what it was given.
 */
export type NextSlot = (after: number) => number | null;

export interface SlotQuery {
  /** status.lastScheduleTime, else metadata.creationTimestamp. */
  readonly lastScheduledOrCreated: number;
  readonly startingDeadlineSeconds: number | null;
  readonly now: number;
}

/** What the controller makes of the time since the last slot it processed. */
export type MissedSlots =
  | { readonly kind: 'none'; readonly earliest: number }
  /** `slot` is null when the rough count skipped past every slot: nothing to start, look again later. */
  | { readonly kind: 'missed'; readonly slot: number | null; readonly many: boolean }
  /** The schedule has no two slots, for instance 31 February. */
  | { readonly kind: 'invalid'; readonly message: string };

/** A normal start is this much after its slot, so that clocks which differ a little do not start early. */
const NEXT_SCHEDULE_DELTA_MS = 100;

/** More missed slots than this are reported with a warning; the latest one still runs. */
const MANY_MISSED = 100;

/**
 * The most recent slot not later than `now` and later than the last one processed. With a deadline
 * nothing before `now - deadline` is considered, hence a run that came too late is usually not even
 * noticed. Follows `mostRecentScheduleTime` of pkg/controller/cronjob/utils.go, with its estimate of
 * the number of missed slots from the distance of the first two.
 */
export function mostRecentSlot(query: SlotQuery, next: NextSlot): MissedSlots {
  const earliest = earliestInstant(query);
  const first = next(earliest);
  if (first !== null && query.now < first) return { kind: 'none', earliest };
  const second = first === null ? null : next(first);
  if (first === null || second === null) {
    return { kind: 'invalid', message: 'time difference between two schedules is less than 1 second' };
  }
  if (query.now < second) return { kind: 'missed', slot: first, many: false };
  const period = Math.max(1_000, Math.round((second - first) / 1_000) * 1_000);
  const missed = Math.floor((query.now - first) / period) + 1;
  const slot = lastSlotUpTo(query.now, first + (missed - 2) * period, next);
  return { kind: 'missed', slot, many: missed > MANY_MISSED };
}

/** When to look again: the slot after the most recent one (or after `now`) and 100 ms. Null for never. */
export function nextWakeUp(query: Omit<SlotQuery, 'startingDeadlineSeconds'>, next: NextSlot): number | null {
  const recent = mostRecentSlot({ ...query, startingDeadlineSeconds: null }, next);
  const slot = next(wakeUpBase(recent, query.now));
  return slot === null ? null : slot + NEXT_SCHEDULE_DELTA_MS;
}

function earliestInstant(query: SlotQuery): number {
  if (query.startingDeadlineSeconds === null) return query.lastScheduledOrCreated;
  return Math.max(query.lastScheduledOrCreated, query.now - query.startingDeadlineSeconds * 1_000);
}

/** Starts one period early and walks, since irregular schedules have no fixed period. */
function lastSlotUpTo(now: number, from: number, next: NextSlot): number | null {
  let latest: number | null = null;
  for (let slot = next(from); slot !== null && slot <= now; slot = next(slot)) latest = slot;
  return latest;
}

function wakeUpBase(recent: MissedSlots, now: number): number {
  if (recent.kind === 'none') return recent.earliest;
  return recent.kind === 'missed' && recent.slot !== null ? recent.slot : now;
}
