import type { ChannelSummary } from '../contract/channel.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** An AlertChannel with its counters, as the store tells it. */
export interface StoredChannel {
  readonly name: string;
  /** The resource's own text, which the schema of the AlertChannel confines to its two values. */
  readonly type: string;
  readonly ready: boolean;
  readonly readyReason: string | null;
  readonly readyMessage: string | null;
  readonly alertsSent: number;
  readonly alertsFailed: number;
  readonly lastAlertAt: number | null;
  readonly waiting: number;
  readonly consecutiveFailures: number;
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
}

/** The item of a list. */
export function toChannelSummary(channel: StoredChannel): ChannelSummary {
  return {
    name: channel.name,
    type: channel.type as ChannelSummary['type'],
    ready: channel.ready,
    alertsSent: channel.alertsSent,
    alertsFailed: channel.alertsFailed,
    lastAlertTime: toNullableTimestamp(channel.lastAlertAt),
    waiting: channel.waiting,
    consecutiveFailures: channel.consecutiveFailures,
    lastError: channel.lastError,
    lastErrorTime: toNullableTimestamp(channel.lastErrorAt),
    reason: channel.readyReason,
    message: channel.readyMessage,
  };
}
