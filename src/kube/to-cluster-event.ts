import type { Event as KubeEvent } from 'kubernetes-types/core/v1.js';
import type { CapturedEvent } from '../execution/evidence.ts';
import { type KubeObject, type Lenient, toInstant, toInteger, toText } from './kube-object.ts';

/** An event about an object of the cluster, not yet about a run. */
export type ClusterEvent = Omit<CapturedEvent, 'jobUid'>;

/**
 * Never throws. There are two generations of fields: older reporters count in `count`, `firstTimestamp`
 * and `lastTimestamp`, newer ones in `eventTime` and `series`.
 */
export function toClusterEvent(object: KubeObject): ClusterEvent {
  const event = object as Lenient<KubeEvent>;
  const { metadata, involvedObject, series } = event;
  const eventAt = toInstant(event.eventTime);
  return {
    eventUid: metadata?.uid ?? '',
    type: event.type === 'Warning' ? 'Warning' : 'Normal',
    reason: toText(event.reason) ?? '',
    message: toText(event.message) ?? '',
    objectKind: toText(involvedObject?.kind) ?? '',
    objectName: toText(involvedObject?.name) ?? '',
    count: toInteger(series?.count) ?? toInteger(event.count) ?? 1,
    firstAt: toInstant(event.firstTimestamp) ?? eventAt ?? toInstant(metadata?.creationTimestamp),
    lastAt: toInstant(series?.lastObservedTime) ?? toInstant(event.lastTimestamp) ?? eventAt,
  };
}
