/**
 * Of an insertion, or ids in a list: with a row's columns below SQLite's most parameters of a statement (32,766), and
 * done in a few ms.
 */
export const ROWS_PER_STATEMENT = 1_000;
