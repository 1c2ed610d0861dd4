// Builders for tests: an ordinary monitor's spec or failure, and what a test cares about in its place.
import type { FailureFacts } from './failure-facts.ts';
import { type MonitorSpec, toMonitorSpec } from './monitor-spec.ts';

/** The spec that a user's text makes. Throws when it is not valid. */
export function aMonitorSpec(source: object = {}): MonitorSpec {
  const parsed = toMonitorSpec(source);
  if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems));
  return parsed.spec;
}

/** A run of nightly-backup whose container exited with 3 until its retries were used up, and wrote nothing. */
export function aFailure(given: Partial<FailureFacts> = {}): FailureFacts {
  return {
    names: {
      namespace: 'payments',
      cronJob: 'nightly-backup',
      job: 'nightly-backup-29540220',
      pod: 'nightly-backup-29540220-abcde',
      container: 'backup',
    },
    exitCode: 3,
    signal: null,
    reasons: ['BackoffLimitExceeded'],
    message: '',
    log: '',
    events: '',
    ...given,
  };
}
