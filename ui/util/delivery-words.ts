import type { DeliveryState } from '../../src/api/contract/delivery.ts';

/** What became of a message, in the words of the dashboard. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  sent: 'Sent',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  untold: 'Not told',
};

export const DELIVERY_STATES = Object.keys(DELIVERY_WORDS) as readonly DeliveryState[];
