import type { Execution } from '../execution/execution.ts';
import type { SlaCounts } from '../execution/sla.ts';
import { evaluateCronJobDeleted } from '../rule/cron-job-deleted.ts';
import { type DurationRegressionFacts, evaluateDurationRegression } from '../rule/duration-regression.ts';
import { type AlertReason, type Finding, type Judgement, quiet } from '../rule/finding.ts';
import { evaluateJobFailed, type RunOutcome } from '../rule/job-failed.ts';
import { evaluateMaxDuration, type RunUnderWay } from '../rule/max-duration.ts';
import { evaluateMinDuration } from '../rule/min-duration.ts';
import { evaluateMissedSchedule, type PassedSlot } from '../rule/missed-schedule.ts';
import type { MonitorSpec } from '../rule/monitor-spec.ts';
import { evaluateNoRecentSuccess } from '../rule/no-recent-success.ts';
import { evaluateStuckBeforeStart, type StuckRun } from '../rule/stuck-before-start.ts';
import { evaluateSuccessRate } from '../rule/success-rate.ts';
import { evaluateSuspendedTooLong } from '../rule/suspended-too-long.ts';
import type { Timetable } from '../schedule/timetable.ts';
import type { Zone } from '../schedule/zone.ts';
import type { JudgedFacts } from './judged-state.ts';

/** What figures over a window tell, by the numbers of one judge. Null where they were not asked for. */
export interface Figures {
  readonly counts: SlaCounts | null;
  readonly durations: Pick<DurationRegressionFacts, 'recent' | 'baseline'> | null;
}

/** A CronJob as of one instant, as far as any rule reads it. */
export interface RuleFacts extends JudgedFacts {
  readonly cronJob: { readonly uid: string; readonly name: string; readonly createdAt: number };
  readonly timetable: Timetable;
  /** In which instants are told. */
  readonly zone: Zone;
  /** The run that ended at this instant; null when another thing happened. */
  readonly ended: Execution | null;
  /** The runs that ended before, newest first, as far as they were read. */
  readonly recent: readonly RunOutcome[];
  readonly running: readonly RunUnderWay[];
  readonly stuck: readonly StuckRun[];
  /** As `MissedScheduleFacts` has them. */
  readonly finalUntil: number;
  readonly passedSlots: readonly PassedSlot[];
  /** Figures over windows that end at this instant, by the index of the judge; none where they were not asked for. */
  readonly figures: readonly Figures[];
  /** Whether the alert of its deletion was acknowledged. */
  readonly deletionAcknowledged: boolean;
}

/** Who judges: a monitor, or the built-in rules. */
export interface Judge {
  readonly index: number;
  readonly spec: MonitorSpec;
  /** When the monitor was made; null for the built-in rules, which have always held. */
  readonly since: number | null;
}

/** What all judges together say for one reason. */
export interface Verdict {
  readonly reason: AlertReason;
  /** Null when no judge has this rule. */
  readonly finding: Finding | null;
  /** Indices of the judges for whom it speaks. */
  readonly speaking: readonly number[];
}

type Rule = (judge: Judge, facts: RuleFacts, at: number) => Judgement | null;

/** Null where the judge does not have the rule. */
const RULES: Readonly<Record<AlertReason, Rule>> = {
  JobFailed: ({ spec }, { cronJob, ended, recent }) =>
    evaluateJobFailed(spec.failure, { cronJobName: cronJob.name, ended, before: recent }),
  StuckBeforeStart: (_, { cronJob, stuck }, at) =>
    evaluateStuckBeforeStart({ cronJobName: cronJob.name, stuck }, at),
  MissedSchedule: judgeMissedSchedule,
  NoRecentSuccess: judgeNoRecentSuccess,
  CronJobDeleted: judgeCronJobDeleted,
  SuspendedTooLong: ({ spec }, { cronJob, zone, suspendedSince }, at) => {
    const { alertIfSuspendedForMs } = spec.suspendedHandling;
    if (alertIfSuspendedForMs === null) return null;
    const facts = { cronJobName: cronJob.name, zone, suspendedSince };
    return evaluateSuspendedTooLong({ alertIfSuspendedForMs }, facts, at);
  },
  SuccessRate: judgeSuccessRate,
  MaxDuration: ({ spec }, { cronJob, zone, running, ended }, at) => {
    const maxDurationMs = spec.sla?.enabled ? spec.sla.maxDurationMs : null;
    if (maxDurationMs === null) return null;
    return evaluateMaxDuration({ maxDurationMs }, { cronJobName: cronJob.name, zone, running, ended }, at);
  },
  MinDuration: ({ spec }, { cronJob, ended }) => {
    const minDurationMs = spec.sla?.enabled ? spec.sla.minDurationMs : null;
    if (minDurationMs === null) return null;
    return evaluateMinDuration({ minDurationMs }, { cronJobName: cronJob.name, ended });
  },
  DurationRegression: judgeDurationRegression,
};

const REASONS = Object.keys(RULES) as readonly AlertReason[];

