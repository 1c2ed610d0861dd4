import type { MessageContext } from '../../alert/delivery.ts';

/** What a webhook channel without payloadTemplate sends: every template variable in camelCase, and more. */
export interface WebhookBody {
  readonly id: string;
  readonly status: 'firing' | 'resolved' | 'test';
  readonly alertType: string;
  readonly reason: string;
  readonly severity: string;
  readonly title: string;
  readonly message: string;
  readonly namespace: string;
  readonly cronJobName: string;
  readonly jobName: string;
  /** RFC 3339, UTC: when the alert opened, or was resolved, or the test was asked for. */
  readonly timestamp: string;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  readonly schedule: string;
  readonly exitCode: number | null;
  readonly attempts: number;
  readonly suggestedFix: string;
  readonly logs: string;
  readonly events: string;
  readonly dashboardUrl: string;
}

/** The default body of a webhook. Text is sent as it is: JSON escapes it. */
export function webhookBody(context: MessageContext, dashboardUrl: string): WebhookBody {
  return {
    id: context.alertId,
    status: context.event,
    alertType: context.type,
    reason: context.reason,
    severity: context.severity,
    title: context.title,
    message: context.message,
    namespace: context.namespace,
    cronJobName: context.cronJobName,
    jobName: context.jobName,
    timestamp: new Date(context.at).toISOString(),
    openedAt: new Date(context.openedAt).toISOString(),
    resolvedAt: context.resolvedAt === null ? null : new Date(context.resolvedAt).toISOString(),
    schedule: context.schedule,
    exitCode: context.exitCode,
    attempts: context.attempts,
    suggestedFix: context.suggestedFix,
    logs: context.logs,
    events: context.events,
    dashboardUrl,
  };
}
