/** Null is an empty cell. A number is written as it is; only text can be taken for a formula. */
export type CsvCell = string | number | null;

/** What spreadsheets take for the beginning of a formula, or skip before one. */
const FORMULA_START = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** Spreadsheets take no more for a cell, and begin another one with the rest: perhaps with a formula. */
const MOST_CELL_CHARS = 32_767;

/**
 * The rows as RFC 4180 writes them, each ended by CRLF. Text that a spreadsheet would run as a formula
 * gets a leading apostrophe: names and messages come from whoever may create a Job. NUL, at which readers
 * stop, is left out, and what no cell holds is cut off.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const seen = cell.replaceAll('\0', '');
  const guarded = FORMULA_START.test(seen) ? `'${seen}` : seen;
  const text = guarded.length > MOST_CELL_CHARS ? `${cut(guarded)}…` : guarded;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Room is left for the mark of the cut, which goes through no character of two halves. */
function cut(text: string): string {
  return text.slice(0, MOST_CELL_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '');
}
