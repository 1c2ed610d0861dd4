import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { Cluster, type ClusterOptions } from './cluster.ts';
import { type KubeObject, type ObjectInput, StatusError } from './cluster-types.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const POD_SPEC = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox:1' }] };

function aCluster(options: Partial<ClusterOptions> = {}) {
  const clock = new VirtualClock(NOW);
  const cluster = new Cluster({ clock, ...options });
  const types = {
    namespaces: cluster.findType('', 'namespaces')!,
    pods: cluster.findType('', 'pods')!,
    configMaps: cluster.findType('', 'configmaps')!,
    secrets: cluster.findType('', 'secrets')!,
    jobs: cluster.findType('batch', 'jobs')!,
    definitions: cluster.findType('apiextensions.k8s.io', 'customresourcedefinitions')!,
  };
  const seen: string[] = [];
  cluster.subscribe(({ type, object }) => seen.push(`${type} ${object.kind}/${object.metadata.name}`));
  return { cluster, clock, seen, ...types };
}

function named(name: string, rest: Record<string, unknown> = {}): ObjectInput {
  const { metadata, ...fields } = rest;
  return { metadata: { name, namespace: 'default', ...(metadata as object) }, ...fields };
}

function ownedBy(owner: KubeObject, extra: Record<string, unknown> = {}) {
  const { apiVersion, kind } = owner;
  const { name, uid } = owner.metadata;
  return { ownerReferences: [{ apiVersion, kind, name, uid, ...extra }] };
}

function refusal(code: number, reason: string) {
  return (error: unknown) => error instanceof StatusError && error.code === code && error.reason === reason;
}

