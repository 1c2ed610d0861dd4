import type { AlertReason, AlertType, Severity } from './alert.ts';

/** What a message tells of its alert. */
export type DeliveryEvent = 'firing' | 'resolved' | 'test';

/**
 * Everything a channel needs to write a message, frozen when the alert changed, so that what is sent
 * does not depend on when it is sent. Stored as JSON in the outbox row.
 */
export interface MessageContext {
  readonly alertId: string;
  readonly event: DeliveryEvent;
  readonly type: AlertType | 'digest';
  readonly reason: AlertReason | 'Test' | 'Digest' | 'CommonCause';
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly namespace: string;
  readonly cronJobName: string;
  /** Empty when no run is behind the alert. */
  readonly jobName: string;
  /** Of the change that the message tells. */
  readonly at: number;
  readonly openedAt: number;
  readonly resolvedAt: number | null;
  readonly schedule: string;
  readonly exitCode: number | null;
  readonly attempts: number;
  readonly suggestedFix: string;
  /** Log tail of the deciding container; empty when the monitor does not include logs or there is none. */
  readonly logs: string;
  /** One cluster event a line; empty likewise. */
  readonly events: string;
}

/** Why a message is held back: it may still turn out that it need not be sent. */
export type HoldReason =
  | 'AlertDelay'
  | 'Maintenance'
  | 'Duplicate'
  | 'Flapping'
  | 'CommonCause'
  /** No monitor names the channel for the alert any more. */
  | 'NotMonitored';

/** Why a channel was not told. */
export type UntoldReason =
  | 'AlertingDisabled'
  | 'NoChannels'
  | 'SeverityFilter'
  | 'Duplicate'
  | 'Acknowledged'
  | 'StillToBeSent'
  /** The channel takes the CronJob for failing since an earlier alert, whose end it was not told. */
  | 'KnownAsFailing'
  | 'NeverTold'
  | 'SendResolvedOff';

/** Why a message waits, was taken back or was never written: a word, and a sentence for a person. */
export interface Why<Reason extends string = HoldReason | UntoldReason> {
  readonly reason: Reason;
  readonly note: string;
}

/** What an outbox row is whether it tells of one alert or of many. */
interface Outgoing {
  /** Deterministic; sent as Idempotency-Key. */
  readonly id: string;
  /** Name of the AlertChannel. */
  readonly channel: string;
  readonly createdAt: number;
  /** Withdrawn: taken back before it was sent. */
  readonly state: 'pending' | 'sent' | 'rejected' | 'withdrawn';
  /** Not sent before this instant. */
  readonly nextAttemptAt: number;
  readonly attempts: number;
  readonly sentAt: number | null;
  /** What went wrong at the last attempt, without the URL; null when nothing did. */
  readonly lastError: string | null;
}

/** A row of the outbox, which is also the ledger of what was sent. */
export interface Delivery extends Outgoing {
  readonly alertId: string;
  readonly event: DeliveryEvent;
  readonly context: MessageContext;
  /** A rule holds it back until then, and it is withdrawn when it is not needed any more; null when none does. */
  readonly heldUntil: number | null;
  /** Why it waits, or was withdrawn; null when it goes out at once. */
  readonly why: Why | null;
  /** What several CronJobs' failures may have in common (`node/worker-3`); null when nothing is known. */
  readonly commonCause: string | null;
}

/** One message for many alerts, which waited. */
export interface Digest extends Outgoing {
  readonly event: 'digest';
  readonly context: DigestContext;
}

export interface DigestContext {
  readonly at: number;
  /** What all have in common; null when they only came too close together. */
  readonly commonCause: string | null;
  /** Each alert once, without logs and events: those that fire before those that ended, the most serious first. */
  readonly alerts: readonly MessageContext[];
}

export type OutboxMessage = Delivery | Digest;
