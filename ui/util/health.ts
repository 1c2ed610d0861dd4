import type { CronJobSummary } from '../../src/api/contract/cron-job.ts';

/** The five states by which the overview counts and filters; each CronJob is in exactly one. */
export const HEALTHS = ['critical', 'warning', 'running', 'healthy', 'suspended'] as const;
export type Health = (typeof HEALTHS)[number];

/**
 * The one state of a CronJob: an active alert comes before everything, a run in progress before the
 * suspension that it outlasted.
 */
export function healthOf(cronJob: {
  readonly status: CronJobSummary['status'];
  readonly suspended: boolean;
  readonly running: number;
}): Health {
  if (cronJob.status !== 'healthy') return cronJob.status;
  if (cronJob.running > 0) return 'running';
  return cronJob.suspended ? 'suspended' : 'healthy';
}
