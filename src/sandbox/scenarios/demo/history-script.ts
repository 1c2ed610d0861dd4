import { DAY } from '../../../lib/duration.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import type { ContainerScript, ScriptContext } from '../../runners/script-runner.ts';
import { DEMO_CRON_JOBS } from './cron-jobs.ts';
import { CRON_JOB_LABEL } from './manifests.ts';

const BEHAVIOURS = new Map(DEMO_CRON_JOBS.map(({ name, behave }) => [name, behave]));

/**
 * What the containers of the demo's CronJobs do while its history passes; null for any other Pod.
 * `begunAt` is the beginning of the world.
 */
export function historyScript(begunAt: number): (context: ScriptContext) => ContainerScript | null {
  return ({ pod, restartCount, now }) => {
    const behave = BEHAVIOURS.get(pod.metadata.labels?.[CRON_JOB_LABEL] ?? '');
    if (behave === undefined) return null;
    const random = seededRandom(`${pod.metadata.name} ${now} ${restartCount}`);
    const { log, ...run } = behave({ at: now, day: (now - begunAt) / DAY, retry: restartCount, random });
    const durationMs = Math.round(run.durationMs);
    // All of it at the end: every instant of its own would cost the clock a step.
    return { ...run, durationMs, log: log.map((line) => ({ atMs: durationMs, text: `${line}\n` })) };
  };
}
