// The fields of every resource as the interface specification has them; each may have more.
import assert from 'node:assert/strict';

/** What the specification calls the type of a field; a list holds the only values that there are. */
export type Kind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'timestamp or null'
  | 'duration'
  | 'size'
  | readonly string[];

/** Fields by their dotted path. */
export type Fields = Readonly<Record<string, Kind>>;

export const HEALTH = ['healthy', 'warning', 'critical'] as const;
export const OUTCOME = ['success', 'failed'] as const;
export const ALERT_TYPE = ['failure', 'deadManSwitch', 'slaViolation'] as const;
export const SEVERITY = ['critical', 'warning', 'info'] as const;

export const CRON_JOB_SUMMARY: Fields = {
  namespace: 'string',
  name: 'string',
  status: HEALTH,
  successRate: 'number',
  lastRun: 'timestamp or null',
  nextRun: 'timestamp or null',
};

export const CRON_JOB_DETAIL: Fields = {
  namespace: 'string',
  name: 'string',
  status: HEALTH,
  schedule: 'string',
  'metrics.successRate': 'number',
  'metrics.avgDuration': 'number',
  'metrics.p50Duration': 'number',
  'metrics.p95Duration': 'number',
  'metrics.totalExecutions': 'integer',
  lastRun: 'timestamp or null',
  nextRun: 'timestamp or null',
};

export const EXECUTION: Fields = {
  id: 'string',
  jobName: 'string',
  status: OUTCOME,
  startTime: 'timestamp',
  completionTime: 'timestamp',
  duration: 'duration',
  exitCode: 'integer',
};

export const MONITOR: Fields = {
  namespace: 'string',
  name: 'string',
  cronJobCount: 'integer',
  'healthySummary.healthy': 'integer',
  'healthySummary.warning': 'integer',
  'healthySummary.critical': 'integer',
};

export const CHANNEL: Fields = {
  name: 'string',
  type: ['chat', 'webhook'],
  ready: 'boolean',
  alertsSent: 'integer',
  lastAlertTime: 'timestamp or null',
};

export const ALERT: Fields = {
  id: 'string',
  type: ALERT_TYPE,
  severity: SEVERITY,
  namespace: 'string',
  cronjobName: 'string',
  message: 'string',
  createdAt: 'timestamp',
  resolvedAt: 'timestamp or null',
  active: 'boolean',
};

export const SLA_ITEM: Fields = {
  namespace: 'string',
  cronjobName: 'string',
  successRate: 'number',
  slaTarget: 'number',
  compliant: 'boolean',
  windowDays: 'integer',
};

export const SLA_SUMMARY: Fields = {
  totalCronJobs: 'integer',
  compliant: 'integer',
  nonCompliant: 'integer',
  overallRate: 'number',
};

export const TRIGGER_RESULT: Fields = { jobName: 'string', message: 'string' };

export const CHANNEL_TEST_RESULT: Fields = { success: 'boolean', message: 'string' };

export const PRUNE_RESULT: Fields = {
  executionsDeleted: 'integer',
  logsDeleted: 'integer',
  eventsDeleted: 'integer',
};

export const STATS: Fields = {
  'database.type': ['sqlite', 'postgres'],
  'database.size': 'size',
  'database.executions': 'integer',
  'database.alerts': 'integer',
  monitors: 'integer',
  channels: 'integer',
  uptime: 'duration',
};

/** RFC 3339 as answers write it: in UTC with `Z`. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
/** Hours, minutes and whole seconds, from the first that is not zero on; milliseconds below one second. */
const DURATION = /^((\d+h)?(\d+m)?\d+s|\d+ms)$/;
const SIZE = /^\d+(\.\d+)?(B|KB|MB|GB|TB)$/;

/** Fails, and names the field, where one is missing or of another type. Text is never empty. */
export function assertFields(resource: unknown, fields: Fields): void {
  for (const [field, kind] of Object.entries(fields)) {
    const value = valueAt(resource, field.split('.'));
    assert.ok(isOf(kind, value), `${field} is ${JSON.stringify(value)}, no ${JSON.stringify(kind)}`);
  }
}

/** What stands in an answer at a path of fields and indexes. */
export function valueAt(answer: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((each, key) => (each as Record<string | number, unknown>)[key], answer);
}

function isOf(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string' && value !== '';
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'integer':
      return Number.isInteger(value);
    case 'timestamp':
      return typeof value === 'string' && TIMESTAMP.test(value);
    case 'timestamp or null':
      return value === null || isOf('timestamp', value);
    case 'duration':
      return typeof value === 'string' && DURATION.test(value);
    case 'size':
      return typeof value === 'string' && SIZE.test(value);
    default:
      return kind.includes(value as string);
  }
}
