import type { SuggestedFixTest } from '../../../src/api/contract/suggested-fix.ts';
import { yamlText } from '../../util/yaml-text.ts';

/** What stands in the fields of the tester, as it was typed. */
export interface PatternDraft {
  readonly exitCode: string;
  /** The exit code that the pattern asks for: `1`, or a range such as `1-125`. */
  readonly matchExitCode: string;
  readonly matchReason: string;
  readonly reasonPattern: string;
  readonly logPattern: string;
  readonly eventPattern: string;
  readonly suggestion: string;
  readonly reason: string;
  readonly log: string;
  readonly events: string;
}

/** An example that fits, so that the first look shows what the tester does. */
export const EXAMPLE: PatternDraft = {
  exitCode: '1',
  reason: 'Error',
  log: 'connecting to db.internal:5432\nerror: too many connections for role "batch"',
  events: '',
  matchExitCode: '',
  matchReason: '',
  reasonPattern: '',
  logPattern: 'too many connections',
  eventPattern: '',
  suggestion:
    'The database has no connection left for {{ .CronJobName }}. Lower its parallelism, or raise the limit of its role.',
};

/** Why a draft cannot be sent, in the field that it is about. */
export type DraftProblems = Partial<Record<'exitCode' | 'matchExitCode', string>>;

type Match = NonNullable<SuggestedFixTest['pattern']>['match'];

/**
 * The request that a draft makes, on the facts of a recorded run where one is given: then a field that
 * is empty leaves the run's own. Numbers that are none are told as problems and left out.
 */
export function toRequest(
  draft: PatternDraft,
  executionId: string | undefined,
): { readonly request: SuggestedFixTest; readonly problems: DraftProblems } {
  const exitCode = toExitCode(draft.exitCode);
  const range = toRange(draft.matchExitCode);
  const problems: DraftProblems = {
    ...(exitCode === null && { exitCode: 'Give a whole number from -1 to 255.' }),
    ...(range === null && { matchExitCode: 'Give a number such as 1, or a range such as 1-125.' }),
  };
  const pattern = toPattern(draft);
  const given = (text: string) => (executionId === undefined || text !== '' ? text : undefined);
  const facts = { reason: given(draft.reason), log: given(draft.log), events: given(draft.events) };
  return {
    problems,
    request: {
      ...(executionId !== undefined && { executionId }),
      ...(exitCode !== undefined && exitCode !== null && { exitCode }),
      ...(facts.reason !== undefined && { reason: facts.reason }),
      ...(facts.log !== undefined && { log: facts.log }),
      ...(facts.events !== undefined && { events: facts.events }),
      ...(pattern !== null && { pattern }),
    },
  };
}

/** The pattern as a monitor's spec has it, to be copied; null while it has no condition. */
export function patternYaml(draft: PatternDraft): string | null {
  const pattern = toPattern(draft);
  return pattern && yamlText({ suggestedFixPatterns: [pattern] });
}

/** Null while there is no condition or no suggestion: then the built-in fixes alone are tried. */
function toPattern(draft: PatternDraft): NonNullable<SuggestedFixTest['pattern']> | null {
  const match: Match = {
    ...toRange(draft.matchExitCode),
    ...(draft.matchReason && { reason: draft.matchReason }),
    ...(draft.reasonPattern && { reasonPattern: draft.reasonPattern }),
    ...(draft.logPattern && { logPattern: draft.logPattern }),
    ...(draft.eventPattern && { eventPattern: draft.eventPattern }),
  };
  if (Object.keys(match).length === 0 || draft.suggestion === '') return null;
  return { name: 'my-pattern', match, suggestion: draft.suggestion };
}

/** Undefined where nothing is given, null for what is no exit code. */
function toExitCode(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const code = /^-?\d{1,3}$/.test(trimmed) ? Number(trimmed) : 256;
  return code >= -1 && code <= 255 ? code : null;
}

function toRange(text: string): Pick<Match, 'exitCode' | 'exitCodeRange'> | null {
  const parts = /^\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*$/.exec(text);
  if (text.trim() === '') return {};
  if (parts === null || Number(parts[1]) > 255 || Number(parts[2] ?? 0) > 255) return null;
  return parts[2] === undefined
    ? { exitCode: Number(parts[1]) }
    : { exitCodeRange: { min: Number(parts[1]), max: Number(parts[2]) } };
}
