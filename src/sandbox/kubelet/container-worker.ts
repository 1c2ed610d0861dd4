import type { Clock } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { KubeObject } from '../cluster-types.ts';
import type { EventText } from '../controllers/event-recorder.ts';
import type { LogKey, PodLogs } from '../pod-logs.ts';
import type { ContainerExit, ContainerSpec, Runner, RunningContainer } from '../runners/runner.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import { type ContainerEnv, expandVariables, type ReadConfig, resolveEnv } from './container-env.ts';
import type { ContainerKind, ContainerRecord, ContainerState, TerminatedState } from './container-state.ts';
import { pullFailure } from './image-pull.ts';
import { RestartBackoff } from './restart-backoff.ts';

export interface ContainerContext {
  readonly pod: KubeObject;
  readonly clock: Clock;
  readonly runner: Runner;
  readonly logs: PodLogs;
  readonly readConfig: ReadConfig;
  /** Records an event about this container. */
  readonly record: (event: EventText) => void;
  /** Told after every change of the record. */
  readonly onChange: () => void;
  /** Told of every end of a run, before `onChange`. */
  readonly onExit: (exit: ContainerExit) => void;
}

export type ContainerTemplate = ContainerSpec & ContainerEnv & { readonly kind: ContainerKind };

/** The kubelet notices an ended container about a second later, and then starts it again. */
const RESTART_NOTICE_MS = 1_000;

/**
 * The life of one container in its Pod. It waits (for its turn, its image, its configuration or its
 * back-off), runs, terminates, and from there waits again as long as its restart policy says so:
 *
 *   waiting --start--> running --exit--> terminated --restart?--> waiting (CrashLoopBackOff) --> running
 *
 * Once asked to stop it never starts again.
 */
export class ContainerWorker {
  readonly #template: ContainerTemplate;
  readonly #context: ContainerContext;
  readonly #restartsOn: (exitCode: number) => boolean;
  readonly #restarts = new RestartBackoff();
  readonly #pulls = new RestartBackoff();
  #record: ContainerRecord;
  #attempt: number;
  #run: RunningContainer | null = null;
  #cancelTimer = () => {};
  #isBegun = false;
  #isStopping = false;
  #lacksConfig = false;

  /** `before` is the record of an earlier life; what ran then begins again in the same container. */
  constructor(
    template: ContainerTemplate,
    context: ContainerContext,
    restartsOn: (exitCode: number) => boolean,
    before: ContainerRecord,
  ) {
    this.#template = template;
    this.#context = context;
    this.#restartsOn = restartsOn;
    this.#attempt = before.restartCount + (isBetweenRuns(before) ? 1 : 0);
    this.#record = before;
    this.#isBegun = before.isOver;
  }

  get record(): ContainerRecord {
    return this.#record;
  }

  /** Whether a run is under way, or about to be reported as started. */
  get isAlive(): boolean {
    return this.#run !== null;
  }

