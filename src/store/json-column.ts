/**
 * The value of a `_json` column, of the type that its writer gave it. Only this service writes them,
 * so that a text that does not parse is damage and throws.
 */
export function fromJsonColumn(text: string): unknown {
  return JSON.parse(text);
}

/** 0 or 1, as flags are stored. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}
