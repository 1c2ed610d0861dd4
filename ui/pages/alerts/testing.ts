import type { Alert } from '../../../src/api/contract/alert.ts';

/** An active alert in an answer of the API. */
export function anAlert(overrides: Partial<Alert> = {}): Alert {
  return {
    id: 'alert-1',
    type: 'failure',
    severity: 'critical',
    namespace: 'billing',
    cronjobName: 'export',
    message: 'The Job export-1 failed with exit code 1.',
    createdAt: '2026-11-21T10:00:00Z',
    resolvedAt: null,
    active: true,
    reason: 'JobFailed',
    title: 'billing/export failed',
    jobName: 'export-1',
    occurrences: 1,
    updatedAt: '2026-11-21T10:00:00Z',
    resolution: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
    suggestedFix: null,
    ...overrides,
  };
}
