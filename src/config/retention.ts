import type { SettingKey } from './settings.ts';

/** Days for which records are kept where no CronJobMonitor says otherwise. */
export interface RetentionConfig {
  readonly runDays: number;
  /** Of failed runs. */
  readonly failedRunDays: number;
  /** Of logs and events. */
  readonly evidenceDays: number;
}

/** A hundred years, as in the spec of a monitor. */
const LONGEST_DAYS = 36_500;

/** A quarter's runs, a month's evidence; failed runs as long as others unless longer is asked for. */
export function toRetention(
  text: (key: SettingKey) => string | undefined,
  problems: string[],
): RetentionConfig {
  const runDays = toDays(text('retentionDays') ?? '90', 'retention-days', problems);
  const failedRunDays = toDays(
    text('failedRetentionDays') ?? String(runDays),
    'failed-retention-days',
    problems,
  );
  const evidenceDays = toDays(text('logRetentionDays') ?? '30', 'log-retention-days', problems);
  if (failedRunDays < runDays) {
    problems.push(
      `--failed-retention-days (PUNCTUAL_FAILED_RETENTION_DAYS) is ${failedRunDays}, less than the ${runDays} days of other runs; leave it out or raise it`,
    );
  }
  return { runDays, failedRunDays, evidenceDays };
}

function toDays(text: string, flag: string, problems: string[]): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= LONGEST_DAYS) return days;
  const variable = `PUNCTUAL_${flag.replaceAll('-', '_').toUpperCase()}`;
  problems.push(
    `--${flag} (${variable}) is "${text}"; give a number of days from 1 to ${LONGEST_DAYS.toLocaleString('en')}`,
  );
  return LONGEST_DAYS;
}
