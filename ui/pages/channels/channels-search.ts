import type { DeliveryState } from '../../../src/api/contract/delivery.ts';
import { DELIVERY_STATES } from '../../util/delivery-words.ts';
import { oneOf, textOf } from '../../util/search-params.ts';

/** Everything that the reader has chosen on the channels page. */
export interface ChannelsSearch {
  /** The channel that is open in the drawer. */
  readonly channel?: string | undefined;
  /** Of its messages those in this state; all when undefined. */
  readonly state?: DeliveryState | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toChannelsSearch(search: Readonly<Record<string, unknown>>): ChannelsSearch {
  return { channel: textOf(search['channel']), state: oneOf(DELIVERY_STATES, search['state']) };
}
