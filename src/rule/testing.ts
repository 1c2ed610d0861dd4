// Builders for tests: a monitor's spec with its defaults, and what a test cares about in its place.
import { type MonitorSpec, toMonitorSpec } from './monitor-spec.ts';

/** The spec that a user's text makes. Throws when it is not valid. */
export function aMonitorSpec(source: object = {}): MonitorSpec {
  const parsed = toMonitorSpec(source);
  if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems));
  return parsed.spec;
}
