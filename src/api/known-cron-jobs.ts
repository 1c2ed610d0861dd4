import type { CronJobParams } from './contract/cron-job.ts';
import { unknownCronJob } from './errors.ts';

/** Where it is known which CronJobs there are: what is read of one costs nothing of what is counted over its runs. */
export interface KnownCronJobs<Known = KnownCronJob> {
  /** Deleted or not; null when it was never seen. */
  find(namespace: string, name: string): Promise<Known | null>;
}

/** A CronJob, as far as most routes ask. */
export interface KnownCronJob {
  readonly id: number;
  readonly deletedAt: number | null;
}

/** The CronJob of a path. Throws the answer to those that were never seen. */
export async function findCronJob<Known>(
  knownCronJobs: KnownCronJobs<Known>,
  params: CronJobParams,
): Promise<Known> {
  const cronJob = await knownCronJobs.find(params.namespace, params.name);
  if (cronJob === null) throw unknownCronJob(params);
  return cronJob;
}
