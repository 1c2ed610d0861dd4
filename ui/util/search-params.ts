/**
 * The query string as plain text values, so that addresses are short and can be typed by hand (the
 * router's own way would quote numbers and write JSON). Empty values are left out.
 */
export function stringifySearch(search: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries<string | undefined>({ ...search })) {
    if (value !== undefined && value !== '') parameters.set(name, value);
  }
  // A slash needs no escape in a query string.
  const text = parameters.toString().replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

/** The reverse: of a repeated name the last value. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The value when it is one of those allowed, else undefined: a broken address shows the page, not an error. */
export function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** The value when it names one of a namespace, as `namespace/name`, else undefined. */
export function qualifiedNameOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^[^/]+\/[^/]+$/.test(text) ? text : undefined;
}

/** The value when it is a day of the calendar, as `2026-11-21`, else undefined. */
export function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  // Some days that do not exist, such as 31 February, are read as one of the next month.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}

/** The value when it is a text that is not empty, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
