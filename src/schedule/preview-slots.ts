import { formatLocal } from './format-local.ts';
import { nextSlot } from './next-slot.ts';
import type { CronSchedule, Schedule } from './schedule.ts';
import { slotsBetween } from './slots.ts';
import { fromLocal, periodAt, UTC, type Zone } from './zone.ts';

/** A slot to come, or a local time that the schedule names and that has none. */
export type PreviewedSlot =
  | { readonly kind: 'slot'; readonly at: number; readonly localTime: string }
  /** One of two slots of the same local time. */
  | { readonly kind: 'repeated'; readonly at: number; readonly localTime: string; readonly why: string }
  | { readonly kind: 'skipped'; readonly localTime: string; readonly why: string };

/** So many skipped times are told at most: an hour of minutes twice over. */
const MOST_SKIPPED = 120;

/**
 * The next `count` slots after an instant, in order, with the local times between them that a change of
 * the clock takes away or brings twice. Fewer when there are no more within five years of one another.
 */
export function previewSlots(
  schedule: Schedule,
  zone: Zone,
  afterMs: number,
  count: number,
): readonly PreviewedSlot[] {
  const slots = slotsBetween(schedule, zone, afterMs, Infinity, count);
  const used = schedule.kind === 'cron' ? (schedule.zone ?? zone) : zone;
  const found = slots.map((at) => ({ at, entry: previewSlot(schedule, used, at) }));
  if (schedule.kind === 'every' || slots.length === 0) return found.map(({ entry }) => entry);
  return [...found, ...skippedSlots(schedule, used, afterMs, slots)]
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

function previewSlot(schedule: Schedule, zone: Zone, at: number): PreviewedSlot {
  const localTime = formatLocal(localMs(zone, at));
  const change = schedule.kind === 'cron' ? doublingChange(zone, at) : null;
  if (change === null) return { kind: 'slot', at, localTime };
  const why = `${wordChange(zone, change)}, so this local time comes twice`;
  return { kind: 'repeated', at, localTime, why };
}

/** The change of the clock, as an epoch second, that brings the local time of an instant twice; null for none. */
function doublingChange(zone: Zone, at: number): number | null {
  const second = Math.floor(at / 1_000);
  const period = periodAt(zone, second);
  const before = periodAt(zone, period.start - 1);
  const after = periodAt(zone, period.end);
  const local = second + period.offset;
  if (local < period.start + before.offset && period.start !== -Infinity) return period.start;
  return local >= period.end + after.offset && period.end !== Infinity ? period.end : null;
}

interface Placed {
  /** Where it stands among the slots. */
  readonly at: number;
  readonly entry: PreviewedSlot;
}

/** The local times that the schedule names between the instant and the last slot, and that no slot has. */
function skippedSlots(
  schedule: CronSchedule,
  zone: Zone,
  afterMs: number,
  slots: readonly number[],
): readonly Placed[] {
  const last = slots.at(-1)!;
  const taken = new Set(slots.map((at) => localMs(zone, at)));
  // Read as if its clock were never changed, the schedule names every local time that it means.
  const unzoned = { ...schedule, zone: null };
  const skipped: Placed[] = [];
  for (
    let local = nextSlot(unzoned, UTC, localMs(zone, afterMs));
    local !== null && local <= localMs(zone, last) && skipped.length < MOST_SKIPPED;
    local = nextSlot(unzoned, UTC, local)
  ) {
    if (taken.has(local)) continue;
    const at = fromLocal(zone, local / 1_000) * 1_000;
    // Of a doubled local time the first may lie before the instant asked for.
    if (at > afterMs)
      skipped.push({
        at,
        entry: { kind: 'skipped', localTime: formatLocal(local), why: wordSkip(zone, local) },
      });
  }
  return skipped;
}

function wordSkip(zone: Zone, local: number): string {
  const near = periodAt(zone, fromLocal(zone, local / 1_000));
  for (const change of [near.start, near.end]) {
    if (!Number.isFinite(change)) continue;
    const before = change + periodAt(zone, change - 1).offset;
    const after = change + periodAt(zone, change).offset;
    if (local / 1_000 >= before && local / 1_000 < after) {
      return `${wordChange(zone, change)}, so this local time does not come`;
    }
  }
  return 'Kubernetes passes over a day that its search enters where the clock is changed at midnight';
}

/** `the clock goes from 02:00 to 03:00 on 2026-03-29`. */
function wordChange(zone: Zone, change: number): string {
  const before = formatLocal((change + periodAt(zone, change - 1).offset) * 1_000);
  const after = formatLocal((change + periodAt(zone, change).offset) * 1_000);
  return `the clock goes from ${before.slice(11, 16)} to ${after.slice(11, 16)} on ${before.slice(0, 10)}`;
}

/** The civil time of an instant, as if it were of UTC. */
function localMs(zone: Zone, at: number): number {
  const second = Math.floor(at / 1_000);
  return (second + periodAt(zone, second).offset) * 1_000;
}