describe('writes', () => {
  test('creation stamps uid, resourceVersion, generation and time', () => {
    const { cluster, jobs } = aCluster();
    const job = cluster.create(jobs, named('a', { spec: { template: { spec: POD_SPEC } } }));
    assert.match(job.metadata.uid, /^[0-9a-f-]{36}$/);
    assert.equal(job.metadata.resourceVersion, String(cluster.resourceVersion));
    assert.equal(job.metadata.generation, 1);
    assert.equal(job.metadata.creationTimestamp, '2026-03-01T12:00:00Z');
    assert.equal(job.apiVersion, 'batch/v1');
    assert.equal(cluster.get(jobs, 'default', 'a'), job);
  });

  test('generateName appends five characters', () => {
    const { cluster, configMaps } = aCluster();
    const made = cluster.create(configMaps, { metadata: { generateName: 'run-', namespace: 'default' } });
    assert.match(made.metadata.name, /^run-[a-z0-9]{5}$/);
  });

  test('a name is taken once, and in a namespace that exists', () => {
    const { cluster, configMaps } = aCluster();
    cluster.create(configMaps, named('a'));
    assert.throws(() => cluster.create(configMaps, named('a')), refusal(409, 'AlreadyExists'));
    const elsewhere = named('a', { metadata: { namespace: 'nowhere' } });
    assert.throws(() => cluster.create(configMaps, elsewhere), refusal(404, 'NotFound'));
  });

  test('an update from an old state is a conflict, and one that changes nothing is no event', () => {
    const { cluster, configMaps, seen } = aCluster();
    const first = cluster.create(configMaps, named('a', { data: { x: '1' } }));
    const second = cluster.update(configMaps, { ...first, data: { x: '2' } });
    assert.throws(() => cluster.update(configMaps, { ...first, data: { x: '3' } }), refusal(409, 'Conflict'));
    assert.equal(cluster.update(configMaps, structuredClone(second)), second);
    assert.deepEqual(seen, ['ADDED ConfigMap/a', 'MODIFIED ConfigMap/a']);
  });

  test('an update of another object under the same name is a conflict', () => {
    const { cluster, configMaps } = aCluster();
    const first = cluster.create(configMaps, named('a'));
    cluster.delete(configMaps, 'default', 'a');
    cluster.create(configMaps, named('a'));
    const { resourceVersion: _, ...metadata } = first.metadata;
    assert.throws(() => cluster.update(configMaps, { ...first, metadata }), refusal(409, 'Conflict'));
  });

  test('the status changes through its subresource alone, and nothing else does there', () => {
    const { cluster, jobs } = aCluster();
    const job = cluster.create(
      jobs,
      named('a', { spec: { template: { spec: POD_SPEC } }, status: { active: 9 } }),
    );
    assert.deepEqual(job.status, {});
    const changed = { ...job, spec: { ...job.spec, suspend: true }, status: { active: 1 } };
    const main = cluster.update(jobs, changed);
    assert.equal(main.spec.suspend, true);
    assert.deepEqual(main.status, {});
    assert.equal(main.metadata.generation, 2);
    const status = cluster.update(
      jobs,
      { ...main, spec: { ...main.spec, suspend: false }, status: { active: 1 } },
      { subresource: 'status' },
    );
    assert.equal(status.spec.suspend, true);
    assert.deepEqual(status.status, { active: 1 });
    assert.equal(status.metadata.generation, 2);
  });

  test('the server keeps its part of the metadata', () => {
    const { cluster, configMaps } = aCluster();
    const first = cluster.create(configMaps, named('a'));
    const metadata = { ...first.metadata, creationTimestamp: '1999-01-01T00:00:00Z', labels: { x: 'y' } };
    const updated = cluster.update(configMaps, { ...first, metadata });
    assert.equal(updated.metadata.creationTimestamp, first.metadata.creationTimestamp);
    assert.deepEqual(updated.metadata.labels, { x: 'y' });
  });

  test('a dry run answers as the write would and changes nothing', () => {
    const { cluster, configMaps, seen } = aCluster();
    cluster.create(configMaps, named('a', { data: { x: '1' } }), { dryRun: true });
    assert.equal(cluster.get(configMaps, 'default', 'a'), undefined);
    cluster.create(configMaps, named('b'));
    cluster.delete(configMaps, 'default', 'b', { dryRun: true });
    const answered = cluster.update(configMaps, named('b', { data: { x: '2' } }), { dryRun: true });
    assert.deepEqual(answered['data'], { x: '2' });
    assert.deepEqual(seen, ['ADDED ConfigMap/b']);
  });

  test('lists come sorted by namespace and name, whatever the order of writes', () => {
    const { cluster, configMaps, namespaces } = aCluster();
    cluster.create(namespaces, { metadata: { name: 'alpha' } });
    for (const name of ['c', 'a', 'b']) cluster.create(configMaps, named(name));
    cluster.create(configMaps, named('z', { metadata: { namespace: 'alpha' } }));
    const keys = () =>
      cluster.list(configMaps, null).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    assert.deepEqual(keys(), ['alpha/z', 'default/a', 'default/b', 'default/c']);
    cluster.delete(configMaps, 'default', 'b');
    cluster.create(configMaps, named('aa'));
    assert.deepEqual(keys(), ['alpha/z', 'default/a', 'default/aa', 'default/c']);
    assert.deepEqual(cluster.list(configMaps, 'alpha').length, 1);
  });

  test('stringData of a Secret is stored encoded in data', () => {
    const { cluster, secrets } = aCluster();
    const secret = cluster.create(
      secrets,
      named('s', { stringData: { url: 'http://x' }, data: { a: 'Yg==' } }),
    );
    assert.deepEqual(secret['data'], { a: 'Yg==', url: Buffer.from('http://x').toString('base64') });
    assert.equal(secret['stringData'], undefined);
  });
});

