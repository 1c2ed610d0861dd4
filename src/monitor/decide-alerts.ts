import type { Alert, AlertReason } from '../alert/alert.ts';
import { decideTransition, endAlert, type Transition } from '../alert/decide-transition.ts';
import type { Evidence } from '../alert/message-context.ts';
import { mergeSeverityOverrides } from '../alert/severity.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import type { RunOutcome } from '../rule/job-failed.ts';
import type { RunUnderWay } from '../rule/max-duration.ts';
import { type MonitorSpec, toMonitorSpec } from '../rule/monitor-spec.ts';
import { failureFacts } from '../rule/failure-facts.ts';
import { suggestFix } from '../rule/suggested-fix.ts';
import { type Figures, type Judge, judgeRules, type RuleFacts, type Verdict } from './judge-rules.ts';
import type { DecidedSlot, JudgedFacts, JudgedState } from './judged-state.ts';
import type { SelectingMonitor } from './membership.ts';
import type { Happening, KnownRun } from './moments.ts';
import { rateNext } from './rate-next.ts';

/** A recorded run as far as later ones are judged by it. */
export interface RecentRun extends RunOutcome {
  readonly completedAt: number;
}

/** What rules read that does not change from one moment to the next. */
export type LastingFacts = Pick<
  RuleFacts,
  'timetable' | 'zone' | 'stuck' | 'finalUntil' | 'passedSlots' | 'deletionAcknowledged'
>;

/** Figures over windows that end at an instant. */
export interface Rating {
  readonly at: number;
  /** By the index of the monitor. */
  readonly figures: readonly Figures[];
  /** Whether durations are compared at it: an instant at which only a slot was decided says nothing of them. */
  readonly compares: boolean;
  /** When rates change next though nothing happens; null while all are at their targets. */
  readonly rateAgainAt: number | null;
}

export interface AlertFacts {
  readonly cronJob: Pick<CronJob, 'uid' | 'namespace' | 'name' | 'createdAt'>;
  /** How far it was judged before. */
  readonly judged: JudgedState;
  /** Whether something is to be written that rates may count; those that are due are then judged after it. */
  readonly isBehind: boolean;
  /** Of what was written by then, in order. */
  readonly ratings: readonly Rating[];
  /** Slots that are now known to have no run. */
  readonly givenUp: readonly DecidedSlot[];
  /** What happened since, in order. */
  readonly happenings: readonly Happening[];
  /** Deadlines up to here are judged; later ones are put aside. */
  readonly until: number;
  /** Whether what happened after a deadline that is put aside waits for it, or makes up for it. */
  readonly patient: boolean;
  readonly runs: readonly KnownRun[];
  readonly lasting: LastingFacts;
  /** Runs recorded before, newest first; empty where no rule needs them. */
  readonly recent: readonly RecentRun[];
  readonly openAlerts: readonly Alert[];
  /** Of the failed runs, by Job uid. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** Those that select the CronJob. */
  readonly monitors: readonly SelectingMonitor[];
  readonly now: number;
}

/** What becomes of an alert, and who speaks for it. */
export interface DecidedTransition {
  readonly transition: Exclude<Transition, { kind: 'none' }>;
  /** The monitors whose rules say so. */
  readonly speaking: readonly SelectingMonitor[];
  /** The run that moved it; null when no run did. */
  readonly run: Execution | null;
  readonly at: number;
}

export interface AlertDecision {
  readonly transitions: readonly DecidedTransition[];
  readonly judged: JudgedState;
  /** What happened from then on waits for a deadline that is put aside; null when nothing does. */
  readonly putAsideFrom: number | null;
}

/**
 * Judges a CronJob at every moment since the last judgement, in order and each with the facts as of then:
 * when something happened, and when a deadline passed in between. So it comes to the same however
 * seldom it is looked at. Ends with the present, in which a monitor may have changed.
 */
export function decideAlerts(facts: AlertFacts): AlertDecision {
  const course = new Course(facts);
  for (const rating of facts.ratings) course.rate(rating);
  for (const happening of facts.happenings) {
    course.passDeadlines(Math.min(happening.at - 1, facts.until));
    if (facts.patient && course.awaitsDeadlineBefore(happening.at)) return course.end(happening.at);
    course.happen(happening);
  }
  course.passDeadlines(facts.until);
  return course.end(null);
}

/** How many of the latest outcomes the monitors' rules look at. */
export function outcomesNeeded(monitors: readonly SelectingMonitor[]): number {
  const specs = judgesOf(monitors).map(({ spec }) => spec.failure);
  return (
    Math.max(...specs.flatMap((spec) => [spec.consecutiveFailures, spec.recoveryRuns])) + REPLACED_AMONG_THEM
  );
}

