import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { CONFIG_MAPS, createConfigMaps, JOBS, startTestServer } from './http/testing.ts';

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
const JOB = {
  metadata: { name: 'a' },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] } } },
};

describe('access', () => {
  test('without the token only the probes answer', async () => {
    await using world = await startTestServer();
    for (const probe of ['/livez', '/readyz', '/healthz']) {
      assert.equal((await fetch(`${world.server.url}${probe}`)).status, 200);
    }
    for (const authorization of ['', 'Bearer wrong', 'Basic secret']) {
      const refused = await fetch(`${world.server.url}/api/v1/pods`, { headers: { authorization } });
      assert.equal(refused.status, 401);
      const status = (await refused.json()) as { kind: string; reason: string };
      assert.deepEqual([status.kind, status.reason], ['Status', 'Unauthorized']);
    }
  });

  test('discovery lists the groups and their resources', async () => {
    await using world = await startTestServer();
    const groups = (await world.call('GET', '/apis')).body.groups.map(({ name }: { name: string }) => name);
    assert.deepEqual(groups.sort(), [
      'apiextensions.k8s.io',
      'batch',
      'coordination.k8s.io',
      'events.k8s.io',
    ]);
    const { resources } = (await world.call('GET', '/apis/batch/v1')).body;
    assert.deepEqual(
      resources.map(({ name }: { name: string }) => name),
      ['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'],
    );
    assert.equal((await world.call('GET', '/apis/batch')).body.preferredVersion.groupVersion, 'batch/v1');
    assert.equal((await world.call('GET', '/openapi/v2')).code, 404);
    assert.equal((await world.call('GET', '/apis/nothing/v1')).code, 404);
  });

  test('paths and verbs that do not exist are refused', async () => {
    await using world = await startTestServer();
    for (const path of [
      '/nothing',
      '/api/v1/nothing',
      `${JOBS}/a/b`,
      '/api/v1/pods/x',
      '/api/v2/pods',
      '/api/v1/%ff',
    ]) {
      assert.equal((await world.call('GET', path)).code, 404, path);
    }
    assert.equal((await world.call('PUT', JOBS, {})).code, 405);
    assert.equal((await world.call('POST', '/apis/batch/v1/jobs', JOB)).code, 405);
  });
});