describe('events', () => {
  test('all listeners see one order, also of writes that a listener makes', () => {
    const { cluster, configMaps } = aCluster();
    const seen: string[] = [];
    cluster.subscribe(({ object }) => {
      seen.push(`first ${object.metadata.name}`);
      if (object.metadata.name === 'a') cluster.create(configMaps, named('b'));
    });
    cluster.subscribe(({ object }) => seen.push(`second ${object.metadata.name}`));
    cluster.create(configMaps, named('a'));
    assert.deepEqual(seen, ['first a', 'second a', 'first b', 'second b']);
  });

  test('a change carries the state before it, a deletion the resourceVersion of the deletion', () => {
    const { cluster, configMaps } = aCluster();
    const first = cluster.create(configMaps, named('a'));
    const events: unknown[] = [];
    const unsubscribe = cluster.subscribe((event) =>
      events.push([event.type, event.previous, event.resourceVersion]),
    );
    const second = cluster.update(configMaps, { ...first, data: { x: '1' } });
    const last = cluster.delete(configMaps, 'default', 'a');
    unsubscribe();
    cluster.create(configMaps, named('unheard'));
    const start = Number(first.metadata.resourceVersion);
    assert.deepEqual(events, [
      ['MODIFIED', first, start + 1],
      ['DELETED', second, start + 2],
    ]);
    assert.equal(last.metadata.resourceVersion, String(start + 2));
  });

  test('the history gives what came after a resourceVersion until it has forgotten it', () => {
    const { cluster, configMaps } = aCluster({ historySize: 3 });
    const start = cluster.resourceVersion;
    for (const name of ['a', 'b', 'c']) cluster.create(configMaps, named(name));
    const names = (from: number) =>
      cluster.eventsSince(configMaps, from)?.map(({ object }) => object.metadata.name) ?? null;
    assert.deepEqual(names(start), ['a', 'b', 'c']);
    assert.deepEqual(names(start + 2), ['c']);
    assert.deepEqual(names(start + 3), []);
    cluster.create(configMaps, named('d'));
    assert.equal(names(start), null);
    assert.deepEqual(names(start + 1), ['b', 'c', 'd']);
  });
});

