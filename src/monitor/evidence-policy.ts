import type { SelectingMonitor } from './membership.ts';

/** What is kept of a CronJob's failed runs. */
export interface EvidencePolicy {
  readonly storeLogs: boolean;
  readonly storeEvents: boolean;
  /** Of one log. */
  readonly maxLogBytes: number;
}

/** Without any monitor. */
const BUILT_IN: EvidencePolicy = { storeLogs: true, storeEvents: true, maxLogBytes: 100 << 10 };

/** Of several monitors the one that keeps most counts, field by field. */
export function evidencePolicy(monitors: readonly Pick<SelectingMonitor, 'spec'>[]): EvidencePolicy {
  if (monitors.length === 0) return BUILT_IN;
  const retentions = monitors.map(({ spec }) => spec.dataRetention);
  return {
    storeLogs: retentions.some(({ storeLogs }) => storeLogs),
    storeEvents: retentions.some(({ storeEvents }) => storeEvents),
    maxLogBytes: Math.max(...retentions.map(({ maxLogSizeKB }) => maxLogSizeKB)) << 10,
  };
}
