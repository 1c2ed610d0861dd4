import type { Delivery, MessageContext } from '../alert/delivery.ts';

/** A message about a failed nightly backup; what a test says differs. */
export function aMessageContext(differs: Partial<MessageContext> = {}): MessageContext {
  return {
    alertId: 'alert-1',
    event: 'firing',
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    title: 'CronJob prod/nightly-backup failed',
    message: 'Job nightly-backup-29400000 failed: exit code 3 (Error) after 2 attempts',
    namespace: 'prod',
    cronJobName: 'nightly-backup',
    jobName: 'nightly-backup-29400000',
    at: Date.UTC(2026, 10, 21, 2, 5, 10),
    openedAt: Date.UTC(2026, 10, 21, 2, 5, 10),
    resolvedAt: null,
    schedule: '0 2 * * *',
    exitCode: 3,
    attempts: 2,
    suggestedFix: '',
    logs: 'hello\noops',
    events: '',
    ...differs,
  };
}

export function aDelivery(differs: Partial<Delivery> = {}): Delivery {
  const context = differs.context ?? aMessageContext();
  return {
    id: 'delivery-1',
    alertId: context.alertId,
    channel: 'team-chat',
    event: context.event,
    context,
    createdAt: context.at,
    state: 'pending',
    nextAttemptAt: context.at,
    attempts: 0,
    sentAt: null,
    lastError: null,
    heldUntil: null,
    why: null,
    commonCause: null,
    ...differs,
  };
}
