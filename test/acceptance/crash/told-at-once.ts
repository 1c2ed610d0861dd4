import { channel, type Manifest, monitor } from '../manifests.ts';

/** Every alert has a message of its own, by whose key it can be told whether it was sent. */
const NO_LIMIT = { burstLimit: 100_000, maxAlertsPerHour: 10_000_000 };

/** A channel and a monitor by which every alarm and every end is told at once. */
export function toldAtOnce(receiverUrl: string): readonly Manifest[] {
  return [
    ...channel('hook', 'webhook', receiverUrl, { rateLimiting: NO_LIMIT }),
    monitor('all', [], { alerting: { channelRefs: [{ name: 'hook' }], suppressDuplicatesFor: '0s' } }),
  ];
}
