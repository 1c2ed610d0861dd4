import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anObject } from './testing.ts';
import { toCustomResource, toNamespacedResource } from './to-custom-resource.ts';

test('an object of ours keeps its spec and status as they were written', () => {
  const { metadata } = anObject('a', 7);
  const object = {
    metadata: { ...metadata, generation: 3, creationTimestamp: '2026-03-02T03:00:00Z' },
    spec: { any: ['thing'] },
    status: { ready: true },
  };
  const resource = {
    uid: 'uid-a',
    name: 'a',
    generation: 3,
    createdAt: Date.UTC(2026, 2, 2, 3),
    resourceVersion: '7',
    spec: { any: ['thing'] },
    status: { ready: true },
  };
  assert.deepEqual(toCustomResource(object), resource);
  assert.deepEqual(toNamespacedResource(object), { ...resource, namespace: 'shop' });
});

test('an object of ours without spec and status has null for them', () => {
  const { generation, spec, status } = toCustomResource(anObject('a', 7));
  assert.deepEqual([generation, spec, status], [0, null, null]);
});
