import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import { applyPatch, type ApplyOptions } from './apply.ts';
import { jsonPatch, JsonPatchError } from './json-patch.ts';
import { mergePatch } from './merge-patch.ts';
import { strategicMerge } from './strategic-merge.ts';

interface Case {
  readonly name: string;
  readonly target: unknown;
  readonly patch: unknown;
  readonly want: unknown;
}

function check(apply: (target: unknown, patch: unknown) => unknown, cases: readonly Case[]): void {
  for (const { name, target, patch, want } of cases) {
    test(name, () => {
      const before = structuredClone(target);
      assert.deepEqual(apply(target, patch), want);
      assert.deepEqual(target, before, 'the target was changed in place');
    });
  }
}

describe('a merge patch', () => {
  check(mergePatch, [
    {
      name: 'merges objects and replaces lists',
      target: { a: { b: 1, c: [1, 2] } },
      patch: { a: { c: [3] } },
      want: { a: { b: 1, c: [3] } },
    },
    {
      name: 'removes what is null',
      target: { a: 1, b: { c: 2 } },
      patch: { a: null, b: { c: null } },
      want: { b: {} },
    },
    {
      name: 'turns a scalar into an object without nulls',
      target: { a: 1 },
      patch: { a: { b: 2, c: null } },
      want: { a: { b: 2 } },
    },
  ]);
});

describe('a JSON patch', () => {
  check(jsonPatch, [
    {
      name: 'adds to objects and lists',
      target: { a: [1, 3] },
      patch: [
        { op: 'add', path: '/a/1', value: 2 },
        { op: 'add', path: '/a/-', value: 4 },
        { op: 'add', path: '/b', value: 5 },
      ],
      want: { a: [1, 2, 3, 4], b: 5 },
    },
    {
      name: 'removes, replaces, moves and copies',
      target: { a: 1, b: [1, 2], c: 3 },
      patch: [
        { op: 'remove', path: '/b/0' },
        { op: 'replace', path: '/a', value: 9 },
        { op: 'move', from: '/c', path: '/d' },
        { op: 'copy', from: '/a', path: '/e' },
      ],
      want: { a: 9, b: [2], d: 3, e: 9 },
    },
    {
      name: 'reads escaped keys',
      target: { 'a/b': { 'c~d': 1 } },
      patch: [
        { op: 'test', path: '/a~1b/c~0d', value: 1 },
        { op: 'remove', path: '/a~1b/c~0d' },
      ],
      want: { 'a/b': {} },
    },
  ]);

  const REFUSED: readonly { readonly name: string; readonly patch: unknown }[] = [
    { name: 'a test that fails', patch: [{ op: 'test', path: '/a', value: 2 }] },
    { name: 'the removal of nothing', patch: [{ op: 'remove', path: '/x' }] },
    { name: 'the replacement of nothing', patch: [{ op: 'replace', path: '/x', value: 1 }] },
    { name: 'a parent that is missing', patch: [{ op: 'add', path: '/x/y', value: 1 }] },
    { name: 'an index beyond the end', patch: [{ op: 'add', path: '/l/5', value: 1 }] },
    { name: 'an unknown operation', patch: [{ op: 'spin', path: '/a' }] },
    { name: 'what is no list', patch: { op: 'add' } },
  ];
  for (const { name, patch } of REFUSED) {
    test(`refuses ${name}`, () => assert.throws(() => jsonPatch({ a: 1, l: [] }, patch), JsonPatchError));
  }
});

