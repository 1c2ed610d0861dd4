import type { Alert } from '../../src/api/contract/alert.ts';
import type { ExpectedAlert, Window } from './expected-alert.ts';

/** How what was found compares with what was to be found. */
export interface Comparison {
  readonly reasons: readonly ReasonCount[];
  readonly missed: readonly ExpectedAlert[];
  readonly falseAlerts: readonly Alert[];
}

export interface ReasonCount {
  readonly reason: string;
  readonly expected: number;
  readonly found: number;
  readonly missed: number;
  readonly falseAlerts: number;
  /** That nobody could have known of, and that were told all the same. */
  readonly optionalFound: number;
}

/** Pairs each expected alert with the one that opened and ended when it should. */
export function compareAlerts(expected: readonly ExpectedAlert[], alerts: readonly Alert[]): Comparison {
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
  return { reasons: countByReason(expected, { claimed, missed, falseAlerts }), missed, falseAlerts };
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
  expected: readonly ExpectedAlert[],
  {
    claimed,
    missed,
    falseAlerts,
  }: {
    readonly claimed: readonly ExpectedAlert[];
    readonly missed: readonly ExpectedAlert[];
    readonly falseAlerts: readonly Alert[];
  },
): readonly ReasonCount[] {
  const reasons = [...new Set([...expected, ...falseAlerts].map(({ reason }) => reason))].sort();
  return reasons.map((reason) => {
    const of = <T extends { readonly reason: string }>(all: readonly T[]) =>
      all.filter((each) => each.reason === reason);
    return {
      reason,
      expected: of(expected).filter(({ optional }) => !optional).length,
      found: of(claimed).filter(({ optional }) => !optional).length,
      missed: of(missed).length,
      falseAlerts: of(falseAlerts).length,
      optionalFound: of(claimed).filter(({ optional }) => optional).length,
    };
  });
}
