import type { AlertDelivery } from '../../../src/api/contract/alert.ts';
import { Card } from '../../ui/Card.tsx';
import { DeliveryList } from '../../ui/DeliveryList.tsx';

/** The trail of every message about an alert, and why a channel was not told. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly AlertDelivery[] }) {
  return (
    <Card title="Messages">
      <AlertDeliveries deliveries={deliveries} />
    </Card>
  );
}

/** The same without a frame. */
export function AlertDeliveries({ deliveries }: { readonly deliveries: readonly AlertDelivery[] }) {
  if (deliveries.length === 0) return <p className="p-3 text-mute">No message was due.</p>;
  return <DeliveryList deliveries={deliveries} subject={toWhom} />;
}

function toWhom({ channel }: AlertDelivery) {
  if (channel === null) return null;
  return (
    <>
      to <strong className="font-medium">{channel}</strong>
    </>
  );
}