  /** Starts the container for the first time; later calls change nothing. */
  begin(): void {
    if (this.#isBegun || this.#isStopping) return;
    this.#isBegun = true;
    this.#tryStart();
  }

  /** Tries again when it waits for a Secret or ConfigMap. */
  retryConfig(): void {
    if (this.#lacksConfig) this.#tryStart();
  }

  /** Ends the run, if any, within the grace; it does not come back. */
  stop(graceSeconds: number): void {
    if (this.#isStopping && graceSeconds > 0) return;
    this.#isStopping = true;
    this.#lacksConfig = false;
    this.#cancelTimer();
    if (this.#run === null) return this.#settleWithoutRun();
    this.#note('Normal', 'Killing', `Stopping container ${this.#template.name}`);
    this.#run.stop(graceSeconds);
  }

  /** Ends the run by force and falls silent. */
  abandon(): void {
    this.#isStopping = true;
    this.#cancelTimer();
    this.#run?.abandon();
    this.#run = null;
  }

  #tryStart(): void {
    this.#lacksConfig = false;
    const { image } = this.#template;
    const failure = pullFailure(image);
    if (failure !== null) return this.#pullFailed(image, failure);
    this.#note('Normal', 'Pulled', `Container image "${image}" already present on machine`);
    const resolved = resolveEnv(this.#context.pod, this.#template, this.#context.readConfig);
    if (resolved.kind === 'missing') return this.#configMissing(resolved.message);
    this.#note('Normal', 'Created', `Created container: ${this.#template.name}`);
    this.#launch(resolved.env);
  }

  #launch(env: Readonly<Record<string, string>>): void {
    const { clock, pod, logs, runner } = this.#context;
    const attempt = this.#attempt;
    const log = this.#logKey(attempt);
    this.#run = runner.start(
      pod,
      withExpandedCommand(this.#template, env),
      { restartCount: attempt, env },
      {
        onStarted: () => this.#started(attempt),
        onOutput: (text) => logs.append(log, Buffer.from(text), clock.now()),
        onExit: (exit) => this.#exited(attempt, exit),
      },
    );
  }

  #started(attempt: number): void {
    this.#note('Normal', 'Started', `Started container ${this.#template.name}`);
    this.#change({
      restartCount: attempt,
      state: { running: { startedAt: toKubernetesTime(this.#context.clock.now()) } },
      lastTerminated: this.#record.state.terminated ?? this.#record.lastTerminated,
    });
  }

  #exited(attempt: number, exit: ContainerExit): void {
    const { clock, logs, onExit } = this.#context;
    this.#run = null;
    logs.close(this.#logKey(attempt));
    const terminated = this.#terminated(attempt, exit);
    if (exit.reason === 'StartError') this.#note('Warning', 'Failed', `Error: ${exit.message}`);
    onExit(exit);
    const isOver = this.#isStopping || !this.#restartsOn(exit.exitCode);
    if (!isOver) this.#scheduleRestart(clock.now());
    this.#attempt = attempt + 1;
    this.#change({ restartCount: attempt, state: { terminated }, isOver });
  }

  #logKey(restartCount: number): LogKey {
    return { podUid: this.#context.pod.metadata.uid, container: this.#template.name, restartCount };
  }

  #terminated(attempt: number, exit: ContainerExit): TerminatedState {
    const isStarted = this.#record.state.running !== undefined;
    const ordinary = exit.exitCode === 0 ? 'Completed' : 'Error';
    return {
      exitCode: exit.exitCode,
      reason: exit.reason === undefined || exit.reason === 'Evicted' ? ordinary : exit.reason,
      ...(exit.message === undefined ? {} : { message: exit.message }),
      startedAt: isStarted ? this.#record.state.running!.startedAt : '1970-01-01T00:00:00Z',
      finishedAt: toKubernetesTime(this.#context.clock.now()),
      containerID: `sandbox://${this.#context.pod.metadata.uid}/${this.#template.name}/${attempt}`,
    };
  }

  #scheduleRestart(finishedAt: number): void {
    const at = this.#restarts.next(finishedAt);
    this.#after(finishedAt + RESTART_NOTICE_MS, () => {
      if (at <= this.#context.clock.now()) return this.#tryStart();
      this.#crashLoop(at - finishedAt);
      this.#after(at, () => this.#tryStart());
    });
  }

  #crashLoop(waitMs: number): void {
    const { name, namespace, uid } = this.#context.pod.metadata;
    const pod = `${name}_${namespace}(${uid})`;
    const container = this.#template.name;
    this.#note('Warning', 'BackOff', `Back-off restarting failed container ${container} in pod ${pod}`);
    const text = formatDuration(waitMs);
    const message = `back-off ${text} restarting failed container=${container} pod=${pod}`;
    this.#change({
      state: { waiting: { reason: 'CrashLoopBackOff', message } },
      lastTerminated: this.#record.state.terminated ?? this.#record.lastTerminated,
    });
  }

  #pullFailed(image: string, failure: string): void {
    const failedAt = this.#context.clock.now();
    const retryAt = Math.max(this.#pulls.next(failedAt), failedAt + 2 * RESTART_NOTICE_MS);
    this.#note('Normal', 'Pulling', `Pulling image "${image}"`);
    this.#note('Warning', 'Failed', `Failed to pull image "${image}": ${failure}`);
    this.#note('Warning', 'Failed', 'Error: ErrImagePull');
    this.#wait('ErrImagePull', failure);
    this.#after(failedAt + RESTART_NOTICE_MS, () => {
      const backOff = `Back-off pulling image "${image}"`;
      this.#note('Normal', 'BackOff', backOff);
      this.#note('Warning', 'Failed', 'Error: ImagePullBackOff');
      this.#wait('ImagePullBackOff', `${backOff}: ErrImagePull: ${failure}`);
      this.#after(retryAt, () => this.#tryStart());
    });
  }

  #configMissing(message: string): void {
    this.#lacksConfig = true;
    this.#note('Warning', 'Failed', `Error: ${message}`);
    this.#wait('CreateContainerConfigError', message);
  }

  /** A container that was between two runs keeps how the last one ended. */
  #settleWithoutRun(): void {
    const { lastTerminated, state } = this.#record;
    const terminated = state.terminated ?? lastTerminated;
    this.#change({ isOver: true, ...(terminated === null ? {} : { state: { terminated } }) });
  }

  #wait(reason: string, message: string): void {
    this.#change({
      state: { waiting: { reason, message } },
      lastTerminated: this.#record.state.terminated ?? this.#record.lastTerminated,
    });
  }

  #after(at: number, callback: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#context.clock.setTimer(at, callback);
  }

  #change(change: Partial<ContainerRecord>): void {
    this.#record = { ...this.#record, ...change };
    this.#context.onChange();
  }

  #note(type: EventText['type'], reason: string, message: string): void {
    this.#context.record({ type, reason, message });
  }
}

/** The record of a container that has not been started. */
export function waitingRecord(template: ContainerTemplate, reason: string): ContainerRecord {
  const { name, image, kind } = template;
  const state: ContainerState = { waiting: { reason } };
  return { name, image, kind, restartCount: 0, state, lastTerminated: null, isOver: false };
}

function isBetweenRuns({ state }: ContainerRecord): boolean {
  return state.terminated !== undefined || state.waiting?.reason === 'CrashLoopBackOff';
}

function withExpandedCommand(
  { name, image, command, args }: ContainerTemplate,
  env: Readonly<Record<string, string>>,
): ContainerSpec {
  const expand = (words: readonly string[]) => words.map((word) => expandVariables(word, env));
  return {
    name,
    image,
    ...(command === undefined ? {} : { command: expand(command) }),
    ...(args === undefined ? {} : { args: expand(args) }),
  };
}
