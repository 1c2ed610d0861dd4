import { isObject } from '../patch/merge-patch.ts';
import type { Checks } from './checks.ts';

/** Lists in the status of built-in kinds that this server reads. */
const LISTS = ['conditions', 'containerStatuses', 'initContainerStatuses'];

/** A status of a built-in kind may say anything, in the shape that readers rely on. */
export function validateStatus(checks: Checks, status: unknown): void {
  if (status === undefined || status === null) return;
  if (!isObject(status)) return checks.invalid('status', status, 'must be an object');
  for (const field of LISTS) {
    const list = status[field];
    if (list === undefined || list === null) continue;
    const isList = Array.isArray(list) && list.every(isObject);
    if (!isList) checks.invalid(`status.${field}`, list, 'must be a list of objects');
  }
}
