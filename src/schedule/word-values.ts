import type { FieldSet } from './schedule.ts';

// How the values of a cron field are put into words.

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** By number: January is 1. */
export const MONTHS = [
  '',
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The values that a field names, in order. */
export function valuesOf({ values }: FieldSet): readonly number[] {
  return [...values.keys()].filter((value) => values[value] === 1);
}

/** Whether a field whose lowest value is `lowest` names all of its values. */
export function isFull({ values }: FieldSet, lowest: number): boolean {
  return !values.subarray(lowest).includes(0);
}

/** The distance between values that follow each other evenly round the whole circle; null when they do not. */
export function evenStep(values: readonly number[], circle: number): number | null {
  const step = circle / values.length;
  if (values.length < 2 || !Number.isInteger(step)) return null;
  return values.every((value, index) => value === values[0]! + index * step) ? step : null;
}

/** The first and last of each unbroken run of values. */
export function runsOf(values: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run?.[1] === value - 1) run[1] = value;
    else runs.push([value, value]);
  }
  return runs;
}

/** Each value by its name, three and more in a row as `Monday to Friday`. */
export function spans(values: readonly number[], name: (value: number) => string): readonly string[] {
  return runsOf(values).flatMap(([first, last]) => {
    if (last - first >= 2) return [`${name(first)} to ${name(last)}`];
    return first === last ? [name(first)] : [name(first), name(last)];
  });
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(parts: readonly string[], conjunction: 'and' | 'or'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${conjunction} ${parts.at(-1)}`;
}
