import type { ControllerEvents } from './controller-event.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { StartedRun } from './started-run.ts';
import type { Timetable } from '../schedule/timetable.ts';

/** From `from` on and before `to`, in ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** What the slots of one CronJob are judged by, as long as its spec said the same. */
export interface SlotFacts {
  /** As its spec was while the slots passed. */
  readonly cronJob: CronJob;
  /** As it is now: what it says of its last slot is evidence. */
  readonly current: CronJob;
  readonly timetable: Timetable;
  /** Slots after this are judged, up to and including `until`: the present, or when the spec was changed. */
  readonly after: number;
  readonly until: number;
  /** Whether the spec was changed at `until`: then no slot of it can be started any more. */
  readonly changed: boolean;
  /** When it was suspended; null when it was not. */
  readonly suspension: Period | null;
  /** Those that started for slots after `after` or were active since. */
  readonly runs: readonly StartedRun[];
  /** Its Jobs that the cluster has now. Only looked at for slots that nobody watched. */
  readonly remaining: readonly StartedRun[];
  /** When nobody watched. */
  readonly blind: readonly Period[];
  /** When the watches were silent: what happened then was told afterwards, but not when it happened. */
  readonly silences: readonly Period[];
  /** What the controller reported; null when it was not asked yet. */
  readonly events: ControllerEvents | null;
}

/** Whether an instant is in a period; none holds any. */
export function isWithin(instant: number, period: Period | null): boolean {
  return period !== null && instant >= period.from && instant < period.to;
}
