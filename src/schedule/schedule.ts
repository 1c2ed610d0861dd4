import type { Zone } from './zone.ts';

/** When a CronJob is due. */
export type Schedule = CronSchedule | EverySchedule;

/** Five cron fields, or a descriptor such as `@daily` that stands for five. */
export interface CronSchedule {
  readonly kind: 'cron';
  readonly minutes: FieldSet;
  readonly hours: FieldSet;
  readonly daysOfMonth: FieldSet;
  readonly months: FieldSet;
  /** 0 is Sunday. */
  readonly daysOfWeek: FieldSet;
  /** From a `TZ=` or `CRON_TZ=` prefix, which wins over spec.timeZone; null without one. */
  readonly zone: Zone | null;
}

/** `@every 90s`: counted from the slot before, aligned to nothing. */
export interface EverySchedule {
  readonly kind: 'every';
  /** Whole seconds, at least one. */
  readonly periodMs: number;
}

/** The values that a field names. */
export interface FieldSet {
  /** Indexed by value: 1 where it is named. */
  readonly values: Uint8Array;
  /** Whether the field holds a `*` or `?` without a step: what joins the two day fields by AND. */
  readonly star: boolean;
}