describe('a strategic merge patch', () => {
  const two = {
    containers: [
      { name: 'a', image: 'x', env: [{ name: 'E', value: '1' }] },
      { name: 'b', image: 'y' },
    ],
  };
  check(strategicMerge, [
    {
      name: 'merges containers and their variables by name',
      target: two,
      patch: { containers: [{ name: 'a', image: 'z', env: [{ name: 'F', value: '2' }] }] },
      want: {
        containers: [
          {
            name: 'a',
            image: 'z',
            env: [
              { name: 'E', value: '1' },
              { name: 'F', value: '2' },
            ],
          },
          { name: 'b', image: 'y' },
        ],
      },
    },
    {
      name: 'deletes an item by its key',
      target: two,
      patch: { containers: [{ name: 'a', $patch: 'delete' }] },
      want: { containers: [{ name: 'b', image: 'y' }] },
    },
    {
      name: 'replaces a list on request',
      target: two,
      patch: { containers: [{ $patch: 'replace' }, { name: 'c' }] },
      want: { containers: [{ name: 'c' }] },
    },
    {
      name: 'replaces an object on request',
      target: { labels: { a: '1', b: '2' } },
      patch: { labels: { $patch: 'replace', c: '3' } },
      want: { labels: { c: '3' } },
    },
    {
      name: 'replaces lists without a key whole',
      target: { command: ['a', 'b'] },
      patch: { command: ['c'] },
      want: { command: ['c'] },
    },
    {
      name: 'merges conditions by type',
      target: { conditions: [{ type: 'Ready', status: 'False' }] },
      patch: { conditions: [{ type: 'Ready', status: 'True' }] },
      want: { conditions: [{ type: 'Ready', status: 'True' }] },
    },
    {
      name: 'merges owners by uid and finalizers as a set',
      target: { ownerReferences: [{ uid: '1' }], finalizers: ['a'] },
      patch: { ownerReferences: [{ uid: '2' }], finalizers: ['a', 'b'] },
      want: { ownerReferences: [{ uid: '1' }, { uid: '2' }], finalizers: ['a', 'b'] },
    },
    {
      name: 'takes items from a set',
      target: { finalizers: ['a', 'b'] },
      patch: { '$deleteFromPrimitiveList/finalizers': ['a'] },
      want: { finalizers: ['b'] },
    },
    {
      name: 'orders items as asked',
      target: two,
      patch: {
        '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
        containers: [{ name: 'b', image: 'q' }],
      },
      want: { containers: [{ name: 'b', image: 'q' }, two.containers[0]] },
    },
    {
      name: 'keeps only the keys that are to stay',
      target: { strategy: { type: 'A', a: 1 } },
      patch: { strategy: { $retainKeys: ['type'], type: 'B' } },
      want: { strategy: { type: 'B' } },
    },
    { name: 'removes what is null', target: { a: 1 }, patch: { a: null }, want: {} },
  ]);
});

describe('server-side apply', () => {
  const OPTIONS: ApplyOptions = {
    manager: 'me',
    time: '2026-01-01T00:00:00Z',
    subresource: null,
    listsMerge: true,
  };
  const metadata = { name: 'x', namespace: 'default' };

  function apply(current: unknown, config: object, options: Partial<ApplyOptions> = {}) {
    return applyPatch(
      current as KubeObject,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...config },
      { ...OPTIONS, ...options },
    ) as KubeObject;
  }

  test('removes what its manager applied before and gives no more', () => {
    const first = apply(undefined, { data: { a: '1', b: '2' } });
    const second = apply({ ...first, data: { a: '1', b: '2', other: '3' } }, { data: { a: '1' } });
    assert.deepEqual(second['data'], { a: '1', other: '3' });
  });

  test('leaves what another manager applied', () => {
    const first = apply(undefined, { data: { a: '1' } });
    const second = apply(first, { data: { b: '2' } }, { manager: 'you' });
    assert.deepEqual(second['data'], { a: '1', b: '2' });
    assert.deepEqual(
      second.metadata.managedFields!.map((entry) => (entry as { manager: string }).manager),
      ['me', 'you'],
    );
  });

  test('is the same object again when nothing changed', () => {
    const first = apply(undefined, { data: { a: '1' } });
    assert.deepEqual(apply(first, { data: { a: '1' } }, { time: '2027-01-01T00:00:00Z' }), first);
  });

  test('merges containers by name, and lists of custom kinds not at all', () => {
    const current = {
      apiVersion: 'v1',
      kind: 'X',
      metadata,
      spec: { containers: [{ name: 'a', image: 'x' }] },
    };
    const config = { spec: { containers: [{ name: 'b' }] } };
    assert.deepEqual(apply(current, config).spec.containers, [{ name: 'b' }, { name: 'a', image: 'x' }]);
    assert.deepEqual(apply(current, config, { listsMerge: false }).spec.containers, [{ name: 'b' }]);
  });
});