describe('writing', () => {
  test('create, read, replace, patch and delete answer with codes and bodies of Kubernetes', async () => {
    await using world = await startTestServer();
    const created = await world.call('POST', JOBS, JOB);
    assert.deepEqual([created.code, created.body.kind, created.body.spec.backoffLimit], [201, 'Job', 6]);
    const again = await world.call('POST', JOBS, JOB);
    assert.deepEqual([again.code, again.body.reason], [409, 'AlreadyExists']);
    const put = await world.call('PUT', `${JOBS}/a`, {
      ...created.body,
      spec: { ...created.body.spec, suspend: true },
    });
    assert.deepEqual([put.code, put.body.spec.suspend], [200, true]);
    const stale = await world.call('PUT', `${JOBS}/a`, created.body);
    assert.deepEqual([stale.code, stale.body.reason], [409, 'Conflict']);
    const status = await world.call(
      'PATCH',
      `${JOBS}/a/status`,
      { status: { active: 1 } },
      { 'content-type': 'application/merge-patch+json' },
    );
    assert.deepEqual([status.code, status.body.status], [200, { active: 1 }]);
    const gone = await world.call('DELETE', `${JOBS}/a`, { propagationPolicy: 'Background' });
    assert.deepEqual([gone.code, gone.body.status, gone.body.details.kind], [200, 'Success', 'jobs']);
    const missing = await world.call('GET', `${JOBS}/a`);
    assert.deepEqual([missing.code, missing.body.message], [404, 'jobs.batch "a" not found']);
  });

  test('an invalid object is refused with every cause', async () => {
    await using world = await startTestServer();
    const bad = {
      metadata: { name: 'Bad_Name' },
      spec: { backoffLimit: -1, template: { spec: { restartPolicy: 'Always' } } },
    };
    const { code, body } = await world.call('POST', JOBS, bad);
    assert.equal(code, 422);
    assert.deepEqual(
      body.details.causes.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
      [
        ['metadata.name', 'FieldValueInvalid'],
        ['spec.backoffLimit', 'FieldValueInvalid'],
        ['spec.template.spec.containers', 'FieldValueRequired'],
        ['spec.template.spec.restartPolicy', 'FieldValueNotSupported'],
      ],
    );
  });

  test('bodies may be YAML; other kinds, forms and places are refused', async () => {
    await using world = await startTestServer();
    const yaml = await world.call('POST', CONFIG_MAPS, 'metadata: {name: y}\ndata: {a: b}\n', {
      'content-type': 'application/yaml',
    });
    assert.deepEqual([yaml.code, yaml.body.data], [201, { a: 'b' }]);
    const cases: readonly (readonly [unknown, Record<string, string>, number])[] = [
      ['x', { 'content-type': 'application/vnd.kubernetes.protobuf' }, 415],
      ['{', {}, 400],
      [[], {}, 400],
      [{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'z' } }, {}, 400],
      [{ metadata: { name: 'z', namespace: 'kube-system' } }, {}, 400],
      [{ metadata: {} }, {}, 422],
      [{ metadata: 'z' }, {}, 400],
      [{ metadata: { name: 5 } }, {}, 400],
      [{ metadata: { name: 'z', labels: ['a'] } }, {}, 400],
      [{ metadata: { name: 'z', ownerReferences: ['a'] } }, {}, 400],
      [{ metadata: { name: 'z', labels: { a: 1 } } }, {}, 422],
    ];
    for (const [body, headers, code] of cases) {
      assert.equal((await world.call('POST', CONFIG_MAPS, body, headers)).code, code, JSON.stringify(body));
    }
    const wrongName = await world.call('PUT', `${CONFIG_MAPS}/y`, { metadata: { name: 'other' } });
    assert.equal(wrongName.code, 400);
    assert.equal((await world.call('DELETE', `${CONFIG_MAPS}/y`, { gracePeriodSeconds: 'soon' })).code, 400);
    const nulls = { metadata: { name: 'nulls', labels: null, ownerReferences: null } };
    assert.equal((await world.call('POST', CONFIG_MAPS, nulls)).code, 201);
  });

  test('a body beyond the limit is refused', async () => {
    await using world = await startTestServer();
    const large = { metadata: { name: 'a' }, data: { x: 'y'.repeat(3 * 1024 * 1024) } };
    const { code, body } = await world.call('POST', CONFIG_MAPS, large);
    assert.deepEqual([code, body.reason], [413, 'RequestEntityTooLarge']);
  });

  test('a collection is deleted by selector', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a', 'b'], { app: 'x' });
    createConfigMaps(world.cluster, ['c']);
    const { body } = await world.call('DELETE', `${CONFIG_MAPS}?labelSelector=app%3Dx`);
    assert.equal(body.items.length, 2);
    assert.deepEqual(
      world.cluster
        .list(world.cluster.findType('', 'configmaps')!, null)
        .map(({ metadata }) => metadata.name),
      ['c'],
    );
  });

  test('a Lease is replaced from a known state only', async () => {
    await using world = await startTestServer();
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const { body } = await world.call('POST', leases, {
      metadata: { name: 'l' },
      spec: { holderIdentity: 'a' },
    });
    const blind = await world.call('PUT', `${leases}/l`, {
      metadata: { name: 'l' },
      spec: { holderIdentity: 'b' },
    });
    assert.equal(blind.code, 422);
    const seen = await world.call('PUT', `${leases}/l`, { ...body, spec: { holderIdentity: 'b' } });
    assert.equal(seen.code, 200);
  });

  test('an Event of either group is the same Event', async () => {
    await using world = await startTestServer();
    const regarding = { kind: 'Job', namespace: 'default', name: 'a' };
    const event = { metadata: { name: 'e' }, regarding, note: 'hello', reason: 'Test', type: 'Normal' };
    const created = await world.call('POST', '/apis/events.k8s.io/v1/namespaces/default/events', event);
    assert.deepEqual([created.code, created.body.note], [201, 'hello']);
    const core = await world.call(
      'GET',
      '/api/v1/events?fieldSelector=involvedObject.name%3Da,reason!%3DOther',
    );
    assert.deepEqual(
      core.body.items.map(({ message }: { message: string }) => message),
      ['hello'],
    );
    const unknown = await world.call('GET', '/api/v1/events?fieldSelector=message%3Dx');
    assert.deepEqual([unknown.code, unknown.body.message], [400, 'field label not supported: message']);
  });
});

