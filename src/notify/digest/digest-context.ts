import type { Digest, MessageContext } from '../../alert/delivery.ts';
import { countFiring, digestLines, digestTitle } from './word-digest.ts';

/**
 * A digest told as if it were one alert, for templates and receivers that are made for one: what all have
 * in common is named, the severity is the most serious one, and the message lists every alert.
 */
export function digestContext({ id, context }: Pick<Digest, 'id' | 'context'>): MessageContext {
  const { alerts, at, commonCause } = context;
  return {
    alertId: id,
    event: countFiring(alerts) > 0 ? 'firing' : 'resolved',
    type: 'digest',
    reason: commonCause === null ? 'Digest' : 'CommonCause',
    // They come with the most serious one first.
    severity: alerts[0]?.severity ?? 'info',
    title: digestTitle(context),
    message: digestLines(alerts).join('\n'),
    namespace: shared(alerts.map(({ namespace }) => namespace)),
    cronJobName: shared(alerts.map(({ cronJobName }) => cronJobName)),
    jobName: '',
    at,
    openedAt: Math.min(at, ...alerts.map(({ openedAt }) => openedAt)),
    resolvedAt:
      countFiring(alerts) > 0 ? null : Math.max(...alerts.map(({ resolvedAt }) => resolvedAt ?? at)),
    schedule: '',
    exitCode: null,
    attempts: 0,
    suggestedFix: shared(alerts.map(({ suggestedFix }) => suggestedFix)),
    logs: '',
    events: '',
  };
}

/** Empty when they differ. */
function shared(values: readonly string[]): string {
  const [first = '', ...others] = new Set(values);
  return others.length === 0 ? first : '';
}
