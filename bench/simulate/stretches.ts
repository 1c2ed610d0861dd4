import { seenAt } from './expected-alert.ts';
import { type ForetoldLife, type ForetoldRun, spans } from './foretell-runs.ts';
import type { Profile } from './profiles.ts';
import type { Outage, PlannedCronJob } from './world-plan.ts';

/** What the alerts of one CronJob follow from. */
export interface Facts {
  readonly cronJob: PlannedCronJob;
  readonly profile: Profile;
  readonly lives: readonly ForetoldLife[];
  readonly outages: readonly Outage[];
  readonly startAt: number;
  readonly endAt: number;
}

/** How long an alert is open. */
export interface Stretch {
  readonly at: number;
  /** Infinity when it does not end. */
  readonly until: number;
  /** So much later it may begin and end. */
  readonly slackMs?: number;
  readonly optional?: boolean;
}

/** Collects the stretches of one reason while its CronJob's life is walked through. */
export class Stretches {
  readonly all: Stretch[] = [];
  #open: { readonly at: number; readonly slackMs: number } | null = null;
  /** When it may have begun, or ended, already; null when it surely did not. */
  #movedAt: number | null = null;

  open(at: number, slackMs = 0): void {
    const from = this.#movedAt ?? at;
    this.#open ??= { at: from, slackMs: at - from + slackMs };
    this.#movedAt = null;
  }

  end(until: number, slackMs = 0): void {
    const from = this.#movedAt ?? until;
    this.#movedAt = null;
    const slack = until - from + slackMs;
    if (this.#open !== null)
      this.all.push({ ...this.#open, slackMs: Math.max(this.#open.slackMs, slack), until: from });
    else if (from < until) this.all.push({ at: from, until, slackMs, optional: true });
    this.#open = null;
  }

  /** It begins at this instant or with the next `open`, or if it did, ends at this or with the next `end`. */
  mayMove(at: number): void {
    this.#movedAt ??= at;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }
}

/** In the order of their ends; what was taken away ended neither well nor badly. */
export function byEnd(runs: readonly ForetoldRun[]): readonly ForetoldRun[] {
  return runs.filter(({ outcome }) => outcome !== 'takenAway').toSorted((a, b) => a.endAt - b.endAt);
}

/** When each suspension was seen to end. */
export function resumptions({ cronJob, outages }: Facts): readonly number[] {
  return spans(cronJob, 'suspension').map(({ until }) => seenAt(until, outages));
}

export function isSuspended({ cronJob, outages }: Facts, at: number): boolean {
  return spans(cronJob, 'suspension').some(
    ({ from, until }) => seenAt(from, outages) <= at && at < seenAt(until, outages),
  );
}
