import type { ChannelStatus } from '../alert/channel-status.ts';
import { toKubernetesTime } from '../lib/timestamp.ts';
import type { DeliveryOutcome } from './outcome.ts';

/** Whether messages can go out, and in one word and one sentence why not. */
export type Readiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly reason: NotReadyReason; readonly message: string };

export type NotReadyReason =
  | 'InvalidSpec'
  | 'InvalidTemplate'
  | 'SecretNotReadable'
  | 'DeliveryFailed'
  | 'DeliveryRejected';

/** An attempt that did not come as far as the receiver. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly reason: NotReadyReason;
  readonly message: string;
}

export const READY: Readiness = { ready: true };

export function blocked(reason: NotReadyReason, message: string): Blocked {
  return { kind: 'blocked', reason, message };
}

/** What an attempt to send says of its channel. */
export function readinessAfter(outcome: DeliveryOutcome | Blocked): Readiness {
  switch (outcome.kind) {
    case 'delivered':
      return READY;
    case 'retry':
      return { ready: false, reason: 'DeliveryFailed', message: sentence(outcome.reason) };
    case 'rejected':
      return { ready: false, reason: 'DeliveryRejected', message: sentence(outcome.reason) };
    case 'blocked':
      return { ready: false, reason: outcome.reason, message: outcome.message };
  }
}

/** `null` is a channel that was not judged yet. */
export function isSameReadiness(a: Readiness | null, b: Readiness): boolean {
  if (a === null || a.ready || b.ready) return a?.ready === b.ready;
  return a.reason === b.reason && a.message === b.message;
}

export function wordReadiness(readiness: Readiness): { readonly reason: string; readonly message: string } {
  return readiness.ready ? { reason: 'Ready', message: 'Messages can go out.' } : readiness;
}

/** What a channel has done so far. */
export interface ChannelCounts {
  readonly alertsSent: number;
  /** Given up. */
  readonly alertsFailed: number;
  readonly consecutiveFailures: number;
  readonly lastAlertAt: number | null;
  /** Still to be told. */
  readonly waiting: number;
}

/** The status of the AlertChannel resource; `since` is when it became as ready as it is. */
export function toStatus(
  readiness: Readiness,
  since: number,
  generation: number,
  { alertsSent, alertsFailed, consecutiveFailures, lastAlertAt, waiting }: ChannelCounts,
): ChannelStatus {
  const { reason, message } = wordReadiness(readiness);
  return {
    observedGeneration: generation,
    alertsSent,
    alertsFailed,
    consecutiveFailures,
    waiting,
    ...(lastAlertAt === null ? {} : { lastAlertTime: toKubernetesTime(lastAlertAt) }),
    conditions: [
      {
        type: 'Ready',
        status: readiness.ready ? 'True' : 'False',
        reason,
        message,
        lastTransitionTime: toKubernetesTime(since),
        observedGeneration: generation,
      },
    ],
  };
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
