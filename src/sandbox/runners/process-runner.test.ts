import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { systemClock } from '../../lib/clock.ts';
import type { KubeObject } from '../cluster-types.ts';
import { ProcessRunner } from './process-runner.ts';
import type { ContainerExit, RunningContainer } from './runner.ts';

const runner = new ProcessRunner({
  clock: systemClock,
  environment: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
});

interface Run {
  readonly running: RunningContainer;
  readonly output: () => string;
  readonly started: Promise<void>;
  readonly exit: Promise<ContainerExit>;
  /** Resolves when the output contains this. */
  readonly says: (text: string) => Promise<void>;
}

function run(
  command: readonly string[] | undefined,
  more: { oom?: boolean; env?: Record<string, string> } = {},
): Run {
  const pod: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'one',
      namespace: 'test',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: '',
      annotations: more.oom === true ? { 'sandbox.punctual.dev/oom': 'true' } : {},
    },
  };
  const container = { name: 'main', image: 'busybox:1.37', ...(command === undefined ? {} : { command }) };
  const started = Promise.withResolvers<void>();
  const exit = Promise.withResolvers<ContainerExit>();
  const waiting: (() => void)[] = [];
  let output = '';
  const running = runner.start(
    pod,
    container,
    { restartCount: 0, env: more.env ?? {} },
    {
      onStarted: started.resolve,
      onOutput: (text) => {
        output += text;
        for (const check of waiting) check();
      },
      onExit: exit.resolve,
    },
  );
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => output.includes(text) && resolve();
      waiting.push(check);
      check();
    });
  return { running, output: () => output, started: started.promise, exit: exit.promise, says };
}

function sh(script: string): readonly string[] {
  return ['sh', '-c', script];
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) || canSignal(pid);
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a process gives its output of both kinds and its exit code', async () => {
  const { exit, output } = run(sh('echo out; echo err >&2; exit 3'));
  assert.deepEqual(await exit, { exitCode: 3 });
  assert.deepEqual(output().split('\n').sort(), ['', 'err', 'out']);
});

test('it sees the environment of its container and works in a directory of its own that goes with it', async () => {
  const { exit, output } = run(sh('pwd; echo "$GREETING $HOSTNAME"'), { env: { GREETING: 'hello' } });
  await exit;
  const [directory, greeting] = output().split('\n');
  assert.equal(greeting, 'hello one');
  assert.match(directory!, /punctual-sandbox-/);
  assert.equal(existsSync(directory!), false);
});

test('a command that is not there cannot be started', async () => {
  const { exit } = run(['no-such-command-here']);
  assert.deepEqual(await exit, {
    exitCode: 128,
    reason: 'StartError',
    message:
      'failed to create containerd task: exec: "no-such-command-here": executable file not found in $PATH',
  });
});

test('without a command it says that entrypoints are not imitated, and succeeds', async () => {
  const { exit, output } = run(undefined);
  assert.deepEqual(await exit, { exitCode: 0 });
  assert.match(output(), /does not imitate the entrypoint of image busybox:1.37/);
});

test('a process that is asked to stop may clean up', async () => {
  const { running, exit, output, says } = run(
    sh('trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.05; done'),
  );
  await says('ready');
  running.stop(30);
  assert.deepEqual(await exit, { exitCode: 7 });
  assert.match(output(), /bye/);
});

test('one that does not stop is killed after its grace, and its children with it', async () => {
  const { running, exit, output, says } = run(
    sh('trap "" TERM; sleep 300 & echo child $!; echo ready; while :; do sleep 0.05; done'),
  );
  await says('ready');
  const child = Number(/child (\d+)/.exec(output())![1]);
  running.stop(0.2);
  assert.deepEqual(await exit, { exitCode: 137 });
  assert.equal(isZombieOrGone(child), true);
});

/** A killed orphan may wait for its reaper for a while. */
function isZombieOrGone(pid: number): boolean {
  return !isAlive(pid) || process.platform !== 'linux' || /\) Z/.test(readStat(pid));
}

function readStat(pid: number): string {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ') Z';
  }
}

test('children do not outlive the process, as in a container', { timeout: 10_000 }, async () => {
  const { exit, output } = run(sh('sleep 300 > /dev/null 2>&1 & echo child $!'));
  assert.deepEqual(await exit, { exitCode: 0 });
  const child = Number(/child (\d+)/.exec(output())![1]);
  while (!isZombieOrGone(child)) await systemClock.sleep(5);
});

test('a kill counts as out of memory where the Pod says so', async () => {
  const killed = run(sh('kill -KILL $$'));
  const outOfMemory = run(sh('kill -KILL $$'), { oom: true });
  assert.deepEqual(await killed.exit, { exitCode: 137 });
  assert.deepEqual(await outOfMemory.exit, { exitCode: 137, reason: 'OOMKilled' });
});

test('an abandoned process is killed and never heard of again', { timeout: 10_000 }, async () => {
  const { running, exit, says, output } = run(sh('echo pid $$; sleep 300'));
  await says('pid');
  running.abandon();
  const pid = Number(/pid (\d+)/.exec(output())![1]);
  while (!isZombieOrGone(pid)) await systemClock.sleep(5);
  const heard = await Promise.race([exit.then(() => true), systemClock.sleep(50).then(() => false)]);
  assert.equal(heard, false);
});