describe('deletion', () => {
  test('takes along what the object owned, to any depth', () => {
    const { cluster, configMaps } = aCluster();
    const owner = cluster.create(configMaps, named('owner'));
    const child = cluster.create(configMaps, named('child', { metadata: ownedBy(owner) }));
    cluster.create(configMaps, named('grandchild', { metadata: ownedBy(child) }));
    assert.deepEqual(
      cluster.byOwner(owner.metadata.uid).map(({ object }) => object.metadata.name),
      ['child'],
    );
    cluster.delete(configMaps, 'default', 'owner');
    assert.equal(cluster.count(configMaps), 0);
    assert.deepEqual(cluster.byOwner(owner.metadata.uid), []);
  });

  test('leaves what another owner still holds, without the reference', () => {
    const { cluster, configMaps } = aCluster();
    const [a, b] = ['a', 'b'].map((name) => cluster.create(configMaps, named(name)));
    const ownerReferences = [...ownedBy(a!).ownerReferences, ...ownedBy(b!).ownerReferences];
    cluster.create(configMaps, named('child', { metadata: { ownerReferences } }));
    cluster.delete(configMaps, 'default', 'a');
    const child = cluster.get(configMaps, 'default', 'child')!;
    assert.deepEqual(
      child.metadata.ownerReferences!.map(({ name }) => name),
      ['b'],
    );
  });

  test('with Orphan leaves what was owned, without the reference', () => {
    const { cluster, configMaps } = aCluster();
    const owner = cluster.create(configMaps, named('owner'));
    cluster.create(configMaps, named('child', { metadata: ownedBy(owner) }));
    cluster.delete(configMaps, 'default', 'owner', { propagationPolicy: 'Orphan' });
    assert.equal(cluster.get(configMaps, 'default', 'child')!.metadata.ownerReferences, undefined);
  });

  test('in the foreground waits for the dependents that block it', () => {
    const { cluster, configMaps, seen } = aCluster();
    const owner = cluster.create(configMaps, named('owner'));
    const metadata = { ...ownedBy(owner, { blockOwnerDeletion: true }), finalizers: ['test/hold'] };
    cluster.create(configMaps, named('child', { metadata }));
    cluster.delete(configMaps, 'default', 'owner', { propagationPolicy: 'Foreground' });
    const waiting = cluster.get(configMaps, 'default', 'owner')!;
    assert.deepEqual(waiting.metadata.finalizers, ['foregroundDeletion']);
    assert.notEqual(waiting.metadata.deletionTimestamp, undefined);
    const child = cluster.get(configMaps, 'default', 'child')!;
    assert.notEqual(child.metadata.deletionTimestamp, undefined);
    cluster.update(configMaps, { ...child, metadata: { ...child.metadata, finalizers: [] } });
    assert.equal(cluster.count(configMaps), 0);
    assert.deepEqual(seen.slice(-2), ['DELETED ConfigMap/child', 'DELETED ConfigMap/owner']);
  });

  test('waits for finalizers and happens when the last one goes', () => {
    const { cluster, configMaps, seen } = aCluster();
    cluster.create(configMaps, named('a', { metadata: { finalizers: ['test/one'] } }));
    const doomed = cluster.delete(configMaps, 'default', 'a');
    assert.equal(doomed.metadata.deletionTimestamp, '2026-03-01T12:00:00Z');
    cluster.delete(configMaps, 'default', 'a');
    cluster.update(configMaps, { ...doomed, metadata: { ...doomed.metadata, finalizers: [] } });
    assert.deepEqual(seen, ['ADDED ConfigMap/a', 'MODIFIED ConfigMap/a', 'DELETED ConfigMap/a']);
  });

  test('of a Pod on a node waits for the kubelet, of any other Pod for nobody', () => {
    const { cluster, pods } = aCluster();
    const bound = cluster.create(pods, named('bound', { spec: { ...POD_SPEC, nodeName: 'node-1' } }));
    const doomed = cluster.delete(pods, 'default', 'bound');
    assert.equal(doomed.metadata.deletionTimestamp, '2026-03-01T12:00:30Z');
    assert.equal(doomed.metadata.deletionGracePeriodSeconds, 30);
    assert.equal(
      cluster.delete(pods, 'default', 'bound', { gracePeriodSeconds: 5 }).metadata.deletionGracePeriodSeconds,
      5,
    );
    cluster.delete(pods, 'default', 'bound', { gracePeriodSeconds: 0, uid: bound.metadata.uid });
    assert.equal(cluster.get(pods, 'default', 'bound'), undefined);
    cluster.create(pods, named('unbound', { spec: POD_SPEC }));
    cluster.delete(pods, 'default', 'unbound');
    const done = cluster.create(pods, named('done', { spec: { ...POD_SPEC, nodeName: 'node-1' } }));
    cluster.update(pods, { ...done, status: { phase: 'Succeeded' } }, { subresource: 'status' });
    cluster.delete(pods, 'default', 'done');
    assert.equal(cluster.count(pods), 0);
  });

  test('of something that another one replaced is refused by its uid', () => {
    const { cluster, configMaps } = aCluster();
    cluster.create(configMaps, named('a'));
    const options = { uid: '00000000-0000-0000-0000-000000000000' };
    assert.throws(() => cluster.delete(configMaps, 'default', 'a', options), refusal(409, 'Conflict'));
    assert.throws(() => cluster.delete(configMaps, 'default', 'b'), refusal(404, 'NotFound'));
  });

  test('reaches what is created for an owner that is gone already', () => {
    const { cluster, configMaps, seen } = aCluster();
    const owner = cluster.create(configMaps, named('owner'));
    cluster.delete(configMaps, 'default', 'owner');
    cluster.create(configMaps, named('late', { metadata: ownedBy(owner) }));
    assert.deepEqual(seen.slice(-2), ['ADDED ConfigMap/late', 'DELETED ConfigMap/late']);
  });
});