describe('lists', () => {
  test('pages show one instant, whatever is written meanwhile', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a', 'b', 'c']);
    const first = (await world.call('GET', `${CONFIG_MAPS}?limit=2`)).body;
    assert.equal(first.metadata.remainingItemCount, 1);
    createConfigMaps(world.cluster, ['bb']);
    const rest = (await world.call('GET', `${CONFIG_MAPS}?limit=2&continue=${first.metadata.continue}`)).body;
    const names = [...first.items, ...rest.items].map(({ metadata }) => metadata.name);
    assert.deepEqual(names, ['a', 'b', 'c']);
    assert.equal(rest.metadata.resourceVersion, first.metadata.resourceVersion);
    assert.equal(rest.metadata.continue, undefined);
  });

  test('a page whose snapshot is gone answers 410', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a', 'b']);
    const { metadata } = (await world.call('GET', `${CONFIG_MAPS}?limit=1`)).body;
    world.server.expireLists();
    const expired = await world.call('GET', `${CONFIG_MAPS}?limit=1&continue=${metadata.continue}`);
    assert.deepEqual([expired.code, expired.body.reason], [410, 'Expired']);
    assert.equal((await world.call('GET', `${CONFIG_MAPS}?limit=1&continue=nonsense`)).code, 400);
  });

  test('a list at a resourceVersion that is to come, or gone, is refused', async () => {
    await using world = await startTestServer();
    const now = world.cluster.resourceVersion;
    assert.equal((await world.call('GET', `${CONFIG_MAPS}?resourceVersion=${now + 1}`)).code, 504);
    assert.equal((await world.call('GET', `${CONFIG_MAPS}?resourceVersion=0`)).code, 200);
    assert.equal((await world.call('GET', `${CONFIG_MAPS}?resourceVersion=x`)).code, 400);
    const exact = (version: number) =>
      world.call('GET', `${CONFIG_MAPS}?resourceVersionMatch=Exact&resourceVersion=${version}`);
    assert.equal((await exact(now)).code, 200);
    assert.equal((await exact(now - 1)).code, 410);
  });

  test('lists and objects come as tables, or as their metadata alone', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a']);
    const table = (await world.call('GET', CONFIG_MAPS, undefined, TABLE)).body;
    assert.deepEqual(
      table.columnDefinitions.map(({ name }: { name: string }) => name),
      ['Name', 'Data', 'Age'],
    );
    assert.deepEqual(table.rows[0].cells.slice(0, 2), ['a', 0]);
    assert.equal(table.rows[0].object.kind, 'PartialObjectMetadata');
    const one = (await world.call('GET', `${CONFIG_MAPS}/a?includeObject=Object`, undefined, TABLE)).body;
    assert.equal(one.rows[0].object.kind, 'ConfigMap');
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    const partial = (await world.call('GET', CONFIG_MAPS, undefined, { accept })).body;
    assert.deepEqual(
      [partial.kind, partial.items[0].kind],
      ['PartialObjectMetadataList', 'PartialObjectMetadata'],
    );
    const protobuf = await world.call('GET', CONFIG_MAPS, undefined, {
      accept: 'application/vnd.kubernetes.protobuf',
    });
    assert.equal(protobuf.code, 406);
  });
});

