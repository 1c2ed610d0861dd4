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

for (const [name, text] of crdFiles()) {
  test(`no rule of ${name} reads a field that may be absent, which the API server refuses of a default`, () => {
    const root = parse(text).spec.versions[0].schema.openAPIV3Schema;
    assert.deepEqual(unguardedFields(root, ''), []);
  });
}

/** A default is held against the rules as it stands, without the defaults of its fields. */
function unguardedFields(node: Node, path: string): readonly string[] {
  const { default: given, required = [] } = node;
  const rules = given === undefined ? [] : (node['x-kubernetes-validations'] ?? []);
  const own = rules.flatMap(({ rule }) =>
    [...rule.matchAll(/self\.(\w+)/g)]
      .map(([, field]) => field!)
      .filter((field) => !required.includes(field) && !rule.includes(`has(self.${field})`))
      .map((field) => `${path}: ${field} in ${rule}`),
  );
  return [...own, ...childrenOf(node).flatMap(([at, child]) => unguardedFields(child, path + at))];
}

interface Node {
  readonly type?: string;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string }[];
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
  return [...own, ...childrenOf(node).flatMap(([at, child]) => problemsOf(child, path + at))];
}

function childrenOf({ properties = {}, items }: Node): readonly (readonly [at: string, child: Node])[] {
  const fields = Object.entries(properties).map(([name, child]) => [`.${name}`, child] as const);
  return items === undefined ? fields : [...fields, ['[]', items]];
}
