import type { Alert } from '../../src/api/contract/alert.ts';
import type { ExpectedAlert, Window } from './expected-alert.ts';
import { silentTrials } from './silent-trials.ts';
import type { WorldPlan } from './world-plan.ts';

/** How what was found compares with what was to be found. */
export interface Comparison {
  readonly reasons: readonly ReasonCount[];
  readonly missed: readonly ExpectedAlert[];
  readonly falseAlerts: readonly Alert[];
}

/** The confusion matrix of one reason: alerts, and the trials in which there was none. */
export interface ReasonCount {
  readonly reason: string;
  /** Expected and raised, in time. */
  readonly truePositives: number;
  /** Expected and not raised, or not in time. */
  readonly falseNegatives: number;
  /** Raised and not expected, or not then. */
  readonly falsePositives: number;
  /** Of `silentTrials`. */
  readonly trueNegatives: number;
  /** That nobody could have known of, and that were told all the same. */
  readonly optionalFound: number;
}

/** Pairs each expected alert with the one that opened and ended when it should. */
export function compareAlerts(
  world: WorldPlan,
  expected: readonly ExpectedAlert[],
  alerts: readonly Alert[],
): Comparison {
  const unclaimed = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const key = keyOf(alert.namespace, alert.cronjobName, alert.reason);
    unclaimed.set(key, [...(unclaimed.get(key) ?? []), alert]);
  }
  const claimed: ExpectedAlert[] = [];
  const missed: ExpectedAlert[] = [];
  // What must be told comes first to claim what was told.
  for (const each of expected.toSorted((a, b) => Number(a.optional) - Number(b.optional))) {
    const candidates = unclaimed.get(keyOf(each.namespace, each.cronJob, each.reason)) ?? [];
    const index = candidates.findIndex((alert) => fits(each, alert));
    if (index !== -1) {
      candidates.splice(index, 1);
      claimed.push(each);
    } else if (!each.optional) {
      missed.push(each);
    }
  }
  const falseAlerts = [...unclaimed.values()].flat();
  const silent = silentTrials(world, expected, falseAlerts);
  return { reasons: countByReason({ claimed, missed, falseAlerts }, silent), missed, falseAlerts };
}

function keyOf(namespace: string, cronJob: string, reason: string): string {
  return `${namespace}/${cronJob} ${reason}`;
}

function fits({ opens, resolves }: ExpectedAlert, { createdAt, resolvedAt }: Alert): boolean {
  if (!isWithin(createdAt, opens)) return false;
  if (resolves === null) return true;
  return resolvedAt !== null && isWithin(resolvedAt, resolves);
}

function isWithin(timestamp: string, { from, until }: Window): boolean {
  const at = Date.parse(timestamp);
  return at >= from && at <= until;
}

function countByReason(
  { claimed, missed, falseAlerts }: Findings,
  silent: ReadonlyMap<string, number>,
): readonly ReasonCount[] {
  const found = [...claimed, ...missed, ...falseAlerts].map(({ reason }) => reason);
  return [...new Set([...silent.keys(), ...found])].sort().map((reason) => {
    const of = <T extends { readonly reason: string }>(all: readonly T[]) =>
      all.filter((each) => each.reason === reason);
    return {
      reason,
      truePositives: of(claimed).filter(({ optional }) => !optional).length,
      falseNegatives: of(missed).length,
      falsePositives: of(falseAlerts).length,
      trueNegatives: silent.get(reason) ?? 0,
      optionalFound: of(claimed).filter(({ optional }) => optional).length,
    };
  });
}

interface Findings {
  readonly claimed: readonly ExpectedAlert[];
  readonly missed: readonly ExpectedAlert[];
  readonly falseAlerts: readonly Alert[];
}
