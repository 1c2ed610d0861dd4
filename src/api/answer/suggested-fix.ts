import type * as rule from '../../rule/built-in-fix.ts';
import { UNKNOWN_FAILURE } from '../../rule/failure-facts.ts';
import type { SuggestedFix } from '../../rule/suggested-fix.ts';
import type { BuiltInFix, MatchingFix } from '../contract/suggested-fix.ts';

/** A built-in fix as lists show it. */
export function toBuiltInFix(fix: rule.BuiltInFix): BuiltInFix {
  return {
    name: fix.name,
    reasons: [...(fix.reasons ?? [])],
    exitCodes: [...(fix.exitCodes ?? [])],
    signals: [...(fix.signals ?? [])],
    logPattern: toPatternText(fix.log),
    eventPattern: toPatternText(fix.events),
    suggestion: fix.suggestion(UNKNOWN_FAILURE),
  };
}

/** As a monitor's pattern would spell it. */
function toPatternText(pattern: RegExp | undefined): string | null {
  if (pattern === undefined) return null;
  return pattern.ignoreCase ? `(?i)${pattern.source}` : pattern.source;
}

/** A suggestion with the pattern that made it. */
export function toMatchingFix({ name, source, priority, text }: SuggestedFix): MatchingFix {
  const monitor = source.kind === 'monitor' ? { namespace: source.namespace, name: source.name } : null;
  return { name, source: source.kind, monitor, priority, suggestion: text };
}
