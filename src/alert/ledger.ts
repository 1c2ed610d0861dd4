import type { Alert } from './alert.ts';
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

/** One attempt to send a message. */
export interface DeliveryTry {
  readonly at: number;
  /** How the receiver answered; null where no answer came. */
  readonly status: number | null;
  /** Until the answer, or until none was awaited any more; null when nothing was sent. */
  readonly latencyMs: number | null;
  /** Why the message was not delivered, without the URL; null when it was. */
  readonly error: string | null;
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
  /** Every attempt to send it, in order. */
  readonly tries: readonly DeliveryTry[];
}

/** The same as a channel sees it: a message about one alert or about several. */
export interface ChannelEntry extends Omit<LedgerEntry, 'alertId' | 'event' | 'context' | 'heldUntil'> {
  readonly event: DeliveryEvent | 'digest';
  /** As it is now; null where the message is about several, or the alert is gone. */
  readonly alert: Pick<Alert, 'id' | 'severity' | 'title' | 'namespace' | 'cronJobName'> | null;
  /** How many alerts it tells of. */
  readonly alertCount: number;
  /** What they have in common; null when nothing is known. */
  readonly commonCause: string | null;
}
