import { SECOND } from '../lib/duration.ts';

/** A slot is not given up before the Job that was created for it had time to be told. */
export const GRACE_MS = 10 * SECOND;

/**
 * When it is certain of a slot that no run starts for it: the next one has come, or its deadline has passed, ten
 * seconds ago. Infinity when it never is.
 */
export function givenUpAt(
  slot: number,
  next: number | null,
  { startingDeadlineSeconds }: { readonly startingDeadlineSeconds: number | null },
): number {
  const deadline = startingDeadlineSeconds === null ? Infinity : slot + startingDeadlineSeconds * SECOND;
  return Math.min(next ?? Infinity, deadline) + GRACE_MS;
}
