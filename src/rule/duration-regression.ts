import { wordDuration } from '../lib/word-duration.ts';
import { type Judgement, quiet } from './finding.ts';

export interface DurationRegressionSpec {
  /** Percent above the baseline. */
  readonly durationRegressionThreshold: number;
  readonly durationBaselineWindowDays: number;
}

/** Successful runs of a stretch of time. */
export interface DurationFigure {
  readonly runs: number;
  /** Null when there is none. */
  readonly p95DurationMs: number | null;
}

export interface DurationRegressionFacts {
  readonly cronJobName: string;
  /** The last day. */
  readonly recent: DurationFigure;
  /** The window of the monitor before it. */
  readonly baseline: DurationFigure;
}

/** Fewer successful runs of the last day have no p95 worth the name. */
export const LEAST_RECENT_RUNS = 5;
/** Likewise of the window before. */
export const LEAST_BASELINE_RUNS = 20;

const reason = 'DurationRegression';

/**
 * The last day's p95 duration exceeds the baseline's by more than the threshold; the alert ends when it no longer
 * does, or when the day has no run at all.
 */
export function evaluateDurationRegression(
  spec: DurationRegressionSpec,
  { cronJobName, recent, baseline }: DurationRegressionFacts,
): Judgement {
  const { durationRegressionThreshold: threshold, durationBaselineWindowDays: days } = spec;
  if (recent.runs === 0) {
    return quiet(reason, 'ok', 'No run of the last day succeeded, so there is nothing to compare.');
  }
  const enough = recent.runs >= LEAST_RECENT_RUNS && baseline.runs >= LEAST_BASELINE_RUNS;
  if (!enough || recent.p95DurationMs === null || !baseline.p95DurationMs) {
    return quiet(reason, 'unchanged', 'There are too few runs to compare.');
  }
  const risen = (recent.p95DurationMs / baseline.p95DurationMs - 1) * 100;
  const now = wordDuration(recent.p95DurationMs);
  const before = wordDuration(baseline.p95DurationMs);
  if (risen <= threshold) {
    return quiet(
      reason,
      'ok',
      `95% of the last day's runs took ${now} at most; ${before} in the ${days} days before.`,
    );
  }
  return {
    finding: {
      state: 'firing',
      reason,
      cause: null,
      title: `${cronJobName} takes ${Math.floor(risen)}% longer than before`,
      message:
        `95% of the last day's ${recent.runs} successful runs took ${now} at most; in the ${days} days before it ` +
        `was ${before} (${baseline.runs} runs). That is ${Math.floor(risen)}% longer; the monitor allows ${threshold}%.`,
      run: null,
    },
    nextCheckAt: null,
  };
}