describe('watches', () => {
  test('a watch goes on from its resourceVersion without loss or repetition', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a']);
    const from = world.cluster.resourceVersion;
    createConfigMaps(world.cluster, ['b']);
    const watch = await world.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${from}`);
    assert.equal((await watch.next())!.object.metadata.name, 'b');
    createConfigMaps(world.cluster, ['c']);
    const { type, object } = (await watch.next())!;
    assert.deepEqual([type, object.metadata.name, object.kind], ['ADDED', 'c', 'ConfigMap']);
    await watch.close();
  });

  test('a watch without a resourceVersion begins with what is there', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a', 'b']);
    const watch = await world.watch(`${CONFIG_MAPS}?watch=1`);
    assert.deepEqual(
      [(await watch.next())!.object.metadata.name, (await watch.next())!.object.metadata.name],
      ['a', 'b'],
    );
    await watch.close();
  });

  test('objects enter and leave a selection as ADDED and DELETED', async () => {
    await using world = await startTestServer();
    const type = world.cluster.findType('', 'configmaps')!;
    const [first] = createConfigMaps(world.cluster, ['a']);
    const watch = await world.watch(
      `${CONFIG_MAPS}?watch=true&labelSelector=on&resourceVersion=${world.cluster.resourceVersion}`,
    );
    const labelled = { ...first!, metadata: { ...first!.metadata, labels: { on: '' } } };
    const entered = world.cluster.update(type, labelled);
    const changed = world.cluster.update(type, { ...entered, data: { x: '1' } });
    const left = world.cluster.update(type, { ...changed, metadata: { ...changed.metadata, labels: {} } });
    world.cluster.delete(type, 'default', 'a');
    createConfigMaps(world.cluster, ['b'], { on: '' });
    const events = [await watch.next(), await watch.next(), await watch.next(), await watch.next()];
    assert.deepEqual(
      events.map((event) => event!.type),
      ['ADDED', 'MODIFIED', 'DELETED', 'ADDED'],
    );
    assert.equal(events[2]!.object.metadata.resourceVersion, left.metadata.resourceVersion);
    assert.deepEqual(events[2]!.object.metadata.labels, { on: '' });
    assert.equal(events[3]!.object.metadata.name, 'b');
    await watch.close();
  });

  test('bookmarks reach those who take them, after the changes that they cover', async () => {
    await using world = await startTestServer();
    const from = world.cluster.resourceVersion;
    const takes = await world.watch(
      `${CONFIG_MAPS}?watch=true&allowWatchBookmarks=true&resourceVersion=${from}`,
    );
    const declines = await world.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${from}`);
    createConfigMaps(world.cluster, ['a']);
    const secrets = world.cluster.findType('', 'secrets')!;
    world.cluster.create(secrets, { metadata: { name: 's', namespace: 'default' } });
    world.server.flushBookmarks();
    createConfigMaps(world.cluster, ['b']);
    assert.equal((await takes.next())!.type, 'ADDED');
    const bookmark = (await takes.next())!;
    assert.equal(bookmark.type, 'BOOKMARK');
    assert.equal(Number(bookmark.object.metadata.resourceVersion), from + 2);
    assert.deepEqual([(await declines.next())!.type, (await declines.next())!.type], ['ADDED', 'ADDED']);
    await takes.close();
    await declines.close();
  });

  test('a watch from a forgotten resourceVersion ends with an error of code 410', async () => {
    await using world = await startTestServer({}, 2);
    const from = world.cluster.resourceVersion;
    createConfigMaps(world.cluster, ['a', 'b', 'c']);
    const watch = await world.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${from}`);
    const error = (await watch.next())!;
    assert.deepEqual([error.type, error.object.code, error.object.reason], ['ERROR', 410, 'Expired']);
    assert.equal(await watch.next(), undefined);
  });

  test('a streaming list ends with a bookmark that says so', async () => {
    await using world = await startTestServer();
    createConfigMaps(world.cluster, ['a']);
    const query =
      'watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan';
    const watch = await world.watch(`${CONFIG_MAPS}?${query}`);
    assert.equal((await watch.next())!.type, 'ADDED');
    const { object } = (await watch.next())!;
    assert.deepEqual(object.metadata.annotations, { 'k8s.io/initial-events-end': 'true' });
    await watch.close();
    const wrong = await world.call('GET', `${CONFIG_MAPS}?watch=true&resourceVersionMatch=NotOlderThan`);
    assert.deepEqual([wrong.code, wrong.body.reason], [422, 'Invalid']);
  });

  test('a watch of a custom kind tells of the end of its objects and ends with its definition', async () => {
    await using world = await startTestServer();
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const schema = { openAPIV3Schema: { type: 'object' } };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const names = { plural: 'gadgets', kind: 'Gadget' };
    const spec = { group: 'test.example', scope: 'Cluster', names, versions };
    await world.call('POST', definitions, { metadata: { name: 'gadgets.test.example' }, spec });
    const gadgets = '/apis/test.example/v1/gadgets';
    const made = await world.call('POST', gadgets, { metadata: { name: 'g' } });
    assert.deepEqual([made.code, made.body.kind, made.body.apiVersion], [201, 'Gadget', 'test.example/v1']);
    const watch = await world.watch(`${gadgets}?watch=true&resourceVersion=${world.cluster.resourceVersion}`);
    await world.call('DELETE', `${definitions}/gadgets.test.example`);
    assert.equal((await watch.next())!.type, 'DELETED');
    assert.equal(await watch.next(), undefined);
    assert.equal((await world.call('GET', gadgets)).code, 404);
  });

  test('a watch of tables describes its columns once', async () => {
    await using world = await startTestServer();
    const watch = await world.watch(`${CONFIG_MAPS}?watch=true`, TABLE);
    createConfigMaps(world.cluster, ['a', 'b']);
    const [first, second] = [(await watch.next())!.object, (await watch.next())!.object];
    assert.deepEqual([first.columnDefinitions.length, second.columnDefinitions.length], [3, 0]);
    assert.equal(second.rows[0].cells[0], 'b');
    await watch.close();
  });

  test('a watch ends after the time it asked for, and with the server', async () => {
    await using world = await startTestServer();
    const short = await world.watch(`${CONFIG_MAPS}?watch=true&timeoutSeconds=1`);
    const long = await world.watch(`${CONFIG_MAPS}?watch=true`);
    assert.equal(world.server.openWatches, 2);
    assert.equal(await short.next(), undefined);
    await world.server.stop();
    assert.equal(await long.next(), undefined);
  });

  test('a client that does not read is dropped and holds up nobody', async () => {
    await using world = await startTestServer({ mostBufferedBytes: 1_000_000 });
    const stalled = connect(world.server.port, '127.0.0.1');
    stalled.pause();
    stalled.write(
      `GET ${CONFIG_MAPS}?watch=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\n\r\n`,
    );
    const lively = await world.watch(`${CONFIG_MAPS}?watch=true`);
    while (world.server.openWatches < 2) await new Promise((resolve) => setImmediate(resolve));
    const type = world.cluster.findType('', 'configmaps')!;
    let [object] = createConfigMaps(world.cluster, ['a']);
    for (let round = 0; world.server.openWatches === 2; round++) {
      assert.ok(round < 1_000, 'the stalled watch was never dropped');
      object = world.cluster.update(type, { ...object!, data: { x: `${round}`.padEnd(100_000) } });
      assert.notEqual(await lively.next(), undefined);
    }
    assert.equal(world.server.openWatches, 1);
    stalled.destroy();
    await lively.close();
  });
});

describe('logs', () => {
  const pods = '/api/v1/namespaces/default/pods';

  async function startWithPod(containers: readonly string[]) {
    const world = await startTestServer();
    const type = world.cluster.findType('', 'pods')!;
    const spec = { restartPolicy: 'Never', containers: containers.map((name) => ({ name, image: 'x' })) };
    const pod = world.cluster.create(type, { metadata: { name: 'p', namespace: 'default' }, spec });
    const setStatus = (container: object) => {
      const status = { phase: 'Running', containerStatuses: [{ name: 'main', ...container }] };
      world.cluster.update(
        type,
        { ...pod, metadata: { name: 'p', namespace: 'default' }, status },
        { subresource: 'status' },
      );
    };
    const write = (restartCount: number, text: string) =>
      world.podLogs.append(
        { podUid: pod.metadata.uid, container: 'main', restartCount },
        Buffer.from(text),
        Date.now(),
      );
    return { world, setStatus, write };
  }

  test('the latest life of a container is shown, and the one before on request', async () => {
    const { world, setStatus, write } = await startWithPod(['main']);
    await using _ = world;
    write(0, 'first\n');
    write(1, 'second\nthird\n');
    setStatus({ restartCount: 1, state: { running: {} }, lastState: { terminated: { exitCode: 1 } } });
    const text = async (query: string) => (await world.raw(`${pods}/p/log?${query}`)).text();
    assert.equal(await text(''), 'second\nthird\n');
    assert.equal(await text('tailLines=1'), 'third\n');
    assert.equal(await text('limitBytes=4'), 'seco');
    assert.equal(await text('previous=true'), 'first\n');
    assert.equal(await text('sinceTime=2999-01-01T00:00:00Z'), '');
    assert.equal((await world.raw(`${pods}/p/log?tailLines=-1`)).status, 400);
  });

  test('a container that has not started, or is not named, or unknown, is refused with the reason', async () => {
    const { world, setStatus } = await startWithPod(['main', 'side']);
    await using _ = world;
    setStatus({ restartCount: 0, state: { waiting: { reason: 'ImagePullBackOff' } } });
    const message = async (query: string) => (await world.call('GET', `${pods}/p/log?${query}`)).body.message;
    assert.match(
      await message(''),
      /a container name must be specified for pod p, choose one of: \[main side\]/,
    );
    assert.equal(
      await message('container=main'),
      'container "main" in pod "p" is waiting to start: ImagePullBackOff',
    );
    assert.equal(await message('container=x'), 'container x is not valid for pod p');
    assert.equal((await world.call('GET', `${pods}/nobody/log`)).code, 404);
  });
});
