import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../src/api/contract');

/** What the contract's sources say beside their schemas: of a schema by its name, of a field by `Schema.field`. */
export type Comments = ReadonlyMap<string, string>;

/** A doc comment and the constant or the field below it; a constant or a field without one. */
const DECLARATION = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?(?:\n(?:export )?const (\w+) = |\n {2,}(\w+): )/g;

/**
 * The doc comments of `src/api/contract`. Fields that schemas of a file share (`const shared`) are told
 * for each schema of it that says nothing of its own.
 */
export function readContractComments(): Comments {
  const comments = new Map<string, string>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))) {
    readComments(readFileSync(join(FOLDER, file), 'utf8'), comments);
  }
  return comments;
}

function readComments(source: string, comments: Map<string, string>): void {
  const shared = new Map<string, string>();
  let schema = '';
  for (const [, comment, constant, field] of source.matchAll(DECLARATION)) {
    if (constant !== undefined) schema = constant;
    if (comment === undefined) continue;
    const text = comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();
    if (field === undefined) comments.set(schema, text);
    else if (schema === 'shared') shared.set(field, text);
    else comments.set(`${schema}.${field}`, text);
  }
  for (const [, name] of source.matchAll(/export const (\w+) = /g)) {
    for (const [field, text] of shared) {
      if (!comments.has(`${name}.${field}`)) comments.set(`${name}.${field}`, text);
    }
  }
}
