import type { Alert } from '../../src/api/contract/alert.ts';
import type { ExpectedAlert } from './expected-alert.ts';
import { type Profile, PROFILES } from './profiles.ts';
import type { PlannedCronJob, WorldPlan } from './world-plan.ts';

/**
 * The trials of each rule in which nothing was to be told and nothing was told. A trial of every rule that a
 * CronJob is judged by is each of its faults with the time until the next one, and the time before the first.
 */
export function silentTrials(
  world: WorldPlan,
  expected: readonly ExpectedAlert[],
  falseAlerts: readonly Alert[],
): ReadonlyMap<string, number> {
  const spoken = new Map<string, number[]>();
  const note = (cronJob: string, reason: string, at: number) => {
    const key = `${cronJob} ${reason}`;
    spoken.set(key, [...(spoken.get(key) ?? []), at]);
  };
  for (const { cronJob, reason, opens, optional } of expected) {
    if (!optional) note(cronJob, reason, opens.from);
  }
  for (const { cronjobName, reason, createdAt } of falseAlerts) {
    note(cronjobName, reason, Date.parse(createdAt));
  }
  const silent = new Map<string, number>();
  for (const cronJob of world.cronJobs) {
    const trials = trialsOf(cronJob, world.endAt);
    for (const reason of reasonsOf(PROFILES[cronJob.profile])) {
      const instants = spoken.get(`${cronJob.name} ${reason}`) ?? [];
      const quiet = trials.filter(({ from, until }) => !instants.some((at) => from <= at && at < until));
      silent.set(reason, (silent.get(reason) ?? 0) + quiet.length);
    }
  }
  return silent;
}

function trialsOf(
  { createdAt, faults }: PlannedCronJob,
  endAt: number,
): readonly { readonly from: number; readonly until: number }[] {
  const begins = faults.map((fault) => ('slot' in fault ? fault.slot : fault.from));
  const inOrder = [...new Set([createdAt, ...begins])].toSorted((a, b) => a - b);
  return inOrder.map((from, index) => ({ from, until: inOrder[index + 1] ?? endAt }));
}

/** Those that a monitor of the profile can tell. */
function reasonsOf({ bufferMs, maxSilenceMs, maxSuspensionMs, sla }: Profile): readonly string[] {
  return [
    'JobFailed',
    'StuckBeforeStart',
    'CronJobDeleted',
    ...(bufferMs === null ? [] : ['MissedSchedule']),
    ...(maxSilenceMs === null ? [] : ['NoRecentSuccess']),
    ...(maxSuspensionMs === null ? [] : ['SuspendedTooLong']),
    ...(sla === null ? [] : ['SuccessRate', 'MaxDuration', 'MinDuration', 'DurationRegression']),
  ];
}
