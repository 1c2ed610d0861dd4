import { BellOff, CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { AlertDelivery } from '../../../src/api/contract/alert.ts';
import { Card } from '../../ui/Card.tsx';
import { Time } from '../../ui/Time.tsx';
import { counted } from '../../util/number.ts';

const EVENTS: Readonly<Record<AlertDelivery['event'], string>> = {
  firing: 'Alert',
  resolved: 'Recovery',
  test: 'Test',
};
const STATES: Readonly<
  Record<AlertDelivery['state'], { readonly icon: LucideIcon; readonly color: string; readonly word: string }>
> = {
  pending: { icon: Clock, color: 'text-warn', word: 'Waiting' },
  sent: { icon: CircleCheck, color: 'text-ok', word: 'Sent' },
  rejected: { icon: CircleX, color: 'text-bad', word: 'Rejected' },
  withdrawn: { icon: CircleSlash, color: 'text-mute', word: 'Withdrawn' },
  untold: { icon: BellOff, color: 'text-mute', word: 'Not told' },
};

/** The trail of every message about an alert, and why a channel was not told. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly AlertDelivery[] }) {
  return (
    <Card title="Messages">
      <DeliveryList deliveries={deliveries} />
    </Card>
  );
}

/** The same without a frame. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly AlertDelivery[] }) {
  if (deliveries.length === 0) return <p className="p-3 text-mute">No message was due.</p>;
  return (
    <ul>
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  );
}

function DeliveryItem({ delivery }: { readonly delivery: AlertDelivery }) {
  const { icon: Icon, color, word } = STATES[delivery.state];
  const underWay = delivery.state === 'pending' || delivery.state === 'rejected';
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className={`inline-flex items-center gap-1.5 ${color}`}>
          <Icon size={14} aria-hidden />
          {word}
        </span>
        <span>
          {EVENTS[delivery.event]}
          {delivery.channel !== null && (
            <>
              {' '}
              to <strong className="font-medium">{delivery.channel}</strong>
            </>
          )}
        </span>
        <span className="ml-auto text-xs text-mute">
          <Time at={delivery.sentAt ?? delivery.lastAt} />
        </span>
      </p>
      {delivery.note !== null && (
        <p className="mt-0.5 text-xs break-words text-mute">
          {delivery.note}
          {delivery.times > 1 && ` (${counted(delivery.times, 'time')})`}
        </p>
      )}
      {underWay && (
        <p className="mt-0.5 text-xs text-mute">
          {counted(delivery.attempts, 'attempt')}
          {delivery.nextAttemptAt !== null && (
            <>
              , next <Time at={delivery.nextAttemptAt} />
            </>
          )}
        </p>
      )}
      {delivery.lastError !== null && <p className="text-xs break-words text-mute">{delivery.lastError}</p>}
    </li>
  );
}
