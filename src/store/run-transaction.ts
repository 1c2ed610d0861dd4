import { type CompiledQuery, type Dialect, Kysely } from 'kysely';
import type { Session } from './database.ts';
import type { Schema } from './schema.ts';
import { TransactionStatements } from './transaction-statements.ts';

/** A connection on which a transaction begins, and on which nothing else is sent. */
export interface OpenTransaction<Result> {
  /** Rejects where it cannot begin: what was sent meanwhile is then refused. */
  readonly begun: Promise<unknown>;
  send(query: CompiledQuery): Promise<Result>;
  /** Rejects where nobody knows that it was committed. */
  commit(): Promise<void>;
  /** Leaves nothing of the transaction, whatever state it is in; never rejects. */
  rollBack(): Promise<void>;
}

/** What all sessions of a database have in common, and how statements are made for it. */
export interface SessionKind<Result> extends Pick<Session, 'type' | 'prepared' | 'percentile'> {
  readonly dialect: (run: (query: CompiledQuery) => Promise<Result>) => Dialect;
}

/** Commits what `fn` did through its session; when it throws or any of its statements failed, nothing, and throws. */
export async function runTransaction<Result, T>(
  transaction: OpenTransaction<Result>,
  kind: SessionKind<Result>,
  fn: (session: Session) => Promise<T>,
): Promise<T> {
  const statements = new TransactionStatements((query) => transaction.send(query));
  try {
    const [, value] = await Promise.all([transaction.begun, fn(sessionOf(statements, kind))]);
    await statements.end();
    await transaction.commit();
    return value;
  } catch (error) {
    await statements.end().catch(() => undefined);
    await transaction.rollBack();
    throw error;
  }
}

function sessionOf<Result>(
  statements: TransactionStatements<Result>,
  { dialect, type, prepared, percentile }: SessionKind<Result>,
): Session {
  const session: Session = {
    type,
    db: new Kysely<Schema>({ dialect: dialect((query) => statements.run(query)) }),
    prepared,
    atomically: (fn) => fn(session),
    percentile,
  };
  return session;
}
