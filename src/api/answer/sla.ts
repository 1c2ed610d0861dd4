import { slaSummary } from '../../chart/sla-summary.ts';
import { countedSlots, type SlaCounts, slaRate, toSlaStanding } from '../../execution/sla.ts';
import type { MonitorName } from '../contract/monitor-name.ts';
import type { SlaItem, SlaReport, SlaTrend } from '../contract/sla.ts';

/** What is known of a CronJob under the SLA of one monitor. */
export interface SlaSubject {
  readonly namespace: string;
  readonly name: string;
  readonly monitor: MonitorName;
  /** Percent. */
  readonly target: number;
  readonly windowDays: number;
  readonly current: SlaCounts;
  readonly previous: SlaCounts;
  readonly breaches: number;
}

/** Smaller changes of the rate, in percent, are no trend. */
const STEADY_PERCENT = 0.1;

/** One item for each CronJob, in the order given: of several monitors that of the tightest. */
export function toSlaItems(subjects: readonly SlaSubject[]): SlaItem[] {
  const byCronJob = Map.groupBy(subjects, ({ namespace, name }) => `${namespace}/${name}`);
  return [...byCronJob.values()].map((each) =>
    toItem(each.reduce((tightest, next) => (room(next) < room(tightest) ? next : tightest))),
  );
}

/** The items with what they amount to. */
export function toSlaReport(items: SlaItem[]): SlaReport {
  return { items, summary: slaSummary(items) };
}

/** How far the rate is above the target, in percent. */
function room({ current, target }: SlaSubject): number {
  return slaRate(current) - target;
}

function toItem(subject: SlaSubject): SlaItem {
  const { current, previous, monitor } = subject;
  const { rate, compliant, errorBudget } = toSlaStanding(current, subject.target);
  const previousRate = countedSlots(previous) === 0 ? null : slaRate(previous);
  return {
    namespace: subject.namespace,
    cronjobName: subject.name,
    successRate: rate,
    slaTarget: subject.target,
    compliant,
    windowDays: subject.windowDays,
    monitor: { namespace: monitor.namespace, name: monitor.name },
    evaluatedRuns: countedSlots(current),
    failedRuns: current.failed,
    missedRuns: current.missed,
    exclusions: { ...current.excluded },
    errorBudget,
    previousSuccessRate: previousRate,
    trend: previousRate === null || countedSlots(current) === 0 ? null : toTrend(rate - previousRate),
    breaches: subject.breaches,
  };
}

function toTrend(change: number): SlaTrend {
  if (Math.abs(change) <= STEADY_PERCENT) return 'steady';
  return change > 0 ? 'up' : 'down';
}
