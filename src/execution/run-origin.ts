import type { Job } from './job.ts';

/**
 * Whether a Job was started by hand rather than by its CronJob's controller: it carries kubectl's
 * annotation, or the CronJob does not control it, or nothing about it names a slot.
 */
export function isManual(job: Job): boolean {
  if (job.instantiate !== null || job.owner?.controller !== true) return true;
  return job.scheduledTimestamp === null && slotInName(job) === null;
}

/**
 * The slot that a Job runs for, in ms: from its annotation, else decoded from its name, where slots
 * of less than a minute's distance are known to the minute only. Null for a manual run.
 */
export function scheduledFor(job: Job): number | null {
  return isManual(job) ? null : (job.scheduledTimestamp ?? slotInName(job));
}

/**
 * Job names end in the slot: since Kubernetes 1.21 in Unix minutes, before in Unix seconds. Their
 * lengths tell them apart: ten digits of minutes lie beyond the year 3800, nine of seconds before 2002.
 */
function slotInName({ name, owner }: Job): number | null {
  if (owner === null || !name.startsWith(`${owner.name}-`)) return null;
  const digits = name.slice(owner.name.length + 1);
  if (/^\d{8,9}$/.test(digits)) return Number(digits) * 60_000;
  return /^\d{10}$/.test(digits) ? Number(digits) * 1_000 : null;
}
