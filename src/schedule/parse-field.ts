import type { FieldSet } from './schedule.ts';

/** One of the five fields: what it may hold. */
export interface FieldBounds {
  /** As a user calls it, in a reason. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Lower-case names beside the numbers. */
  readonly names: Readonly<Record<string, number>>;
}

export type ParsedField =
  | { readonly kind: 'field'; readonly field: FieldSet }
  | { readonly kind: 'invalid'; readonly reason: string };

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly star: boolean;
}

/** Thrown inside this file alone, to leave a nested part with its reason. */
class FieldProblem extends Error {}

/**
 * Reads one cron field exactly as robfig/cron's getField: lists, ranges, steps and names; empty
 * parts of a list are passed over, `5/15` means 5 to the maximum, and whatever follows `*-` is ignored.
 */
export function parseField(text: string, bounds: FieldBounds): ParsedField {
  try {
    const ranges = text
      .split(',')
      .filter((part) => part !== '')
      .map((part) => parseRange(part, bounds));
    return { kind: 'field', field: toFieldSet(ranges, bounds) };
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    return { kind: 'invalid', reason: `The ${bounds.label} field \`${text}\`: ${error.message}.` };
  }
}

function toFieldSet(ranges: readonly Range[], bounds: FieldBounds): FieldSet {
  const values = new Uint8Array(bounds.max + 1);
  for (const { from, to, step } of ranges) {
    for (let value = from; value <= to; value += step) values[value] = 1;
  }
  return { values, star: ranges.some(({ star }) => star) };
}

function parseRange(part: string, bounds: FieldBounds): Range {
  const [span = '', stepText, ...moreSteps] = part.split('/');
  if (moreSteps.length > 0) throw new FieldProblem(`\`${part}\` has more than one slash`);
  const step = stepText === undefined ? 1 : parseNumber(stepText);
  const { from, to, star } = parseSpan(span, stepText !== undefined, bounds);
  checkRange(part, { from, to, step }, bounds);
  return { from, to, step, star: star && step === 1 };
}

function parseSpan(span: string, stepped: boolean, bounds: FieldBounds): Omit<Range, 'step'> {
  const [low = '', high, ...more] = span.split('-');
  if (low === '*' || low === '?') return { from: bounds.min, to: bounds.max, star: true };
  if (more.length > 0) throw new FieldProblem(`\`${span}\` has more than one hyphen`);
  const from = parseValue(low, bounds);
  if (high !== undefined) return { from, to: parseValue(high, bounds), star: false };
  return { from, to: stepped ? bounds.max : from, star: false };
}

function checkRange(part: string, range: Omit<Range, 'star'>, { min, max }: FieldBounds): void {
  const { from, to, step } = range;
  if (from < min) throw new FieldProblem(`${from} is below the lowest value, ${min}`);
  if (to > max) throw new FieldProblem(`${to} is above the highest value, ${max}`);
  if (from > to) throw new FieldProblem(`the range \`${part}\` ends before it begins`);
  if (step === 0) throw new FieldProblem(`the step of \`${part}\` must be at least 1`);
}

function parseValue(text: string, { names }: FieldBounds): number {
  const name = text.toLowerCase();
  return Object.hasOwn(names, name) ? names[name]! : parseNumber(text);
}

/** As Go's strconv.Atoi reads it, without negative numbers. */
function parseNumber(text: string): number {
  if (/^\+?\d+$|^-0+$/.test(text)) return Math.abs(Number(text));
  throw new FieldProblem(text === '' ? 'a number is missing' : `\`${text}\` is not a number`);
}
