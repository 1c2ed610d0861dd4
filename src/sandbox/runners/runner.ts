import type { KubeObject } from '../cluster-types.ts';

/** What runs the containers of the sandbox's Pods. */
export interface Runner {
  /**
   * Starts one run of a container. The callbacks come later, never before `start` has returned:
   * `onStarted` at most once, then output, then `onExit` exactly once. An exit without a start means
   * that the container could not be started.
   */
  start(
    pod: KubeObject,
    container: ContainerSpec,
    context: RunContext,
    callbacks: RunCallbacks,
  ): RunningContainer;
}

/** The fields of a container's spec that a runner may use. */
export interface ContainerSpec {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

export interface RunContext {
  /** How often the container had been restarted before this run. */
  readonly restartCount: number;
  /** The resolved environment: every variable of the spec, references replaced by their values. */
  readonly env: Readonly<Record<string, string>>;
}

export interface RunCallbacks {
  readonly onStarted: () => void;
  readonly onOutput: (text: string) => void;
  readonly onExit: (exit: ContainerExit) => void;
}

export interface ContainerExit {
  /** 128 + n when signal n ended it. */
  readonly exitCode: number;
  /** Instead of Completed or Error: OOMKilled, StartError, … `Evicted` takes the whole Pod off its node. */
  readonly reason?: string;
  readonly message?: string;
}

export interface RunningContainer {
  /** Asks the run to end, and ends it by force after so many seconds. `onExit` follows. */
  stop(graceSeconds: number): void;
  /** Ends it by force, and no callback comes any more. */
  abandon(): void;
}
