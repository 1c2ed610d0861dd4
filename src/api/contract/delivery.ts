import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { nullable } from './nullable.ts';
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
  at: about('When it ended.', Timestamp),
  status: about("The receiver's HTTP status; null where no answer came.", nullable(Type.Integer())),
  latencyMs: about(
    'Until the answer, or until none was awaited any more; null when nothing was sent.',
    nullable(Type.Integer()),
  ),
  error: about('Why the message was not delivered, without the URL; null when it was.', NullableText),
});
export type DeliveryTry = Static<typeof DeliveryTry>;

/** What is told of every message, or of why there was none. */
export const deliveryFields = {
  id: about('The `Idempotency-Key` of the message.', Type.String()),
  channel: about('Null where a monitor has no channel to tell.', NullableText),
  state: about('`withdrawn`: taken back before it was sent; `untold`: never written.', DeliveryState),
  createdAt: about('When it was decided.', Timestamp),
  attempts: about('How often it was tried to send it.', Type.Integer()),
  nextAttemptAt: about('Null unless it still waits.', NullableTimestamp),
  sentAt: about('When the receiver took it; null while it has not.', NullableTimestamp),
  lastError: about('What went wrong at the last attempt, without the URL.', NullableText),
  tries: about('Every attempt, in order.', Type.Array(DeliveryTry)),
  reason: about(
    'Why it waits, was taken back or was never written, in one word; null when nothing held it up.',
    NullableText,
  ),
  note: about('The same in a sentence.', NullableText),
  digestId: about('The message that told of it among others; null when it had one of its own.', NullableText),
  times: about('How often the same was decided.', Type.Integer()),
  lastAt: about('When the same was last decided.', Timestamp),
};
