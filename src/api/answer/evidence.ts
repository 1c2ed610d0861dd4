import type { CapturedEvent, CapturedLog } from '../../execution/evidence.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type * as contract from '../contract/evidence.ts';
import { toNullableTimestamp } from './timestamp.ts';

/** The log without the ids that only the cluster understands. */
export function toCapturedLog(log: CapturedLog): contract.CapturedLog {
  return {
    podName: log.podName,
    container: log.container,
    restartCount: log.restartCount,
    text: log.text,
    truncated: log.truncated,
    capturedAt: formatTimestamp(log.capturedAt),
  };
}

/** The event without the ids that only the cluster understands. */
export function toCapturedEvent(event: CapturedEvent): contract.CapturedEvent {
  return {
    type: event.type,
    reason: event.reason,
    message: event.message,
    objectKind: event.objectKind,
    objectName: event.objectName,
    count: event.count,
    firstAt: toNullableTimestamp(event.firstAt),
    lastAt: toNullableTimestamp(event.lastAt),
  };
}