/** Runs that were replaced by a later slot count for nothing, so some more are read. */
const REPLACED_AMONG_THEM = 20;

/** Holds without any monitor; alerts are then recorded and nobody is told. */
const BUILT_IN: Judge = { index: 0, spec: builtInSpec(), since: null };

function builtInSpec(): MonitorSpec {
  const parsed = toMonitorSpec({});
  if (parsed.kind === 'invalid') throw new Error('the defaults of a monitor are not valid');
  return parsed.spec;
}

function judgesOf(monitors: readonly SelectingMonitor[]): readonly Judge[] {
  if (monitors.length === 0) return [BUILT_IN];
  return monitors.map(({ spec, createdAt }, index) => ({ index, spec, since: createdAt }));
}

const RATED = ['SuccessRate', 'DurationRegression'] as const;

/** One walk through the moments of a CronJob. */
class Course {
  readonly #facts: AlertFacts;
  readonly #judges: readonly Judge[];
  readonly #open: Map<AlertReason, Alert>;
  readonly #transitions: DecidedTransition[] = [];
  #outcomes: readonly RecentRun[];
  #asOf: JudgedFacts;
  #cursor: number;
  #nextCheckAt: number | null;
  #judged = false;

  constructor(facts: AlertFacts) {
    const { judged, openAlerts, recent, monitors, cronJob } = facts;
    this.#facts = facts;
    this.#judges = judgesOf(monitors);
    this.#open = new Map(openAlerts.map((alert) => [alert.reason, alert]));
    this.#outcomes = recent;
    const { lastStartedAt, lastSuccessAt, suspendedSince, resumedAt, goneSince } = judged;
    this.#asOf = { lastStartedAt, lastSuccessAt, suspendedSince, resumedAt, goneSince };
    this.#cursor = judged.until;
    this.#nextCheckAt = judged.nextCheckAt;
    if (judged.uid !== null && judged.uid !== cronJob.uid) this.#endThoseOfPredecessor();
  }

