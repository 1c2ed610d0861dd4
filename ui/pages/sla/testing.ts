import type { SlaItem } from '../../../src/api/contract/sla.ts';

/** A CronJob that keeps its target without a failure. */
export function aSlaItem(fields: Partial<SlaItem>): SlaItem {
  return {
    namespace: 'shop',
    cronjobName: 'backup',
    successRate: 100,
    slaTarget: 95,
    compliant: true,
    windowDays: 7,
    monitor: { namespace: 'shop', name: 'nightly' },
    evaluatedRuns: 100,
    failedRuns: 0,
    missedRuns: 0,
    exclusions: { manual: 0, maintenance: 0, suspended: 0, unknown: 0 },
    errorBudget: { allowed: 5, used: 0, leftPercent: 100 },
    previousSuccessRate: 100,
    trend: 'steady',
    breaches: 0,
    ...fields,
  };
}
