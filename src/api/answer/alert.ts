import type * as domain from '../../alert/alert.ts';
import type { LedgerEntry } from '../../alert/ledger.ts';
import type { CapturedEvent, CapturedLog } from '../../execution/evidence.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { Alert, AlertDelivery, AlertDetail } from '../contract/alert.ts';
import { toDeliveryFields } from './delivery.ts';
import { toCapturedEvent, toCapturedLog } from './evidence.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** What is kept beside an alert. */
export interface AlertContext {
  readonly deliveries: readonly LedgerEntry[];
  readonly logs: readonly CapturedLog[];
  readonly events: readonly CapturedEvent[];
  /** Whether the latest run behind the alert is kept. */
  readonly hasExecution: boolean;
}

/** The item of a list. */
export function toAlert(alert: domain.Alert): Alert {
  return {
    id: alert.id,
    type: alert.type,
    severity: alert.severity,
    namespace: alert.namespace,
    cronjobName: alert.cronJobName,
    message: alert.message,
    createdAt: formatTimestamp(alert.openedAt),
    resolvedAt: toNullableTimestamp(alert.resolvedAt),
    active: alert.resolvedAt === null,
    reason: alert.reason,
    title: alert.title,
    jobName: alert.jobName,
    occurrences: alert.occurrences,
    updatedAt: formatTimestamp(alert.updatedAt),
    resolution: alert.resolution,
    acknowledgedAt: toNullableTimestamp(alert.acknowledgedAt),
    acknowledgedBy: alert.acknowledgedBy,
    acknowledgeComment: alert.acknowledgeComment,
    suggestedFix: alert.suggestedFix,
  };
}

/** One alert with its evidence and the trail of its messages. */
export function toAlertDetail(alert: domain.Alert, context: AlertContext): AlertDetail {
  return {
    ...toAlert(alert),
    executionId: context.hasExecution ? alert.jobUid : null,
    deliveries: context.deliveries.map(toAlertDelivery),
    logs: context.logs.map(toCapturedLog),
    events: context.events.map(toCapturedEvent),
  };
}

function toAlertDelivery(entry: LedgerEntry): AlertDelivery {
  return { ...toDeliveryFields(entry), event: entry.event };
}
