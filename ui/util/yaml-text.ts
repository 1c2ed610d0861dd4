/** Texts that mean something else in YAML unless they are quoted. */
const PLAIN = /^[A-Za-z_/][\w./-]*( [\w./-]+)*$/;
const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i;

/**
 * A JSON value as YAML, to read: block style, two spaces, keys in their order, texts of several lines
 * as blocks, and every text that could be taken for something else in quotes. Ends without a line break.
 */
export function yamlText(value: unknown): string {
  return linesOf(value).join('\n');
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap(itemLines);
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0) return entries.flatMap(([key, entry]) => entryLines(key, entry));
  }
  return [scalar(value)];
}

/** The first line of an item stands behind its dash. */
function itemLines(item: unknown): string[] {
  if (isBlock(item)) return ['- |-', ...indented(item.split('\n'))];
  const [first, ...rest] = linesOf(item);
  return [`- ${first}`, ...indented(rest)];
}

function entryLines(key: string, value: unknown): string[] {
  if (isBlock(value)) return [`${scalar(key)}: |-`, ...indented(value.split('\n'))];
  const lines = linesOf(value);
  const nested = (Array.isArray(value) && value.length > 0) || (isObject(value) && lines[0] !== '{}');
  return nested ? [`${scalar(key)}:`, ...indented(lines)] : [`${scalar(key)}: ${lines[0]}`];
}

/** A block loses line breaks at its ends, and cannot begin with spaces or hold control characters. */
function isBlock(value: unknown): value is string {
  return (
    typeof value === 'string' && value.includes('\n') && value.trim() === value && !/[^\P{Cc}\n]/u.test(value)
  );
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return '[]';
  if (isObject(value)) return '{}';
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  return PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
