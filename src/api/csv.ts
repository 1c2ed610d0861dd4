/** Null is an empty cell. A number is written as it is; only text can be taken for a formula. */
export type CsvCell = string | number | null;

/** What spreadsheets take for the beginning of a formula, or skip before one. */
const FORMULA_START = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * The rows as RFC 4180 writes them, each ended by CRLF. Text that a spreadsheet would run as a formula
 * gets a leading apostrophe: names and messages come from whoever may create a Job.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
