import { type Static, Type } from 'typebox';
import { NullableText } from './text.ts';
import { NullableTimestamp, Timestamp } from './timestamp.ts';

/** What became of a message. `withdrawn`: taken back before it was sent; `untold`: never written. */
export const DeliveryState = Type.Union([
  Type.Literal('pending'),
  Type.Literal('sent'),
  Type.Literal('rejected'),
  Type.Literal('withdrawn'),
  Type.Literal('untold'),
]);
export type DeliveryState = Static<typeof DeliveryState>;

/** One attempt to send a message. */
export const DeliveryTry = Type.Object({
  at: Timestamp,
  /** The receiver's HTTP status; null where no answer came. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  /** Until the answer, or until none was awaited any more; null when nothing was sent. */
  latencyMs: Type.Union([Type.Integer(), Type.Null()]),
  /** Why the message was not delivered, without the URL; null when it was. */
  error: NullableText,
});
export type DeliveryTry = Static<typeof DeliveryTry>;

/** What is told of every message, or of why there was none. */
export const deliveryFields = {
  id: Type.String(),
  /** Null where a monitor has no channel to tell. */
  channel: NullableText,
  state: DeliveryState,
  createdAt: Timestamp,
  attempts: Type.Integer(),
  /** Null unless it still waits. */
  nextAttemptAt: NullableTimestamp,
  sentAt: NullableTimestamp,
  /** What went wrong at the last attempt, without the URL. */
  lastError: NullableText,
  /** Every attempt, in order. */
  tries: Type.Array(DeliveryTry),
  /** Why it waits, was taken back or was never written, in one word; null when nothing held it up. */
  reason: NullableText,
  /** The same in a sentence. */
  note: NullableText,
  /** The message that told of it among others; null when it had one of its own. */
  digestId: NullableText,
  /** How often the same was decided, and when last. */
  times: Type.Integer(),
  lastAt: Timestamp,
};
