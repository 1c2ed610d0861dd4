import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { KubeObject } from '../cluster-types.ts';
import type {
  ContainerExit,
  ContainerSpec,
  RunCallbacks,
  RunContext,
  Runner,
  RunningContainer,
} from './runner.ts';

export interface ProcessRunnerOptions {
  readonly clock: Clock;
  /** Variables that every process gets beneath those of its container, at least PATH. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Annotation that makes an exit by SIGKILL count as the kernel's out-of-memory killer. */
const OOM_ANNOTATION = 'sandbox.punctual.dev/oom';

const START_ERROR = 128;

/**
 * Runs the container's command as a process of this machine: no image, no isolation. It works in an
 * empty temporary directory and leads its own process group, so that stopping it takes its children
 * along; like a container's, they do not outlive it.
 */
export class ProcessRunner implements Runner {
  readonly #options: ProcessRunnerOptions;

  constructor(options: ProcessRunnerOptions) {
    this.#options = options;
  }

  start(
    pod: KubeObject,
    container: ContainerSpec,
    context: RunContext,
    callbacks: RunCallbacks,
  ): RunningContainer {
    const [command, ...rest] = container.command ?? [];
    if (command === undefined) return explainEntrypoint(this.#options.clock, container, callbacks);
    const args = [...rest, ...(container.args ?? [])];
    const env = { ...this.#options.environment, HOSTNAME: pod.metadata.name, ...context.env };
    return launch(this.#options.clock, command, args, env, {
      ...callbacks,
      onExit: (exit) => callbacks.onExit(asOutOfMemory(pod, exit)),
    });
  }
}

/** Nothing can be run without a command, since there is no image whose entrypoint would be known. */
function explainEntrypoint(
  clock: Clock,
  { image }: ContainerSpec,
  callbacks: RunCallbacks,
): RunningContainer {
  const cancel = clock.setTimer(clock.now(), () => {
    callbacks.onStarted();
    callbacks.onOutput(
      `The sandbox does not imitate the entrypoint of image ${image}: give the container a command.\n`,
    );
    callbacks.onExit({ exitCode: 0 });
  });
  return { stop: () => undefined, abandon: cancel };
}

function launch(
  clock: Clock,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  callbacks: RunCallbacks,
): RunningContainer {
  const directory = mkdtempSync(join(tmpdir(), 'punctual-sandbox-'));
  const child = spawn(command, args, {
    cwd: directory,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isAbandoned = false;
  let cancelKill = () => {};
  child.once('spawn', () => isAbandoned || callbacks.onStarted());
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => isAbandoned || callbacks.onOutput(text));
  }
  whenOver(child, command, (exit) => {
    cancelKill();
    rmSync(directory, { recursive: true, force: true });
    if (!isAbandoned) callbacks.onExit(exit);
  });
  return {
    stop: (graceSeconds) => {
      cancelKill();
      signalGroup(child, graceSeconds > 0 ? 'SIGTERM' : 'SIGKILL');
      cancelKill = clock.setTimer(clock.now() + graceSeconds * 1_000, () => signalGroup(child, 'SIGKILL'));
    },
    abandon: () => {
      isAbandoned = true;
      signalGroup(child, 'SIGKILL');
    },
  };
}

/** Calls back once the process is over and all its output has been read. */
function whenOver(child: ChildProcess, command: string, callback: (exit: ContainerExit) => void): void {
  child.once('error', (error: NodeJS.ErrnoException) => {
    // A process that runs reports failed signals here too: those change nothing.
    if (child.pid === undefined)
      callback({ exitCode: START_ERROR, reason: 'StartError', message: why(command, error) });
  });
  child.once('exit', () => signalGroup(child, 'SIGKILL'));
  child.once('close', (code, signal) => {
    if (child.pid !== undefined)
      callback({ exitCode: code ?? 128 + (signal ? constants.signals[signal] : 0) });
  });
}

function why(command: string, error: NodeJS.ErrnoException): string {
  const reason = error.code === 'ENOENT' ? 'executable file not found in $PATH' : error.message;
  return `failed to create containerd task: exec: "${command}": ${reason}`;
}

/** Signals the process and its descendants; those that are gone already are no error. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // macOS says EPERM of a group whose processes are all dead but not yet reaped.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function asOutOfMemory(pod: KubeObject, exit: ContainerExit): ContainerExit {
  const isMarked = pod.metadata.annotations?.[OOM_ANNOTATION] === 'true';
  return isMarked && exit.exitCode === 137 ? { ...exit, reason: 'OOMKilled' } : exit;
}
