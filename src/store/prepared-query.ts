import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { SqlValue } from './sqlite-protocol.ts';

/**
 * Builds a query whose values come later: `value('name')` stands for the one of that name. A module's
 * constant, because it is told apart by identity.
 */
export type QueryShape<Values, Row> = (
  db: Kysely<Schema>,
  value: <Name extends keyof Values>(name: Name) => Values[Name],
) => Compilable<Row>;

/** A bound query, with the name of its shape: a server that plans each statement can keep the plan under it. */
export type PreparedQuery = CompiledQuery & { readonly name: string };

class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Compiles each shape once for a database. Building and compiling a query takes longer than SQLite takes to run most of
 * them: too much for what is asked or written thousands of times a second.
 */
export class PreparedQueries {
  readonly #compiled = new Map<unknown, PreparedQuery>();

  /** The query of `shape` with these values; `db` names the dialect and is not asked anything. */
  bind<Values extends Readonly<Record<keyof Values, SqlValue>>, Row>(
    db: Kysely<Schema>,
    shape: QueryShape<Values, Row>,
    values: Values,
  ): CompiledQuery<Row> {
    const compiled = this.#compile(db, shape);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return { ...compiled, parameters };
  }

  #compile<Values, Row>(db: Kysely<Schema>, shape: QueryShape<Values, Row>): PreparedQuery {
    const known = this.#compiled.get(shape);
    if (known !== undefined) return known;
    const query = shape(db, (name) => new Placeholder(name) as never).compile();
    const compiled = { ...query, name: `punctual_${this.#compiled.size}` };
    this.#compiled.set(shape, compiled);
    return compiled;
  }
}
