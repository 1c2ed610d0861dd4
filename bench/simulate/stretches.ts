import { isUnseen, seenAt } from './expected-alert.ts';
import { type ForetoldLife, type ForetoldRun, spans } from './foretell-runs.ts';
import type { Profile } from './profiles.ts';
import { type Outage, type PlannedCronJob, plannedSlots } from './world-plan.ts';

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
  /** So much later it may begin; and end, unless `endSlackMs` says otherwise. */
  readonly slackMs?: number;
  readonly endSlackMs?: number;
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
    // What may have ended and else never does is open or not.
    const from = until === Infinity ? until : (this.#movedAt ?? until);
    const endSlackMs = Math.max(this.#open?.slackMs ?? 0, slackMs) + (from === until ? 0 : until - from);
    if (this.#open !== null) this.all.push({ ...this.#open, until: from, endSlackMs });
    else if (this.#movedAt !== null)
      this.all.push({ at: this.#movedAt, until, endSlackMs: slackMs, optional: true });
    this.#open = null;
    this.#movedAt = null;
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
  return seenSuspensions({ cronJob, outages }).map(({ until }) => seenAt(until, outages));
}

/** Those that did not begin and end in one outage, after which the CronJob is what it was before. */
export function seenSuspensions({ cronJob, outages }: Pick<Facts, 'cronJob' | 'outages'>) {
  return spans(cronJob, 'suspension').filter(({ from, until }) => !isUnseen(from, until, outages));
}

export function isSuspended({ cronJob, outages }: Facts, at: number): boolean {
  return seenSuspensions({ cronJob, outages }).some(
    ({ from, until }) => suspensionShownAt(from, { cronJob, outages }) <= at && at < seenAt(until, outages),
  );
}

/** When a suspension shows that begins then: in an outage by the first slot without a run, else when it is over. */
export function suspensionShownAt(
  from: number,
  { cronJob, outages }: Pick<Facts, 'cronJob' | 'outages'>,
): number {
  const until = seenAt(from, outages);
  return plannedSlots(cronJob.timetable, from - 1, until)[0] ?? until;
}
