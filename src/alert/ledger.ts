import type { Delivery, DeliveryEvent, UntoldReason, Why } from './delivery.ts';

/** That a channel was not told of a change of an alert, and why. */
export interface UntoldEntry {
  /** Deterministic: the same for the same alert, channel, event and reason, however often it is decided. */
  readonly id: string;
  readonly alertId: string;
  /** Null when a monitor has no channel to tell. */
  readonly channel: string | null;
  readonly event: DeliveryEvent;
  readonly at: number;
  readonly why: Why<UntoldReason>;
}

/** What was decided about an alert and a channel, and what became of it. */
export interface LedgerEntry extends Omit<Delivery, 'channel' | 'state' | 'context' | 'commonCause'> {
  readonly channel: string | null;
  readonly state: Delivery['state'] | 'untold';
  /** Null where no message was written. */
  readonly context: Delivery['context'] | null;
  /** The message that told of this alert among others; null when it had one of its own. */
  readonly digestId: string | null;
  /** How often the same was decided. */
  readonly times: number;
  /** When it was decided last. */
  readonly lastAt: number;
  /** How the receiver answered last; null where no answer came. */
  readonly lastStatus: number | null;
  readonly lastLatencyMs: number | null;
}
