// Builders for tests: an ordinary run of a slot, and what a test cares about in its place.
import { T0 } from '../execution/testing.ts';
import type { StartedRun } from './started-run.ts';

/** The run of `aJob`, which ended after a minute. */
export function aStartedRun(given: Partial<StartedRun> = {}): StartedRun {
  return {
    jobUid: 'job-1',
    jobName: `nightly-backup-${T0 / 60_000}`,
    slot: T0,
    startedAt: T0,
    endedAt: T0 + 60_000,
    outcome: 'success',
    remains: true,
    ...given,
  };
}
