import type { SkipReason } from './slot.ts';

/** An event that the CronJob controller reported about a CronJob. */
export interface ControllerEvent {
  readonly reason: string;
  readonly message: string;
  /** Null where the cluster does not say. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** Its answer to what hindered the slots of a CronJob. */
export interface ControllerEvents {
  /** By our clock. */
  readonly askedAt: number;
  /** Empty too when the cluster did not answer in time. */
  readonly events: readonly ControllerEvent[];
}

/**
 * What each of the controller's reasons means for a slot that passed meanwhile. UnsupportedSchedule (a zone within
 * the schedule) is none of them: the controller warns, and starts runs all the same.
 */
const MEANING: Readonly<Record<string, SkipReason>> = {
  JobAlreadyActive: 'Forbidden',
  FailedCreate: 'CreationFailed',
  UnknownTimeZone: 'UnknownTimeZone',
  UnparseableSchedule: 'InvalidSchedule',
  UnParseableCronJobSchedule: 'InvalidSchedule',
  InvalidSchedule: 'InvalidSchedule',
  MissSchedule: 'DeadlinePassed',
};

/** The first of these that was reported is the reason. */
const PRECEDENCE: readonly SkipReason[] = [
  'Forbidden',
  'CreationFailed',
  'InvalidSchedule',
  'UnknownTimeZone',
  'DeadlinePassed',
];

/** Events are stamped in whole seconds. */
const ROUNDING_MS = 1_000;

/** What the controller reported between two instants as the reason for starting nothing; null for nothing. */
export function reportedReason(
  events: readonly ControllerEvent[],
  from: number,
  to: number,
): { readonly reason: SkipReason; readonly message: string } | null {
  const reported = events.filter(
    ({ firstAt, lastAt }) => (lastAt ?? -Infinity) > from - ROUNDING_MS && (firstAt ?? from) <= to,
  );
  for (const reason of PRECEDENCE) {
    const event = reported.findLast((each) => MEANING[each.reason] === reason);
    if (event !== undefined) return { reason, message: event.message.replace(/^Error creating job: /, '') };
  }
  return null;
}
