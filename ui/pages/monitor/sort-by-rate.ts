import type { CronJobSummary } from '../../../src/api/contract/cron-job.ts';

/** The lowest success rate first; CronJobs without a finished run, of which nothing is known, last. */
export function sortByRate(cronJobs: readonly CronJobSummary[]): readonly CronJobSummary[] {
  return cronJobs.toSorted((a, b) => rateOf(a) - rateOf(b));
}

/** Above every rate, and a number, so that two of them are equal. */
function rateOf({ totalExecutions, successRate }: CronJobSummary): number {
  return totalExecutions === 0 ? 101 : successRate;
}
