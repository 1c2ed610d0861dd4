import type { Digest } from '../../alert/delivery.ts';
import { digestContext } from '../digest/digest-context.ts';
import { countFiring } from '../digest/word-digest.ts';
import { type WebhookBody, webhookBody } from './body.ts';

/** What a webhook channel without payloadTemplate sends for several alerts: all of them, as each by itself. */
export interface WebhookDigestBody extends WebhookBody {
  readonly firing: number;
  readonly resolved: number;
  /** Without their logs and events. */
  readonly alerts: readonly WebhookBody[];
}

/** The default body of a webhook for several alerts. `urlOf` is where the dashboard shows a CronJob. */
export function webhookDigestBody(
  digest: Pick<Digest, 'id' | 'context'>,
  dashboardUrl: string,
  urlOf: (cronJob: { readonly namespace: string; readonly cronJobName: string }) => string,
): WebhookDigestBody {
  const { alerts } = digest.context;
  const firing = countFiring(alerts);
  return {
    ...webhookBody(digestContext(digest), dashboardUrl),
    firing,
    resolved: alerts.length - firing,
    alerts: alerts.map((alert) => webhookBody(alert, urlOf(alert))),
  };
}
