import type { Clock } from '../../lib/clock.ts';
import type { KubeObject } from '../cluster-types.ts';
import type { ContainerSpec, RunCallbacks, RunContext, Runner, RunningContainer } from './runner.ts';

/** How one run of a container goes, as data on the clock. Times are ms since the container's start. */
export interface ContainerScript {
  /** Before the container is running, as if its image were pulled. Default 0. */
  readonly startAfterMs?: number;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly reason?: string;
  readonly message?: string;
  readonly log?: readonly { readonly atMs: number; readonly text: string }[];
  /** How long it takes to end after being asked to. Default 0. */
  readonly stopAfterMs?: number;
}

export interface ScriptContext {
  readonly pod: KubeObject;
  readonly container: ContainerSpec;
  readonly restartCount: number;
  /** When this run begins, by the clock. */
  readonly now: number;
}

export interface ScriptRunnerOptions {
  readonly clock: Clock;
  /** The script of a run; null leaves it to the Pod's annotation. */
  readonly script?: (context: ScriptContext) => ContainerScript | null;
}

/** Annotation with a ContainerScript as JSON, for all containers of the Pod. */
export const SCRIPT_ANNOTATION = 'sandbox.punctual.dev/script';

/** Without any script: one second, and all is well. */
const DEFAULT_SCRIPT: ContainerScript = { durationMs: 1_000, exitCode: 0 };

const SIGTERM_EXIT = 143;
const SIGKILL_EXIT = 137;

/** Plays scripts instead of running anything, so that a virtual clock passes hours in no time. */
export class ScriptRunner implements Runner {
  readonly #options: ScriptRunnerOptions;

  constructor(options: ScriptRunnerOptions) {
    this.#options = options;
  }

  start(
    pod: KubeObject,
    container: ContainerSpec,
    { restartCount }: RunContext,
    callbacks: RunCallbacks,
  ): RunningContainer {
    const { clock, script } = this.#options;
    const context = { pod, container, restartCount, now: clock.now() };
    return play(clock, script?.(context) ?? annotatedScript(pod) ?? DEFAULT_SCRIPT, callbacks);
  }
}

function annotatedScript(pod: KubeObject): ContainerScript | null {
  const text = pod.metadata.annotations?.[SCRIPT_ANNOTATION];
  if (text === undefined) return null;
  try {
    return { ...DEFAULT_SCRIPT, ...(JSON.parse(text) as Partial<ContainerScript>) };
  } catch (error) {
    const message = `annotation ${SCRIPT_ANNOTATION} is not JSON: ${(error as Error).message}\n`;
    return { durationMs: 0, exitCode: 1, log: [{ atMs: 0, text: message }] };
  }
}

function play(clock: Clock, script: ContainerScript, callbacks: RunCallbacks): RunningContainer {
  const startsAt = clock.now() + (script.startAfterMs ?? 0);
  const cancels: (() => void)[] = [];
  const at = (ms: number, callback: () => void) => cancels.push(clock.setTimer(ms, callback));
  const abandon = () => {
    for (const cancel of cancels.splice(0)) cancel();
  };
  at(startsAt, () => callbacks.onStarted());
  for (const { atMs, text } of script.log ?? []) at(startsAt + atMs, () => callbacks.onOutput(text));
  at(startsAt + script.durationMs, () => callbacks.onExit(exitOf(script)));
  return {
    abandon,
    stop: (graceSeconds) => {
      abandon();
      const reaction = script.stopAfterMs ?? 0;
      const isForced = reaction > graceSeconds * 1_000 || graceSeconds === 0;
      const exitCode = isForced ? SIGKILL_EXIT : SIGTERM_EXIT;
      at(clock.now() + Math.min(reaction, graceSeconds * 1_000), () => callbacks.onExit({ exitCode }));
    },
  };
}

function exitOf({ exitCode, reason, message }: ContainerScript): Parameters<RunCallbacks['onExit']>[0] {
  return {
    exitCode,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}
