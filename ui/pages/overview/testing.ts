import type { CronJobSummary } from '../../../src/api/contract/cron-job.ts';

/** A healthy CronJob in an answer of the API. */
export function aCronJobSummary(overrides: Partial<CronJobSummary> = {}): CronJobSummary {
  return {
    namespace: 'default',
    name: 'backup',
    status: 'healthy',
    successRate: 100,
    lastRun: '2026-11-21T10:00:00Z',
    nextRun: '2026-11-21T11:00:00Z',
    schedule: '0 * * * *',
    scheduleText: 'Every hour',
    timeZone: null,
    suspended: false,
    lastStatus: 'success',
    recent: ['success'],
    p50Duration: 42,
    totalExecutions: 10,
    activeAlerts: 0,
    windowDays: 7,
    running: 0,
    ...overrides,
  };
}
