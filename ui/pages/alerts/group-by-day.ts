import type { Alert } from '../../../src/api/contract/alert.ts';

/** The alerts that were raised on one day (UTC). */
export interface Day {
  /** `2026-11-21`. */
  readonly date: string;
  readonly alerts: readonly Alert[];
}

/** The alerts by the day on which they were raised, in the order in which they come. */
export function groupByDay(alerts: readonly Alert[]): readonly Day[] {
  const days = Map.groupBy(alerts, (alert) => new Date(alert.createdAt).toISOString().slice(0, 10));
  return [...days].map(([date, alerts]) => ({ date, alerts }));
}

/** A day by its name: `Today`, `Yesterday`, else `Sat 21 Nov 2026`. */
export function dayText(date: string, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  const yesterday = new Date(now - 86_400_000).toISOString().slice(0, 10);
  if (date === today) return 'Today';
  if (date === yesterday) return 'Yesterday';
  const format = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(date)).replace(',', '');
}
