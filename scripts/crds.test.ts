import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { crdFiles } from './crds.ts';

const FOLDER = join(import.meta.dirname, '../deploy/crds');

test('the committed CRDs are those that the schemas give', () => {
  assert.deepEqual(readdirSync(FOLDER).sort(), [...crdFiles().keys()].sort());
  for (const [name, text] of crdFiles()) assert.equal(readFileSync(join(FOLDER, name), 'utf8'), text, name);
});

/** What a structural schema may hold, of what is used here. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'enum',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'maxItems',
  'pattern',
  'format',
  'x-kubernetes-validations',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
]);

for (const [name, text] of crdFiles()) {
  test(`every part of ${name} is typed, as the API server demands of a structural schema`, () => {
    const root = parse(text).spec.versions[0].schema.openAPIV3Schema;
    assert.deepEqual(problemsOf(root, ''), []);
  });
}

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly exclusiveMinimum?: unknown;
}

function problemsOf(node: Node, path: string): readonly string[] {
  const own = [
    ...(node.type === undefined ? [`${path} has no type`] : []),
    ...(typeof node.exclusiveMinimum === 'number' ? [`${path} has a numeric exclusiveMinimum`] : []),
    ...Object.keys(node)
      .filter((keyword) => !KEYWORDS.has(keyword))
      .map((keyword) => `${path} has ${keyword}`),
  ];
  const children = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    problemsOf(child, `${path}.${name}`),
  );
  return [...own, ...children, ...(node.items === undefined ? [] : problemsOf(node.items, `${path}[]`))];
}
