import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { Cluster } from './cluster.ts';
import { PodLogs } from './pod-logs.ts';
import { loadSnapshot, SnapshotWriter } from './snapshot.ts';

const KEY = { podUid: 'u', container: 'main', restartCount: 0 };

function aFile(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'punctual-snapshot-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'sandbox.db');
}

/** A world that goes on from the file, as a started sandbox does. */
function openWorld(path: string) {
  const loaded = loadSnapshot(path);
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'));
  const cluster = new Cluster({ clock, ...(loaded === null ? {} : { restored: loaded.restored }) });
  const podLogs = new PodLogs();
  loaded?.restoreLogs(podLogs);
  const writer = new SnapshotWriter({ path, cluster, podLogs });
  const configMaps = cluster.findType('', 'configmaps')!;
  const create = (name: string) => cluster.create(configMaps, { metadata: { name, namespace: 'default' } });
  const names = () => cluster.list(configMaps, null).map(({ metadata }) => metadata.name);
  return { loaded, cluster, podLogs, writer, configMaps, create, names };
}

test('a world that stopped goes on with its objects and logs', (context) => {
  const path = aFile(context);
  const first = openWorld(path);
  assert.equal(first.loaded, null);
  const a = first.create('a');
  first.create('b');
  first.cluster.update(first.configMaps, { ...a, data: { x: '1' } });
  first.cluster.delete(first.configMaps, 'default', 'b');
  first.podLogs.append(KEY, Buffer.from('one\ntw'), 1_000);
  first.podLogs.append(KEY, Buffer.from('o\n'), 2_000);
  first.podLogs.close(KEY);
  first.podLogs.append({ ...KEY, podUid: 'gone' }, Buffer.from('x'), 0);
  first.podLogs.remove('gone');
  first.writer.stop();
  const second = openWorld(path);
  assert.deepEqual(second.names(), ['a']);
  assert.deepEqual(
    second.cluster.get(second.configMaps, 'default', 'a'),
    first.cluster.get(first.configMaps, 'default', 'a'),
  );
  assert.equal(second.podLogs.read(KEY, { sinceMs: 2_000 }).toString(), '');
  assert.equal(second.podLogs.read(KEY).toString(), 'one\ntwo\n');
  assert.equal(second.podLogs.has({ ...KEY, podUid: 'gone' }), false);
  second.writer.stop();
});

test('no resourceVersion is used twice, even when a crash lost the last second', (context) => {
  const path = aFile(context);
  const first = openWorld(path);
  first.create('saved');
  first.writer.flush();
  const lost = first.create('lost');
  // The process dies here: nothing is flushed or closed.
  const second = openWorld(path);
  assert.deepEqual(second.names(), ['saved']);
  assert.ok(second.cluster.resourceVersion > Number(lost.metadata.resourceVersion) + 900_000);
  assert.equal(second.cluster.eventsSince(second.configMaps, Number(lost.metadata.resourceVersion)), null);
  first.writer.stop();
  second.writer.stop();
});

test('owners, custom kinds and protected namespaces are there again', (context) => {
  const path = aFile(context);
  const first = openWorld(path);
  const definitions = first.cluster.findType('apiextensions.k8s.io', 'customresourcedefinitions')!;
  const schema = { openAPIV3Schema: { type: 'object' } };
  first.cluster.create(definitions, {
    metadata: { name: 'gadgets.test.example' },
    spec: {
      group: 'test.example',
      scope: 'Cluster',
      names: { plural: 'gadgets', kind: 'Gadget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const gadget = first.cluster.create(first.cluster.findType('test.example', 'gadgets')!, {
    metadata: { name: 'g' },
  });
  const { uid } = gadget.metadata;
  first.cluster.create(first.configMaps, {
    metadata: {
      name: 'owned',
      namespace: 'default',
      ownerReferences: [{ apiVersion: 'test.example/v1', kind: 'Gadget', name: 'g', uid }],
    },
  });
  first.writer.stop();
  const second = openWorld(path);
  assert.deepEqual(
    second.cluster.byOwner(uid).map(({ object }) => object.metadata.name),
    ['owned'],
  );
  second.cluster.delete(second.cluster.findType('test.example', 'gadgets')!, null, 'g');
  assert.deepEqual(second.names(), []);
  assert.equal(second.cluster.list(second.cluster.findType('', 'namespaces')!, null).length, 2);
  second.writer.stop();
});
