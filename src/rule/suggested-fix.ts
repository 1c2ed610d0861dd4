import { builtInFits } from './built-in-fix.ts';
import { BUILT_IN_FIXES } from './built-in-fixes.ts';
import type { FailureFacts } from './failure-facts.ts';
import { type FixPattern, fixPatternText } from './fix-pattern.ts';

/** A suggestion for one failure. */
export interface SuggestedFix {
  /** Of the pattern that fits. */
  readonly name: string;
  readonly source: FixSource;
  readonly text: string;
  /** Null for a built-in one: these come last, in an order of their own. */
  readonly priority: number | null;
}

/** Where a pattern stands: in a monitor, in a test of it that nobody has saved, or in here. */
export type FixSource =
  | { readonly kind: 'monitor'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'draft' }
  | { readonly kind: 'builtIn' };

/** Patterns that are tried before the built-in ones. */
export interface FixPatterns {
  readonly source: FixSource;
  readonly patterns: readonly FixPattern[];
}

/** What to do about a failure, with a command to begin with; null when nothing is known to help. */
export function suggestFix(facts: FailureFacts, own: readonly FixPatterns[]): SuggestedFix | null {
  for (const fix of fixesFor(facts, own)) return fix;
  return null;
}

/**
 * Every suggestion that fits, the best first: users' own by priority (the earlier given, where that is
 * equal), then the built-in ones. Looks no further than it is asked.
 */
export function* fixesFor(facts: FailureFacts, own: readonly FixPatterns[]): Generator<SuggestedFix, void> {
  for (const { source, pattern } of byPriority(own)) {
    if (!pattern.conditions.every((condition) => condition.holds(facts))) continue;
    const { name, priority } = pattern;
    yield { name, source, text: fixPatternText(pattern, facts), priority };
  }
  for (const fix of BUILT_IN_FIXES) {
    if (!builtInFits(fix, facts)) continue;
    yield { name: fix.name, source: { kind: 'builtIn' }, text: fix.suggestion(facts), priority: null };
  }
}

function byPriority(
  own: readonly FixPatterns[],
): readonly { readonly source: FixSource; readonly pattern: FixPattern }[] {
  return own
    .flatMap(({ source, patterns }) => patterns.map((pattern) => ({ source, pattern })))
    .sort((a, b) => b.pattern.priority - a.pattern.priority);
}
