import type { Insertable, Selectable } from 'kysely';
import type {
  Delivery,
  DeliveryEvent,
  Digest,
  DigestContext,
  HoldReason,
  MessageContext,
  OutboxMessage,
  UntoldReason,
  Why,
} from '../alert/delivery.ts';
import type { DeliveryTry, LedgerEntry, UntoldEntry } from '../alert/ledger.ts';
import { fromJsonColumn } from './json-column.ts';
import type { DeliveriesTable } from './schema.ts';

type Row = Selectable<DeliveriesTable>;

/** What is in the outbox, by its row. */
export function toMessage(row: Row): OutboxMessage {
  return row.event === 'digest' ? toDigest(row) : toDelivery(row);
}

/** The message of one alert, by its row. */
export function toDelivery(row: Row): Delivery {
  return {
    ...shared(row),
    alertId: row.alert_id,
    event: row.event as DeliveryEvent,
    context: fromJsonColumn(row.context_json) as MessageContext,
    state: row.state as Delivery['state'],
    heldUntil: row.held_until,
    why: toWhy(row),
    commonCause: row.common_cause,
  };
}

/** What the ledger of an alert says, by its row. */
export function toLedgerEntry(row: Row): LedgerEntry {
  return {
    ...shared(row),
    alertId: row.alert_id,
    channel: row.channel === '' ? null : row.channel,
    event: row.event as DeliveryEvent,
    context: fromJsonColumn(row.context_json) as MessageContext | null,
    state: row.state as LedgerEntry['state'],
    heldUntil: row.held_until,
    why: toWhy(row),
    digestId: row.digest_id,
    times: row.times,
    lastAt: row.last_at ?? row.created_at,
    tries: toTries(row.tries),
  };
}

export function fromDelivery(delivery: Delivery): Insertable<DeliveriesTable> {
  return {
    ...fromMessage(delivery),
    alert_id: delivery.alertId,
    held_until: delivery.heldUntil,
    reason: delivery.why?.reason ?? null,
    note: delivery.why?.note ?? null,
    common_cause: delivery.commonCause,
  };
}

export function fromDigest(digest: Digest): Insertable<DeliveriesTable> {
  return { ...fromMessage(digest), alert_id: digest.id, common_cause: digest.context.commonCause };
}

/** A row that is no message: it was settled when it was written. */
export function fromUntold(untold: UntoldEntry): Insertable<DeliveriesTable> {
  return {
    id: untold.id,
    alert_id: untold.alertId,
    channel: untold.channel ?? '',
    event: untold.event,
    context_json: 'null',
    created_at: untold.at,
    state: 'untold',
    next_attempt_at: untold.at,
    attempts: 0,
    reason: untold.why.reason,
    note: untold.why.note,
    last_at: untold.at,
  };
}

function toDigest(row: Row): Digest {
  return {
    ...shared(row),
    event: 'digest',
    context: fromJsonColumn(row.context_json) as DigestContext,
    state: row.state as Digest['state'],
  };
}

function shared(row: Row) {
  return {
    id: row.id,
    channel: row.channel,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts,
    sentAt: row.sent_at,
    lastError: row.last_error,
  };
}

function fromMessage(message: OutboxMessage) {
  return {
    id: message.id,
    channel: message.channel,
    event: message.event,
    context_json: JSON.stringify(message.context),
    created_at: message.createdAt,
    state: message.state,
    next_attempt_at: message.nextAttemptAt,
    attempts: message.attempts,
    sent_at: message.sentAt,
    last_error: message.lastError,
  };
}

/** As `fromTry` wrote them, one after another. */
export function toTries(tries: string): readonly DeliveryTry[] {
  return JSON.parse(`[${tries}]`) as readonly DeliveryTry[];
}

/** One attempt, to be added to those before it with a comma. */
export function fromTry({ at, status, latencyMs, error }: DeliveryTry): string {
  return JSON.stringify({ at, status, latencyMs: latencyMs === null ? null : Math.round(latencyMs), error });
}

/** Why a row waits, was taken back or was never written; null when nothing held it up. */
export function toWhy({ reason, note }: Pick<Row, 'reason' | 'note'>): Why | null {
  return reason === null ? null : { reason: reason as HoldReason | UntoldReason, note: note ?? '' };
}
