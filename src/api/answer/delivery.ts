import type { Static, TObject } from 'typebox';
import { wordCause } from '../../alert/common-cause.ts';
import type { ChannelEntry, LedgerEntry } from '../../alert/ledger.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { ChannelDelivery } from '../contract/channel.ts';
import type { deliveryFields } from '../contract/delivery.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** What is told of every entry of the ledger. */
export function toDeliveryFields(
  entry: Omit<LedgerEntry, 'alertId' | 'event' | 'context' | 'heldUntil'>,
): Static<TObject<typeof deliveryFields>> {
  return {
    id: entry.id,
    channel: entry.channel,
    state: entry.state,
    createdAt: formatTimestamp(entry.createdAt),
    attempts: entry.attempts,
    nextAttemptAt: entry.state === 'pending' ? formatTimestamp(entry.nextAttemptAt) : null,
    sentAt: toNullableTimestamp(entry.sentAt),
    lastError: entry.lastError,
    tries: entry.tries.map((each) => ({ ...each, at: formatTimestamp(each.at) })),
    reason: entry.why?.reason ?? null,
    note: entry.why?.note ?? null,
    digestId: entry.digestId,
    times: entry.times,
    lastAt: formatTimestamp(entry.lastAt),
  };
}

/** The item of a channel's ledger. */
export function toChannelDelivery(entry: ChannelEntry): ChannelDelivery {
  const { event, alert, alertCount } = entry;
  return {
    ...toDeliveryFields(entry),
    event,
    title: titleOf(entry),
    alertCount,
    alert: alert && {
      id: alert.id,
      severity: alert.severity,
      namespace: alert.namespace,
      cronjobName: alert.cronJobName,
    },
  };
}

/** What the entry is about, in one line; empty where that is not kept any more. */
export function titleOf({ event, alert, alertCount, commonCause }: ChannelEntry): string {
  if (event !== 'digest') return alert?.title ?? '';
  const count = `${alertCount} alerts`;
  return commonCause === null ? count : `${wordCause(commonCause)}: ${count}`;
}
