/** What SQLite stores and returns. Booleans travel as 0 and 1, instants as ms, JSON as text. */
export type SqlValue = string | number | bigint | null;

/**
 * Which of the worker's two connections runs a statement. `write` is the only one that may change
 * anything; `read` sees the last commit and is not disturbed by a transaction open on the other.
 * `transaction` is `write` for a statement that is refused when no transaction is open: it may be sent
 * before its `begin` is known to have worked.
 */
export type Lane = 'read' | 'write' | 'transaction';

export interface StatementRequest {
  readonly lane: Lane;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Columns once and rows as arrays: a third of the cost of an object a row. */
export interface StatementRows {
  readonly kind: 'rows';
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface StatementChange {
  readonly kind: 'change';
  readonly changes: number;
}

export interface StatementError {
  readonly kind: 'error';
  /** As node:sqlite threw it; its stack leads to the line of the worker. */
  readonly error: Error;
}

export type StatementResult = StatementRows | StatementChange | StatementError;

/** Main to worker. Results come back in the order of the statements, one message for one batch. */
export type WorkerRequest =
  | { readonly kind: 'batch'; readonly statements: readonly StatementRequest[] }
  | { readonly kind: 'close' };

/** Worker to main. */
export type WorkerReply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'batch'; readonly results: readonly StatementResult[] }
  | { readonly kind: 'closed' };

/** What the worker is started with. */
export interface WorkerOptions {
  /** A file, or `:memory:`, where both lanes are one connection. */
  readonly path: string;
}
