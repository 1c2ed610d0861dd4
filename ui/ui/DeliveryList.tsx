import { BellOff, CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChannelDelivery } from '../../src/api/contract/channel.ts';
import { DELIVERY_WORDS } from '../util/delivery-words.ts';
import { counted } from '../util/number.ts';
import { Time } from './Time.tsx';

/** What the ledgers of an alert and of a channel tell alike. */
type Delivery = Omit<ChannelDelivery, 'title' | 'alert' | 'alertCount'>;

const EVENTS: Readonly<Record<Delivery['event'], string>> = {
  firing: 'Alert',
  resolved: 'Recovery',
  test: 'Test',
  digest: 'Digest',
};
const LOOKS: Readonly<Record<Delivery['state'], { readonly icon: LucideIcon; readonly color: string }>> = {
  pending: { icon: Clock, color: 'text-warn' },
  sent: { icon: CircleCheck, color: 'text-ok' },
  rejected: { icon: CircleX, color: 'text-bad' },
  withdrawn: { icon: CircleSlash, color: 'text-mute' },
  untold: { icon: BellOff, color: 'text-mute' },
};

/** Messages, and why others were not written. `subject` says after each one's kind whom or what it is about. */
export function DeliveryList<Item extends Delivery>(props: {
  readonly deliveries: readonly Item[];
  readonly subject: (delivery: Item) => ReactNode;
}) {
  return (
    <ul>
      {props.deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} subject={props.subject(delivery)} />
      ))}
    </ul>
  );
}

function DeliveryItem({ delivery, subject }: { readonly delivery: Delivery; readonly subject: ReactNode }) {
  const { icon: Icon, color } = LOOKS[delivery.state];
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className={`inline-flex items-center gap-1.5 ${color}`}>
          <Icon size={14} aria-hidden />
          {DELIVERY_WORDS[delivery.state]}
        </span>
        <span className="min-w-0 break-words">
          {EVENTS[delivery.event]} {subject}
        </span>
        <span className="ml-auto text-xs text-mute">
          <Time at={delivery.sentAt ?? delivery.lastAt} />
        </span>
      </div>
      {delivery.note !== null && (
        <p className="mt-0.5 text-xs break-words text-mute">
          {delivery.note}
          {delivery.times > 1 && ` (${counted(delivery.times, 'time')})`}
        </p>
      )}
      <Attempts delivery={delivery} />
    </li>
  );
}

/** How often it was tried and when it will be again, with the answer of each attempt on demand. */
function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const { tries, state, attempts, nextAttemptAt, lastError } = delivery;
  const summary = (
    <>
      {counted(attempts, 'attempt')}
      {nextAttemptAt !== null && (
        <>
          , next <Time at={nextAttemptAt} />
        </>
      )}
    </>
  );
  const underWay = state === 'pending' || state === 'rejected';
  return (
    <div className="mt-0.5 text-xs break-words text-mute">
      {tries.length > 0 ? (
        <details>
          <summary className="w-fit cursor-pointer">{summary}</summary>
          <ol className="mt-1 flex list-inside list-decimal flex-col gap-0.5">
            {tries.map((each) => (
              <li key={each.at}>
                <Time at={each.at} />: {answerText(each)}
              </li>
            ))}
          </ol>
        </details>
      ) : (
        underWay && <p>{summary}</p>
      )}
      {lastError !== null && <p>{lastError}</p>}
    </div>
  );
}

function answerText({ status, latencyMs, error }: Delivery['tries'][number]): string {
  const answer = error ?? `taken, HTTP ${status}`;
  return latencyMs === null ? answer : `${answer}, after ${latencyMs} ms`;
}
