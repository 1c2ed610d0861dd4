import type { NextSlot } from './cron-slots.ts';
import type { KubeObject } from '../cluster-types.ts';
import { nextSlot } from '../../schedule/next-slot.ts';
import { parseSchedule } from '../../schedule/parse-schedule.ts';
import { findZone, UTC, type Zone } from '../../schedule/zone.ts';

/** A CronJob's spec with Kubernetes' defaults. */
export interface CronJobSpec {
  readonly schedule: string;
  /** Null means UTC, the zone of the sandbox's controller manager. */
  readonly timeZone: string | null;
  readonly suspend: boolean;
  readonly concurrencyPolicy: 'Allow' | 'Forbid' | 'Replace';
  readonly startingDeadlineSeconds: number | null;
  readonly successfulJobsHistoryLimit: number;
  readonly failedJobsHistoryLimit: number;
}

export function readCronJobSpec(cronJob: KubeObject): CronJobSpec {
  const spec = cronJob.spec ?? {};
  return {
    schedule: spec.schedule ?? '',
    timeZone: spec.timeZone ?? null,
    suspend: spec.suspend ?? false,
    concurrencyPolicy: spec.concurrencyPolicy ?? 'Allow',
    startingDeadlineSeconds: spec.startingDeadlineSeconds ?? null,
    successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? 3,
    failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? 1,
  };
}

/** When a CronJob is due, or the controller's word for why that cannot be told. */
export type CronJobSlots =
  | { readonly kind: 'slots'; readonly next: NextSlot; readonly zone: Zone }
  | { readonly kind: 'invalid'; readonly event: string; readonly message: string };

export function cronJobSlots(spec: CronJobSpec): CronJobSlots {
  const zone = spec.timeZone === null ? UTC : findZone(spec.timeZone);
  if (zone === null) {
    const message = `invalid timeZone: "${spec.timeZone}": unknown time zone ${spec.timeZone}`;
    return { kind: 'invalid', event: 'UnknownTimeZone', message };
  }
  const parsed = parseSchedule(spec.schedule);
  if (parsed.kind === 'invalid') {
    const message = `unparseable schedule: "${spec.schedule}" : ${parsed.reason}`;
    return { kind: 'invalid', event: 'UnparseableSchedule', message };
  }
  return { kind: 'slots', zone, next: remember((after) => nextSlot(parsed.schedule, zone, after)) };
}

/** One pass asks the same few questions several times, and the next pass often the same again. */
const ANSWERS_KEPT = 8;

function remember(next: NextSlot): NextSlot {
  const answers = new Map<number, number | null>();
  return (after) => {
    const known = answers.get(after);
    if (known !== undefined) return known;
    const slot = next(after);
    if (answers.size === ANSWERS_KEPT) answers.delete(answers.keys().next().value!);
    answers.set(after, slot);
    return slot;
  };
}
