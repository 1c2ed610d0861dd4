import { parseIndexes } from './index-set.ts';

export interface SuccessPolicy {
  readonly rules: readonly { readonly succeededIndexes?: string; readonly succeededCount?: number }[];
}

/**
 * The message of the first rule of an Indexed Job's success policy that the succeeded indexes meet;
 * null when none does. Follows pkg/controller/job/success_policy.go.
 */
export function matchSuccessPolicy(
  policy: SuccessPolicy | null,
  completions: number,
  succeeded: ReadonlySet<number>,
): string | null {
  if (succeeded.size === 0) return null;
  const met = (policy?.rules ?? []).findIndex((rule) => meets(rule, completions, succeeded));
  return met === -1 ? null : `Matched rules at index ${met}`;
}

function meets(
  rule: SuccessPolicy['rules'][number],
  completions: number,
  succeeded: ReadonlySet<number>,
): boolean {
  if (rule.succeededIndexes === undefined) return succeeded.size >= (rule.succeededCount ?? Infinity);
  const required = parseIndexes(rule.succeededIndexes, completions);
  if (required.size === 0) return false;
  const reached = required.intersection(succeeded).size;
  return reached === required.size || reached >= (rule.succeededCount ?? Infinity);
}