  /** Judges what figures over a window tell; nothing else has changed by then. */
  rate({ at, figures }: Rating): void {
    const { verdicts } = judgeRules(this.#judges, this.#factsAt(at, null, figures), at, RATED);
    for (const verdict of verdicts) this.#apply(verdict, null, at);
  }

  /** Judges when each deadline up to `until` passed. */
  passDeadlines(until: number): void {
    while (this.#nextCheckAt !== null && this.#nextCheckAt <= until) {
      this.#judge(Math.max(this.#nextCheckAt, this.#cursor), null);
    }
  }

  awaitsDeadlineBefore(at: number): boolean {
    return this.#nextCheckAt !== null && this.#nextCheckAt < at;
  }

  happen({ at, ended, change }: Happening): void {
    this.#asOf = change(this.#asOf);
    // A run that ended before one that is recorded already is history: it moves nothing.
    if (ended !== null && (this.#outcomes[0]?.completedAt ?? -Infinity) > ended.completedAt) return;
    this.#judge(at, ended);
    if (ended !== null) this.#outcomes = [ended, ...this.#outcomes];
  }

  end(putAsideFrom: number | null): AlertDecision {
    const { cronJob, until, monitors } = this.#facts;
    // What happened just now was judged with the same facts.
    if (!this.#judged || this.#cursor < until) this.#judge(Math.max(this.#cursor, until), null);
    const judged: JudgedState = {
      ...this.#asOf,
      ...toRateNext(this.#facts, this.#asOf, this.#open.has('DurationRegression')),
      judgedBy: monitors.map(({ spec }) => spec),
      uid: cronJob.uid,
      until: this.#cursor,
      nextCheckAt: this.#nextCheckAt,
      hasOpenAlerts: this.#open.size > 0,
    };
    return { transitions: this.#transitions, judged, putAsideFrom };
  }

  #judge(at: number, ended: Execution | null): void {
    const facts = this.#factsAt(at, ended, []);
    const { verdicts, nextCheckAt } = judgeRules(this.#judges, facts, at);
    for (const verdict of verdicts) this.#apply(verdict, ended, at);
    if (facts.goneSince !== null) this.#endWithCronJob(facts.goneSince);
    this.#cursor = Math.max(this.#cursor, at);
    this.#nextCheckAt = nextCheckAt;
    this.#judged = true;
  }

  #factsAt(at: number, ended: Execution | null, figures: readonly Figures[]): RuleFacts {
    const { cronJob, lasting, runs } = this.#facts;
    return {
      ...lasting,
      ...this.#asOf,
      // A start that was judged is over, though something older be told after it.
      stuck: lasting.stuck.filter(({ until }) => until > this.#cursor),
      cronJob,
      ended,
      recent: this.#outcomes,
      running: runs.filter((run) => isUnderWay(run, at)) satisfies readonly RunUnderWay[],
      figures,
    };
  }

  #apply({ reason, finding, speaking }: Verdict, ended: Execution | null, at: number): void {
    const { cronJob, monitors } = this.#facts;
    const openAlert = this.#open.get(reason) ?? null;
    // Judged again after a start: the alert tells of a later moment already.
    if (ended === null && openAlert !== null && at < openAlert.updatedAt) return;
    if (finding === null) {
      if (openAlert !== null) this.#end(openAlert, 'No monitor asks for this any more.', at);
      return;
    }
    const isOfRun = finding.state !== 'firing' || finding.run?.jobUid === ended?.jobUid;
    const run = isOfRun ? ended : null;
    const transition = decideTransition({
      finding,
      openAlert,
      cronJob,
      severityOverrides: mergeSeverityOverrides(monitors.map(({ spec }) => spec.alerting.severityOverrides)),
      suggestedFix: run === null || reason !== 'JobFailed' ? null : this.#suggestedFix(run),
      at,
    });
    if (transition.kind === 'none') return;
    this.#note({
      transition,
      speaking: speaking.map((index) => monitors[index]).filter((monitor) => monitor !== undefined),
      run,
      at,
    });
  }

  #suggestedFix(execution: Execution): string | null {
    const { cronJob, evidence, monitors } = this.#facts;
    const { namespace, name: cronJobName } = cronJob;
    const { logs, events } = evidence.get(execution.jobUid) ?? { logs: [], events: [] };
    const failure = failureFacts({ namespace, cronJobName, execution, logs, events });
    if (failure === null) return null;
    const own = monitors.map((monitor) => ({
      source: { kind: 'monitor', namespace: monitor.namespace, name: monitor.name } as const,
      patterns: monitor.spec.alerting.suggestedFixPatterns,
    }));
    return suggestFix(failure, own)?.text ?? null;
  }

  #endWithCronJob(goneSince: number): void {
    for (const [reason, alert] of this.#open) {
      if (reason !== 'CronJobDeleted') this.#end(alert, 'The CronJob was deleted.', goneSince);
    }
  }

  /** It was deleted and created anew, whether or not somebody saw it gone. */
  #endThoseOfPredecessor(): void {
    const { createdAt } = this.#facts.cronJob;
    for (const [reason, alert] of this.#open) {
      const told = reason === 'CronJobDeleted';
      this.#end(alert, `The CronJob was ${told ? '' : 'deleted and '}created anew.`, createdAt);
    }
  }

  #end(alert: Alert, resolution: string, at: number): void {
    const ended = endAlert(alert, resolution, at);
    const transition = { kind: 'resolve', alert: ended } as const;
    this.#note({ transition, speaking: this.#facts.monitors, run: null, at });
  }

  #note(decided: DecidedTransition): void {
    const { kind, alert } = decided.transition;
    if (kind === 'resolve') this.#open.delete(alert.reason);
    else this.#open.set(alert.reason, alert);
    this.#transitions.push(decided);
  }
}

function toRateNext(
  facts: AlertFacts,
  { goneSince, lastSuccessAt }: JudgedFacts,
  isRegressed: boolean,
): ReturnType<typeof rateNext> {
  const { judged, happenings, givenUp, ratings, isBehind, monitors, until, now } = facts;
  const ends = happenings.filter(({ ended }) => ended !== null);
  return rateNext({
    judged,
    specs: goneSince === null ? monitors.map(({ spec }) => spec) : [],
    decided: [...ends.flatMap(toDecidedSlot), ...givenUp],
    endedAt: ends.map(({ at }) => at),
    succeededAt: ends.filter(({ ended }) => ended?.outcome === 'success').map(({ at }) => at),
    lastSuccessAt,
    comparedUntil: ratings.findLast(({ compares }) => compares)?.at ?? -Infinity,
    isRegressed,
    rateAgainAt: ratings.length === 0 ? judged.rateAgainAt : ratings.at(-1)!.rateAgainAt,
    isBehind,
    until,
    now,
  });
}

/** None for a run started by hand, which belongs to no slot. */
function toDecidedSlot({ at, ended }: Happening): readonly DecidedSlot[] {
  const slot = ended?.scheduledFor ?? null;
  return slot === null ? [] : [{ at, slot }];
}

function isUnderWay({ startedAt, endedAt }: KnownRun, at: number): boolean {
  return startedAt <= at && (endedAt === null || endedAt > at);
}
