import type { Alert } from '../../../src/api/contract/alert.ts';
import { durationText } from '../../util/duration.ts';

/** Where an alert stands: `active`, `acknowledged`, or `resolved after 20 m`. */
export function stateText(alert: Pick<Alert, 'createdAt' | 'resolvedAt' | 'acknowledgedAt'>): string {
  if (alert.resolvedAt !== null) {
    const seconds = (Date.parse(alert.resolvedAt) - Date.parse(alert.createdAt)) / 1_000;
    return `resolved after ${durationText(seconds)}`;
  }
  return alert.acknowledgedAt === null ? 'active' : 'acknowledged';
}
