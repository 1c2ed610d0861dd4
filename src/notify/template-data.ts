import type { MessageContext } from '../alert/delivery.ts';
import type { ValueMap } from '../template/value.ts';

/** What messageTemplate and payloadTemplate may name: `.Title`, `.Logs` and so on. */
export const TEMPLATE_VARIABLES = [
  'AlertType',
  'Severity',
  'Title',
  'Message',
  'Namespace',
  'CronJobName',
  'JobName',
  'Timestamp',
  'SuggestedFix',
  'Logs',
  'Events',
  'ID',
  'Status',
  'Reason',
  'Schedule',
  'OpenedAt',
  'ResolvedAt',
  'ExitCode',
  'Attempts',
  'DashboardURL',
  'Alerts',
] as const;

type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

/**
 * The values of the variables for one message. What does not apply is an empty text, and false to `if`;
 * an exit code that there is none of is nil. `.Alerts` are those that the message tells of, each with
 * these variables: in a message about one alert that one.
 */
export function templateData(
  context: MessageContext,
  dashboardUrl: string,
  alerts?: readonly ValueMap[],
): ValueMap {
  const own = ownData(context, dashboardUrl);
  return { ...own, Alerts: alerts ?? [own] } satisfies Record<TemplateVariable, ValueMap[string]>;
}

/** The variables that an alert has by itself. */
export function ownData(
  context: MessageContext,
  dashboardUrl: string,
): Record<Exclude<TemplateVariable, 'Alerts'>, ValueMap[string]> {
  return {
    AlertType: context.type,
    Severity: context.severity,
    Title: context.title,
    Message: context.message,
    Namespace: context.namespace,
    CronJobName: context.cronJobName,
    JobName: context.jobName,
    Timestamp: new Date(context.at).toISOString(),
    SuggestedFix: context.suggestedFix,
    Logs: context.logs,
    Events: context.events,
    ID: context.alertId,
    Status: context.event,
    Reason: context.reason,
    Schedule: context.schedule,
    OpenedAt: new Date(context.openedAt).toISOString(),
    ResolvedAt: context.resolvedAt === null ? '' : new Date(context.resolvedAt).toISOString(),
    ExitCode: context.exitCode === null ? null : BigInt(context.exitCode),
    Attempts: BigInt(context.attempts),
    DashboardURL: dashboardUrl,
  };
}
