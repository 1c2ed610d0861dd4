import type { FieldError } from '../status-errors.ts';

/** A user's JSON before it has been checked. */
// oxlint-disable-next-line typescript/no-explicit-any -- any shape may come
export type Unchecked = any;

/** Collects what is wrong with an object, in the words of the real API server. */
export class Checks {
  readonly errors: FieldError[] = [];

  required(field: string, detail = ''): void {
    const message = detail === '' ? 'Required value' : `Required value: ${detail}`;
    this.errors.push({ reason: 'FieldValueRequired', field, message });
  }

  invalid(field: string, value: unknown, detail: string): void {
    const message = `Invalid value: ${JSON.stringify(value)}: ${detail}`;
    this.errors.push({ reason: 'FieldValueInvalid', field, message });
  }

  /** The value must be one of a few texts. */
  oneOf(field: string, value: unknown, supported: readonly string[]): void {
    if (supported.includes(value as string)) return;
    const list = supported.map((each) => JSON.stringify(each)).join(', ');
    const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`;
    this.errors.push({ reason: 'FieldValueNotSupported', field, message });
  }

  /** The value, when given, must be a whole number of at least `least`. */
  atLeast(field: string, value: unknown, least: number): void {
    if (value === undefined || value === null) return;
    if (!Number.isInteger(value)) this.invalid(field, value, 'must be an integer');
    else if ((value as number) < least) {
      this.invalid(field, value, `must be greater than or equal to ${least}`);
    }
  }

  immutable(field: string, value: unknown): void {
    this.invalid(field, value, 'field is immutable');
  }

  add(errors: readonly FieldError[]): void {
    this.errors.push(...errors);
  }
}