/**
 * What the rules of all judges say as of an instant, and when they want to be asked again. A reason
 * fires with the first judge for whom it does, and is ok when it is for all of them.
 */
export function judgeRules(
  judges: readonly Judge[],
  facts: RuleFacts,
  at: number,
  reasons: readonly AlertReason[] = REASONS,
): { readonly verdicts: readonly Verdict[]; readonly nextCheckAt: number | null } {
  // Of a CronJob that is gone nothing else can be said.
  const asked = facts.goneSince === null ? reasons : reasons.filter((reason) => reason === 'CronJobDeleted');
  const verdicts: Verdict[] = [];
  let nextCheckAt: number | null = null;
  for (const reason of asked) {
    const judged = judges.map((judge) => RULES[reason](judge, facts, at));
    verdicts.push({ reason, ...merge(judged) });
    for (const judgement of judged) nextCheckAt = earlier(nextCheckAt, judgement?.nextCheckAt ?? null);
  }
  return { verdicts, nextCheckAt };
}

function merge(judged: readonly (Judgement | null)[]): Omit<Verdict, 'reason'> {
  const findings = judged.map((judgement) => judgement?.finding ?? null);
  const state = (['firing', 'unchanged', 'ok'] as const).find((wanted) =>
    findings.some((finding) => finding?.state === wanted),
  );
  const indices = [...findings.keys()];
  return {
    finding: findings.find((finding) => finding?.state === state) ?? null,
    speaking: state === 'firing' ? indices.filter((index) => findings[index]?.state === 'firing') : indices,
  };
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function judgeMissedSchedule({ spec, since }: Judge, facts: RuleFacts, at: number): Judgement | null {
  const { enabled, autoFromSchedule } = spec.deadManSwitch;
  if (!enabled || !autoFromSchedule.enabled) return null;
  const { pauseMonitoring } = spec.suspendedHandling;
  return evaluateMissedSchedule(
    autoFromSchedule,
    {
      ...facts,
      cronJobName: facts.cronJob.name,
      expectedSince: Math.max(
        facts.cronJob.createdAt,
        since ?? -Infinity,
        (pauseMonitoring ? facts.resumedAt : null) ?? -Infinity,
      ),
      paused: pauseMonitoring && facts.suspendedSince !== null,
      succeeded: succeededJob(facts),
    },
    at,
  );
}

function judgeNoRecentSuccess({ spec, since }: Judge, facts: RuleFacts, at: number): Judgement | null {
  const { enabled, maxTimeSinceLastSuccessMs } = spec.deadManSwitch;
  if (!enabled || maxTimeSinceLastSuccessMs === null) return null;
  const { pauseMonitoring } = spec.suspendedHandling;
  return evaluateNoRecentSuccess(
    { maxTimeSinceLastSuccessMs },
    {
      ...facts,
      cronJobName: facts.cronJob.name,
      createdAt: facts.cronJob.createdAt,
      monitoredSince: since,
      resumedAt: pauseMonitoring ? facts.resumedAt : null,
      paused: pauseMonitoring && facts.suspendedSince !== null,
      succeeded: succeededJob(facts),
    },
    at,
  );
}

/** The built-in rules monitor nobody: without a monitor nobody asked for a dead man's switch. */
function judgeCronJobDeleted({ spec, since }: Judge, facts: RuleFacts, at: number): Judgement | null {
  const { enabled, autoFromSchedule, maxTimeSinceLastSuccessMs } = spec.deadManSwitch;
  const hasSwitch = enabled && (autoFromSchedule.enabled || maxTimeSinceLastSuccessMs !== null);
  if (!hasSwitch || since === null) return null;
  const { cronJob, zone, goneSince, deletionAcknowledged } = facts;
  return evaluateCronJobDeleted(
    autoFromSchedule,
    {
      cronJobName: cronJob.name,
      uid: cronJob.uid,
      zone,
      deletedAt: goneSince,
      monitoredSince: since,
      acknowledged: deletionAcknowledged,
    },
    at,
  );
}

function judgeSuccessRate({ index, spec }: Judge, { cronJob, figures }: RuleFacts): Judgement | null {
  if (!spec.sla?.enabled) return null;
  const counts = figures[index]?.counts ?? null;
  if (counts === null) return quiet('SuccessRate', 'unchanged', 'Nothing that counts has changed.');
  return evaluateSuccessRate(spec.sla, { cronJobName: cronJob.name, counts });
}

function judgeDurationRegression({ index, spec }: Judge, { cronJob, figures }: RuleFacts): Judgement | null {
  if (!spec.sla?.enabled) return null;
  const durations = figures[index]?.durations ?? null;
  if (durations === null) return quiet('DurationRegression', 'unchanged', 'No run has ended since.');
  return evaluateDurationRegression(spec.sla, { cronJobName: cronJob.name, ...durations });
}

function succeededJob({ ended }: RuleFacts): string | null {
  return ended?.outcome === 'success' ? ended.jobName : null;
}
