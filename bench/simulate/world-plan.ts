import type { ProfileName } from './profiles.ts';

/** Everything that is going to happen in a simulated world. Instants are ms since the epoch. */
export interface WorldPlan {
  readonly startAt: number;
  readonly endAt: number;
  readonly cronJobs: readonly PlannedCronJob[];
  /** In order, and none overlaps another. */
  readonly outages: readonly Outage[];
}

export interface PlannedCronJob {
  readonly name: string;
  /** Also its namespace. */
  readonly profile: ProfileName;
  readonly timetable: PlannedTimetable;
  readonly createdAt: number;
  readonly concurrencyPolicy: 'Allow' | 'Forbid' | 'Replace';
  readonly startingDeadlineMs: number | null;
  readonly activeDeadlineMs: number | null;
  readonly backoffLimit: number;
  /** Of a run that goes well. */
  readonly durationMs: number;
  readonly faults: readonly Fault[];
}

/** Slots at even distances, so that they follow without any cron engine. */
export interface PlannedTimetable {
  readonly schedule: string;
  readonly timeZone: string | null;
  /** One of the slots. */
  readonly anchorAt: number;
  readonly periodMs: number;
}

/** What goes wrong, or only looks like it. Faults about runs name the slot that the run is for. */
export type Fault =
  /** Every attempt of the run fails. */
  | { readonly kind: 'failure'; readonly slot: number }
  /** The first attempt fails and the second does not. */
  | { readonly kind: 'flake'; readonly slot: number }
  /** The container starts only after a while. */
  | { readonly kind: 'slowStart'; readonly slot: number; readonly waitMs: number }
  /** The run takes so long. */
  | { readonly kind: 'duration'; readonly slot: number; readonly durationMs: number }
  /** Whatever starts in between has an image that cannot be pulled. */
  | { readonly kind: 'badImage'; readonly from: number; readonly until: number }
  /** The CronJob controller does not look at the CronJob. */
  | { readonly kind: 'heldBack'; readonly from: number; readonly until: number }
  /** No Job of the CronJob is admitted. */
  | { readonly kind: 'refused'; readonly from: number; readonly until: number }
  | { readonly kind: 'suspension'; readonly from: number; readonly until: number }
  /** It is deleted, and created anew at the end. */
  | { readonly kind: 'deletion'; readonly from: number; readonly until: number };

export interface Outage {
  /** The service is stopped, or the API server cannot be reached. */
  readonly kind: 'service' | 'apiServer';
  readonly from: number;
  readonly until: number;
}

/** The slots in (after, until], oldest first. */
export function plannedSlots(
  { anchorAt, periodMs }: PlannedTimetable,
  after: number,
  until: number,
): number[] {
  const slots: number[] = [];
  const first = anchorAt + (Math.floor((after - anchorAt) / periodMs) + 1) * periodMs;
  for (let slot = first; slot <= until; slot += periodMs) slots.push(slot);
  return slots;
}
