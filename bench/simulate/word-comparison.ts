import type { Alert } from '../../src/api/contract/alert.ts';
import type { Comparison, ReasonCount } from './compare-alerts.ts';
import type { ExpectedAlert, Window } from './expected-alert.ts';
import type { WorldPlan } from './world-plan.ts';

/** So many of the wrong ones are told one by one. */
const MOST_TOLD = 40;

/** The counts of each reason as a table, and what is wrong one by one. */
export function wordComparison({ reasons, missed, falseAlerts }: Comparison, world: WorldPlan): string {
  const rows = [...reasons, totalOf(reasons)].map(
    ({ reason, truePositives, falseNegatives, falsePositives, trueNegatives, optionalFound }) =>
      row(reason, truePositives, falseNegatives, falsePositives, trueNegatives, optionalFound),
  );
  return [
    row('', 'raised', 'missed', 'false', 'silent', 'unforeseeable'),
    row('', '(TP)', '(FN)', '(FP)', '(TN)', ''),
    ...rows,
    '',
    ...missed.slice(0, MOST_TOLD).map((each) => `missed: ${wordExpected(each)}\n${faultsOf(each, world)}`),
    ...falseAlerts.slice(0, MOST_TOLD).map((each) => `false: ${wordAlert(each)}`),
    missed.length + falseAlerts.length === 0
      ? 'Every alert that the faults call for was raised and ended in time, and no other.'
      : `${missed.length} missed, ${falseAlerts.length} false.`,
  ].join('\n');
}

function totalOf(reasons: readonly ReasonCount[]): ReasonCount {
  const sum = (of: (count: ReasonCount) => number) => reasons.reduce((total, count) => total + of(count), 0);
  return {
    reason: 'all',
    truePositives: sum(({ truePositives }) => truePositives),
    falseNegatives: sum(({ falseNegatives }) => falseNegatives),
    falsePositives: sum(({ falsePositives }) => falsePositives),
    trueNegatives: sum(({ trueNegatives }) => trueNegatives),
    optionalFound: sum(({ optionalFound }) => optionalFound),
  };
}

function row(reason: string, ...cells: readonly (string | number)[]): string {
  return `${reason.padEnd(20)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
}

function wordExpected({ namespace, cronJob, reason, opens, resolves }: ExpectedAlert): string {
  const end = resolves === null ? 'to the end' : wordWindow(resolves);
  return `${namespace}/${cronJob} ${reason}, opens ${wordWindow(opens)}, ends ${end}`;
}

function wordWindow({ from, until }: Window): string {
  return `${instant(from)} to ${instant(until)}`;
}

function wordAlert(alert: Alert): string {
  const { namespace, cronjobName, reason, createdAt, resolvedAt, message, resolution } = alert;
  const end = resolvedAt === null ? 'the end' : `${resolvedAt} (${resolution})`;
  return `${namespace}/${cronjobName} ${reason}, ${createdAt} to ${end}: ${message}`;
}

/** What was done to the CronJob and to everybody near that time. */
function faultsOf({ cronJob, opens, resolves }: ExpectedAlert, { cronJobs, outages }: WorldPlan): string {
  const near = (from: number, until: number) =>
    from < (resolves?.until ?? Infinity) + 86_400_000 && until > opens.from - 86_400_000;
  const faults = cronJobs
    .find(({ name }) => name === cronJob)!
    .faults.map((fault) => ('slot' in fault ? { ...fault, from: fault.slot, until: fault.slot } : fault));
  return [...faults, ...outages]
    .filter(({ from, until }) => near(from, until))
    .map(({ kind, from, until }) => `    ${kind} ${instant(from)} to ${instant(until)}`)
    .join('\n');
}

function instant(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}
