import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import { type ContainerEnv, expandVariables, resolveEnv } from './container-env.ts';

const metadata = { namespace: 'test', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
const pod: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata, name: 'one', labels: { 'a/b': 'c' } },
  spec: { nodeName: 'n1' },
};
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { ...metadata, name: 'keys' },
  data: { api: Buffer.from('s3cret').toString('base64') },
};
const config = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { ...metadata, name: 'conf' },
  data: { level: 'info' },
};

const CASES: readonly { readonly name: string; readonly given: ContainerEnv; readonly expected: object }[] = [
  {
    name: 'a value may refer to variables before it, but not to later or unknown ones',
    given: {
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '$(A)-$(C)-$$(A)' },
        { name: 'C', value: '3' },
      ],
    },
    expected: { kind: 'env', env: { A: '1', B: '1-$(C)-$(A)', C: '3' } },
  },
  {
    name: 'a key of a Secret is decoded',
    given: { env: [{ name: 'K', valueFrom: { secretKeyRef: { name: 'keys', key: 'api' } } }] },
    expected: { kind: 'env', env: { K: 's3cret' } },
  },
  {
    name: 'a missing Secret is told in the words of the kubelet',
    given: { env: [{ name: 'K', valueFrom: { secretKeyRef: { name: 'none', key: 'api' } } }] },
    expected: { kind: 'missing', message: 'secret "none" not found' },
  },
  {
    name: 'a missing key of a ConfigMap is told',
    given: { env: [{ name: 'K', valueFrom: { configMapKeyRef: { name: 'conf', key: 'x' } } }] },
    expected: { kind: 'missing', message: "couldn't find key x in ConfigMap test/conf" },
  },
  {
    name: 'an optional key that is missing sets nothing',
    given: {
      env: [{ name: 'K', valueFrom: { configMapKeyRef: { name: 'conf', key: 'x', optional: true } } }],
    },
    expected: { kind: 'env', env: {} },
  },
  {
    name: 'whole objects come with a prefix, and own variables win over them',
    given: {
      envFrom: [{ configMapRef: { name: 'conf' }, prefix: 'LOG_' }, { secretRef: { name: 'keys' } }],
      env: [{ name: 'api', value: 'mine' }],
    },
    expected: { kind: 'env', env: { LOG_level: 'info', api: 'mine' } },
  },
  {
    name: 'fields of the Pod are read',
    given: {
      env: [
        'metadata.name',
        'metadata.namespace',
        "metadata.labels['a/b']",
        'spec.nodeName',
        'status.podIP',
      ].map((fieldPath, index) => ({ name: `F${index}`, valueFrom: { fieldRef: { fieldPath } } })),
    },
    expected: { kind: 'env', env: { F0: 'one', F1: 'test', F2: 'c', F3: 'n1', F4: '' } },
  },
];

for (const { name, given, expected } of CASES) {
  test(name, () => {
    const read = (kind: string, object: string) =>
      [secret, config].find((each) => each.kind === kind && each.metadata.name === object);
    assert.deepEqual(resolveEnv(pod, given, read), expected);
  });
}

test('a command refers to variables like a value does', () => {
  assert.equal(expandVariables('echo $(A) $A $$(A)', { A: '1' }), 'echo 1 $A $(A)');
});
