import { SECOND } from '../../../lib/duration.ts';

/** What a run of a container does while the world's history passes on the virtual clock. */
export interface Behaviour {
  readonly durationMs: number;
  readonly exitCode: number;
  /** The kubelet's reason where it is not simply Completed or Error. */
  readonly reason?: 'OOMKilled';
  readonly log: readonly string[];
}

/** What a behaviour may depend on. */
export interface RunContext {
  /** When the container starts, ms since the epoch. */
  readonly at: number;
  /** Age of the world at `at` in days: 0 at its beginning, 90 at its present. */
  readonly day: number;
  /** From 0: earlier runs of this container in its Pod. */
  readonly retry: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
}

export type Behave = (context: RunContext) => Behaviour;

/** Succeeds after a time spread around `typicalMs`. */
export function succeeds(typicalMs: number, log: readonly string[]): Behave {
  return ({ random }) => ({ durationMs: spread(typicalMs, random), exitCode: 0, log });
}

/** Fails with `exitCode` where `when` says so, after a third of the time; else does what `otherwise` does. */
export function failsWhen(
  when: (context: RunContext) => boolean,
  failure: { readonly exitCode: number; readonly reason?: 'OOMKilled'; readonly log: readonly string[] },
  otherwise: Behave,
): Behave {
  return (context) => {
    const usual = otherwise(context);
    if (!when(context)) return usual;
    return { durationMs: Math.max(SECOND, usual.durationMs / 3), ...failure };
  };
}

/** Takes longer from day to day: `firstMs` at the world's beginning, `lastMs` at its present. */
export function slows(firstMs: number, lastMs: number, log: readonly string[]): Behave {
  return ({ day, random }) => ({
    durationMs: spread(firstMs + (lastMs - firstMs) * Math.max(0, (day - 60) / 30), random),
    exitCode: 0,
    log,
  });
}

/** Within 15 % either way, as real runs are. */
function spread(typicalMs: number, random: () => number): number {
  return Math.round(typicalMs * (0.85 + 0.3 * random()));
}
