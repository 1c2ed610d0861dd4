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
  readonly type: AlertType;
  readonly reason: AlertReason | 'Test';
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

/** A row of the outbox, which is also the ledger of what was sent. */
export interface Delivery {
  /** Deterministic; sent as Idempotency-Key. */
  readonly id: string;
  readonly alertId: string;
  /** Name of the AlertChannel. */
  readonly channel: string;
  readonly event: DeliveryEvent;
  readonly context: MessageContext;
  readonly createdAt: number;
  readonly state: 'pending' | 'sent' | 'rejected';
  /** Not sent before this instant. */
  readonly nextAttemptAt: number;
  readonly attempts: number;
  readonly sentAt: number | null;
  /** What went wrong at the last attempt, without the URL; null when nothing did. */
  readonly lastError: string | null;
}
