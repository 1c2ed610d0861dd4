import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Clock, systemClock } from '../lib/clock.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import type { KubeObject } from './cluster-types.ts';
import { aCronJobSpec, aJobSpec, aPodTemplate } from './controllers/testing.ts';
import { ProcessRunner } from './runners/process-runner.ts';
import { ScriptRunner } from './runners/script-runner.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';

const HOUR = 3_600_000;

function options(clock: Clock, more: Partial<SandboxOptions> = {}): SandboxOptions {
  const script = () => ({ durationMs: 2 * HOUR, exitCode: 0, log: [{ atMs: 0, text: 'began\n' }] });
  return {
    clock,
    host: '127.0.0.1',
    port: 0,
    token: 'secret',
    tls: false,
    runner: new ScriptRunner({ clock, script }),
    snapshotPath: null,
    crds: [],
    log: { error: (fields, message) => assert.fail(`${message}: ${String(fields['err'])}`) },
    ...more,
  };
}

function run(clock: VirtualClock, sandbox: Sandbox, ms: number): Promise<void> {
  return clock.runUntil(clock.now() + ms, async () => {
    do await Promise.resolve();
    while (!sandbox.idle());
  });
}

async function get(sandbox: Sandbox, path: string): Promise<Response> {
  return fetch(sandbox.url + path, { headers: { authorization: `Bearer ${sandbox.token}` } });
}

test('what a client creates over HTTP comes alive, and its log can be read', async () => {
  const clock = new VirtualClock(Date.parse('2026-03-02T00:00:00Z'));
  await using sandbox = await startSandbox(options(clock));
  const response = await fetch(`${sandbox.url}/apis/batch/v1/namespaces/default/jobs`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'load' }, spec: aJobSpec() }),
  });
  assert.equal(response.status, 201);
  await run(clock, sandbox, HOUR);
  const pods = (await (await get(sandbox, '/api/v1/namespaces/default/pods')).json()) as {
    items: { metadata: { name: string }; status: { phase: string } }[];
  };
  assert.equal(pods.items[0]!.status.phase, 'Running');
  const path = `/api/v1/namespaces/default/pods/${pods.items[0]!.metadata.name}/log`;
  assert.equal(await (await get(sandbox, path)).text(), 'began\n');
});

test('a world that is saved goes on after a restart, and its running Job has not failed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'punctual-test-'));
  try {
    const clock = new VirtualClock(Date.parse('2026-03-02T00:00:00Z'));
    const snapshotPath = join(directory, 'sandbox.db');
    const first = await startSandbox(options(clock, { snapshotPath }));
    const cronJobs = first.cluster.findType('batch', 'cronjobs')!;
    const spec = aCronJobSpec({ schedule: '0 1 * * *' });
    first.cluster.create(cronJobs, { metadata: { name: 'report', namespace: 'default' }, spec });
    await run(clock, first, 2 * HOUR);
    await first.stop();
    await using second = await startSandbox(options(clock, { snapshotPath }));
    await run(clock, second, 3 * HOUR);
    const [job] = second.cluster.list(second.cluster.findType('batch', 'jobs')!, null);
    assert.equal(job!.status.completionTime, '2026-03-02T04:00:00Z');
    assert.equal(job!.status.failed, undefined);
    const cronJob = second.cluster.get(cronJobTypeOf(second), 'default', 'report')!;
    assert.equal(cronJob.status.lastSuccessfulTime, '2026-03-02T04:00:00Z');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

function cronJobTypeOf(sandbox: Sandbox): ReturnType<Sandbox['cluster']['findType']> & object {
  return sandbox.cluster.findType('batch', 'cronjobs')!;
}

test('a schedule that Kubernetes does not know is refused', async () => {
  const clock = new VirtualClock(Date.parse('2026-03-02T00:00:00Z'));
  await using sandbox = await startSandbox(options(clock));
  const spec = aCronJobSpec({ schedule: '0 0 * * 7' });
  assert.throws(
    () =>
      sandbox.cluster.create(cronJobTypeOf(sandbox), { metadata: { name: 'a', namespace: 'default' }, spec }),
    { reason: 'Invalid' },
  );
});

/** The next state of a Pod that is as wanted; a deleted one is told as null. */
function untilPod(
  sandbox: Sandbox,
  isWanted: (pod: KubeObject | null) => boolean,
): Promise<KubeObject | null> {
  return new Promise((resolve) => {
    const unsubscribe = sandbox.cluster.subscribe(({ type, resource, object }) => {
      const pod = type === 'DELETED' ? null : object;
      if (resource.resource !== 'pods' || !isWanted(pod)) return;
      unsubscribe();
      resolve(pod);
    });
  });
}

test('real processes decide Jobs, and stop when their Job is deleted', { timeout: 30_000 }, async () => {
  const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
  const runner = new ProcessRunner({ clock: systemClock, environment });
  await using sandbox = await startSandbox(options(systemClock, { runner }));
  const jobs = sandbox.cluster.findType('batch', 'jobs')!;
  const create = (name: string, script: string) => {
    const containers = [{ name: 'main', image: 'busybox:1.37', command: ['sh', '-c', script] }];
    const spec = aJobSpec({ backoffLimit: 0, template: aPodTemplate({ containers }) });
    sandbox.cluster.create(jobs, { metadata: { name, namespace: 'default' }, spec });
  };
  create('fails', 'echo out of luck; exit 3');
  const failed = (await untilPod(sandbox, (pod) => pod?.status.phase === 'Failed'))!;
  assert.equal(failed.status.containerStatuses[0].state.terminated.exitCode, 3);
  const path = `/api/v1/namespaces/default/pods/${failed.metadata.name}/log`;
  assert.equal(await (await get(sandbox, path)).text(), 'out of luck\n');
  assert.equal(sandbox.cluster.get(jobs, 'default', 'fails')!.status.conditions[1].type, 'Failed');

  create('waits', 'sleep 300');
  await untilPod(sandbox, (pod) => pod?.status.phase === 'Running');
  const gone = untilPod(sandbox, (pod) => pod === null);
  sandbox.cluster.delete(jobs, 'default', 'waits', { propagationPolicy: 'Background' });
  assert.equal(await gone, null);
});
