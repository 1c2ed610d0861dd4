import type { Outage } from './world-plan.ts';

/** An alert that the faults of a world call for. Instants are ms since the epoch. */
export interface ExpectedAlert {
  readonly namespace: string;
  readonly cronJob: string;
  readonly reason: string;
  readonly opens: Window;
  /** Null when it stays open to the end of the world. */
  readonly resolves: Window | null;
  /** Nobody who was away or cut off all the while can know of it: it may be told or not. */
  readonly optional: boolean;
}

/** When something is to happen, at the earliest and at the latest. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

/** Kubernetes tells whole seconds, and controllers take some. */
const EARLY_MS = 5_000;
const LATE_MS = 90_000;

/** An instant as it can be expected: `slackMs` later at the most, and not before somebody can see it. */
export function windowOf(at: number, outages: readonly Outage[], slackMs = 0): Window {
  return { from: at - EARLY_MS, until: seenAt(at + slackMs, outages) + LATE_MS };
}

/** When a change of that instant is seen. */
export function seenAt(at: number, outages: readonly Outage[]): number {
  return outages.find(({ from, until }) => from <= at && at < until)?.until ?? at;
}

/** Whether it all happened while nobody could look. */
export function isUnseen(from: number, until: number, outages: readonly Outage[]): boolean {
  return outages.some((outage) => outage.from <= from && until < outage.until);
}