describe('namespaces', () => {
  test('a namespace goes with its content, and takes nothing new meanwhile', () => {
    const { cluster, namespaces, configMaps } = aCluster();
    cluster.create(namespaces, { metadata: { name: 'team' } });
    const inTeam = { namespace: 'team' };
    cluster.create(configMaps, named('free', { metadata: inTeam }));
    const held = cluster.create(
      configMaps,
      named('held', { metadata: { ...inTeam, finalizers: ['test/hold'] } }),
    );
    const doomed = cluster.delete(namespaces, null, 'team');
    assert.equal(doomed.status.phase, 'Terminating');
    assert.equal(cluster.get(configMaps, 'team', 'free'), undefined);
    assert.throws(
      () => cluster.create(configMaps, named('new', { metadata: inTeam })),
      refusal(403, 'Forbidden'),
    );
    const { metadata } = cluster.get(configMaps, 'team', 'held')!;
    cluster.update(configMaps, { ...held, metadata: { ...metadata, finalizers: [] } });
    assert.equal(cluster.get(namespaces, null, 'team'), undefined);
  });

  test('default and kube-system are there and cannot be deleted', () => {
    const { cluster, namespaces } = aCluster();
    assert.deepEqual(
      cluster.list(namespaces, null).map(({ metadata }) => metadata.name),
      ['default', 'kube-system'],
    );
    assert.throws(() => cluster.delete(namespaces, null, 'default'), refusal(403, 'Forbidden'));
  });
});

describe('custom kinds', () => {
  const definition: ObjectInput = {
    metadata: { name: 'gadgets.test.example' },
    spec: {
      group: 'test.example',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } },
            },
          },
        },
      ],
    },
  };

  test('a definition brings its kind with defaults and checks, and takes its objects along', () => {
    const { cluster, definitions } = aCluster();
    const established = cluster.create(definitions, definition);
    assert.deepEqual(
      established.status.conditions.map(({ type, status }: { type: string; status: string }) => [
        type,
        status,
      ]),
      [
        ['NamesAccepted', 'True'],
        ['Established', 'True'],
      ],
    );
    const gadgets = cluster.findType('test.example', 'gadgets')!;
    const made = cluster.create(gadgets, named('a', { spec: { shape: 'round' }, extra: 1 }));
    assert.deepEqual(made.spec, { size: 3 });
    assert.equal(made['extra'], undefined);
    assert.throws(
      () => cluster.create(gadgets, named('b', { spec: { size: 'x' } })),
      refusal(422, 'Invalid'),
    );
    cluster.delete(definitions, null, 'gadgets.test.example');
    assert.equal(cluster.findType('test.example', 'gadgets'), undefined);
    assert.throws(() => cluster.list(gadgets, null), refusal(404, 'NotFound'));
  });

  test('a changed schema holds for the next write', () => {
    const { cluster, definitions } = aCluster();
    const first = cluster.create(definitions, definition);
    const spec = structuredClone(first.spec);
    spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.default = 7;
    cluster.update(definitions, { ...first, spec });
    const gadgets = cluster.findType('test.example', 'gadgets')!;
    assert.deepEqual(cluster.create(gadgets, named('a', { spec: {} })).spec, { size: 7 });
    assert.throws(
      () =>
        cluster.update(definitions, {
          ...first,
          spec: { ...spec, scope: 'Cluster' },
          metadata: definition.metadata,
        }),
      refusal(422, 'Invalid'),
    );
  });

  test('a definition that drops its status subresource lets the status be written with the rest', () => {
    const { cluster, definitions } = aCluster();
    const first = cluster.create(definitions, definition);
    const gadgets = cluster.findType('test.example', 'gadgets')!;
    const spec = structuredClone(first.spec);
    delete spec.versions[0].subresources;
    spec.versions[0].schema.openAPIV3Schema['x-kubernetes-preserve-unknown-fields'] = true;
    cluster.update(definitions, { ...first, spec });
    assert.equal(gadgets.hasStatus, false);
    assert.deepEqual(cluster.create(gadgets, named('a', { status: { lit: true } })).status, { lit: true });
  });

  test('a definition under a wrong name is refused', () => {
    const { cluster, definitions } = aCluster();
    const misnamed = { ...definition, metadata: { name: 'gadget.test.example' } };
    assert.throws(() => cluster.create(definitions, misnamed), refusal(422, 'Invalid'));
  });
});
