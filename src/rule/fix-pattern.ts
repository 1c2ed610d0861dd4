import { parseSearchPattern, type SearchPattern } from '../lib/search-pattern.ts';
import type { Template } from '../template/node.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { renderTemplate } from '../template/render-template.ts';
import type { ValueMap } from '../template/value.ts';
import type { FailureFacts } from './failure-facts.ts';
import type { FixPatternSource } from './monitor-schema.ts';

/** A suggested fix of a monitor's own, read once. */
export interface FixPattern {
  readonly name: string;
  /** Of several that fit, the highest is given. */
  readonly priority: number;
  /** They must all hold; at least one. */
  readonly conditions: readonly FixCondition[];
  readonly suggestion: Template;
}

export interface FixCondition {
  /** As the user wrote it below `match`. */
  readonly field: keyof FixPatternSource['match'];
  holds(facts: FailureFacts): boolean;
}

/** What a suggestion may name: `{{ .Namespace }}`. */
const VARIABLES = [
  'Namespace',
  'CronJobName',
  'JobName',
  'PodName',
  'Container',
  'ExitCode',
  'Reason',
] as const;
const VARIABLE_NAMES: ReadonlySet<string> = new Set(VARIABLES);

/** Is told of each problem, with the field below the pattern: `match.logPattern`. */
type Report = (field: string, message: string) => void;

/** Reads a pattern that fits its schema. Null when something is wrong with it, which `report` is told. */
export function readFixPattern(source: FixPatternSource, report: Report): FixPattern | null {
  let sound = true;
  const refuse: Report = (field, message) => {
    sound = false;
    report(field, message);
  };
  const { name, priority } = source;
  const conditions = readConditions(source.match, refuse);
  const suggestion = readSuggestion(source.suggestion, refuse);
  return sound && suggestion !== null ? { name, priority, conditions, suggestion } : null;
}

function readConditions(match: FixPatternSource['match'], report: Report): readonly FixCondition[] {
  if (Object.keys(match).length === 0) {
    report('match', 'must hold at least one condition, such as exitCode or logPattern');
  }
  const { exitCode, exitCodeRange, reason } = match;
  if (exitCodeRange !== undefined && exitCodeRange.min > exitCodeRange.max) {
    report('match.exitCodeRange', 'must not have min above max');
  }
  const reasonPattern = readPattern('reasonPattern', match, report);
  const logPattern = readPattern('logPattern', match, report);
  const eventPattern = readPattern('eventPattern', match, report);
  return [
    exitCode !== undefined && condition('exitCode', (facts) => facts.exitCode === exitCode),
    exitCodeRange !== undefined &&
      condition('exitCodeRange', (facts) => isWithin(facts.exitCode, exitCodeRange)),
    reason !== undefined && condition('reason', ({ reasons }) => reasons.includes(reason)),
    reasonPattern !== null &&
      condition('reasonPattern', ({ reasons }) => reasons.some((each) => reasonPattern.foundIn(each))),
    logPattern !== null && condition('logPattern', ({ log }) => logPattern.foundIn(log)),
    eventPattern !== null && condition('eventPattern', ({ events }) => eventPattern.foundIn(events)),
  ].filter((each) => each !== false);
}

function condition(field: FixCondition['field'], holds: FixCondition['holds']): FixCondition {
  return { field, holds };
}

function isWithin(exitCode: number | null, { min, max }: { min: number; max: number }): boolean {
  return exitCode !== null && exitCode >= min && exitCode <= max;
}

type PatternField = 'reasonPattern' | 'logPattern' | 'eventPattern';

function readPattern(
  field: PatternField,
  match: FixPatternSource['match'],
  report: Report,
): SearchPattern | null {
  const source = match[field];
  if (source === undefined) return null;
  const parsed = parseSearchPattern(source);
  if (parsed.kind === 'pattern') return parsed.pattern;
  report(`match.${field}`, `is no regular expression: ${parsed.reason}`);
  return null;
}

function readSuggestion(source: string, report: Report): Template | null {
  const parsed = parseTemplate(source, { variables: VARIABLE_NAMES });
  if (parsed.kind === 'template') return parsed.template;
  for (const { line, column, message } of parsed.problems) {
    report('suggestion', `line ${line}, column ${column}: ${message}`);
  }
  return null;
}

/** The suggestion with the failure's names in it; as it was written, where that is not possible. */
export function fixPatternText({ suggestion }: FixPattern, facts: FailureFacts): string {
  const rendered = renderTemplate(suggestion, toValues(facts));
  return rendered.kind === 'text' ? rendered.text : suggestion.source;
}

function toValues({ names, exitCode, reasons }: FailureFacts): ValueMap {
  return {
    Namespace: names.namespace,
    CronJobName: names.cronJob,
    JobName: names.job ?? '',
    PodName: names.pod ?? '',
    Container: names.container ?? '',
    ExitCode: exitCode === null ? null : BigInt(exitCode),
    Reason: reasons[0] ?? '',
  } satisfies Record<(typeof VARIABLES)[number], ValueMap[string]>;
}
