import type { Clock } from '../../lib/clock.ts';
import type { KubeObject } from '../cluster-types.ts';
import type { EventText } from '../controllers/event-recorder.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import type { PodLogs } from '../pod-logs.ts';
import type { ContainerExit, Runner } from '../runners/runner.ts';
import type { ReadConfig } from './container-env.ts';
import type { ContainerRecord } from './container-state.ts';
import { type ContainerTemplate, ContainerWorker, waitingRecord } from './container-worker.ts';
import { type Phase, type PodEnding, type PodStatusInput, renderPodStatus } from './pod-status.ts';

export interface PodContext {
  readonly clock: Clock;
  readonly runner: Runner;
  readonly logs: PodLogs;
  readonly readConfig: ReadConfig;
  /** Records an event about the Pod, or about the part of it at `fieldPath`. */
  readonly record: (event: EventText, fieldPath?: string) => void;
  /** The Pod as it is now; undefined when it is gone. */
  readonly present: () => KubeObject | undefined;
  readonly writeStatus: (pod: KubeObject, status: object) => void;
  /** Removes the Pod, whose graceful end has come. */
  readonly remove: () => void;
  readonly hostIP: string;
  readonly podIP: string;
}

const DEADLINE: PodEnding = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
};

/**
 * One Pod on its node: init containers one after another, sidecars along with them, then all main
 * containers together, and the sidecars' end after theirs. Reports the Pod's status after every
 * change.
 */
export class PodWorker {
  readonly #context: PodContext;
  readonly #spec: KubeObject['spec'];
  readonly #workers: readonly ContainerWorker[];
  readonly #cancelDeadline: () => void;
  #ending: PodEnding | null = null;
  #isStopping = false;
  #isRemoval = false;
  #isSilent = false;

  constructor(pod: KubeObject, context: PodContext) {
    this.#context = context;
    this.#spec = pod.spec;
    this.#workers = templatesOf(pod).map((template) => this.#toWorker(pod, template));
    this.#cancelDeadline = this.#watchDeadline(pod);
  }

  /** Reports the Pod as accepted, unless it was before, and starts its first containers. */
  start(): void {
    if (this.#context.present()?.status?.startTime === undefined) this.#publish();
    this.#advance();
  }

  /** A Secret or ConfigMap of the namespace changed. */
  retryConfig(): void {
    for (const worker of this.#workers) worker.retryConfig();
  }

  /** Stops all containers, then removes the Pod. A shorter grace than before replaces it. */
  terminate(graceSeconds: number): void {
    this.#isRemoval = true;
    this.#stopAll(graceSeconds);
    this.#afterChange();
  }

  /** The Pod is gone, or the sandbox ends: kills what runs and reports nothing any more. */
  abandon(): void {
    this.#isSilent = true;
    this.#cancelDeadline();
    for (const worker of this.#workers) worker.abandon();
  }

  #toWorker(pod: KubeObject, template: ContainerTemplate): ContainerWorker {
    const { clock, runner, logs, readConfig, record } = this.#context;
    const field = template.kind === 'main' ? 'containers' : 'initContainers';
    const context = {
      pod,
      clock,
      runner,
      logs,
      readConfig,
      record: (event: EventText) => record(event, `spec.${field}{${template.name}}`),
      onChange: () => this.#afterChange(),
      onExit: (exit: ContainerExit) => this.#onExit(exit),
    };
    const restartsOn = (exitCode: number) => this.#restartsOn(template, exitCode);
    return new ContainerWorker(template, context, restartsOn, recordBefore(pod, template, restartsOn));
  }

  #restartsOn({ kind }: ContainerTemplate, exitCode: number): boolean {
    const policy = this.#spec.restartPolicy;
    if (kind === 'sidecar') return true;
    if (policy === 'Never') return false;
    return exitCode !== 0 || (policy === 'Always' && kind === 'main');
  }

  #onExit(exit: ContainerExit): void {
    if (exit.reason !== 'Evicted') return;
    const message = exit.message ?? 'The node was low on resource: memory.';
    this.#context.record({ type: 'Warning', reason: 'Evicted', message });
    this.#end({ reason: 'Evicted', message }, 0);
  }

  #afterChange(): void {
    if (this.#isSilent) return;
    this.#advance();
    this.#publish();
    if (this.#isRemoval && this.#isQuiet()) {
      this.#isSilent = true;
      this.#cancelDeadline();
      this.#context.remove();
    }
  }

  /** Starts what may start, and stops the sidecars when nothing needs them any more. */
  #advance(): void {
    if (this.#isStopping) return;
    for (const worker of this.#workers) {
      const { kind, state, isOver } = worker.record;
      worker.begin();
      if (kind === 'sidecar' && !state.running) return;
      if (kind === 'init' && isOver && state.terminated?.exitCode !== 0) return this.#stopAll(this.#grace());
      if (kind === 'init' && !isOver) return;
    }
    const mains = this.#workers.filter(({ record }) => record.kind === 'main');
    if (mains.every(({ record }) => record.isOver)) this.#stopAll(this.#grace());
  }

  #grace(): number {
    return this.#spec.terminationGracePeriodSeconds ?? 30;
  }

  #end(ending: PodEnding, graceSeconds: number): void {
    this.#ending ??= ending;
    this.#stopAll(graceSeconds);
  }

  #stopAll(graceSeconds: number): void {
    this.#isStopping = true;
    this.#cancelDeadline();
    for (const worker of this.#workers) if (!worker.record.isOver) worker.stop(graceSeconds);
  }

  #isQuiet(): boolean {
    return this.#workers.every((worker) => !worker.isAlive);
  }

  #publish(): void {
    const pod = this.#context.present();
    if (pod === undefined || this.#isSilent) return;
    const input: PodStatusInput = {
      pod,
      containers: this.#workers.map(({ record }) => record),
      restartPolicy: this.#spec.restartPolicy,
      forced: this.#forcedPhase(),
      ending: this.#ending,
      hostIP: this.#context.hostIP,
      podIP: this.#context.podIP,
      now: this.#context.clock.now(),
    };
    this.#context.writeStatus(pod, renderPodStatus(input));
  }

  /** A Pod that is stopped before its containers are through has failed, once nothing runs any more. */
  #forcedPhase(): Phase | null {
    if (!this.#isStopping) return null;
    if (!this.#isQuiet()) return this.#ending === null ? null : 'Running';
    const mains = this.#workers.filter(({ record }) => record.kind === 'main');
    const isSuccess = mains.every(({ record }) => record.state.terminated?.exitCode === 0);
    return isSuccess && this.#ending === null ? 'Succeeded' : 'Failed';
  }

  #watchDeadline(pod: KubeObject): () => void {
    const seconds = pod.spec.activeDeadlineSeconds;
    if (seconds === undefined) return () => {};
    const startedAt = parseTimestamp(pod.status?.startTime) ?? this.#context.clock.now();
    return this.#context.clock.setTimer(startedAt + seconds * 1_000, () => {
      this.#end(DEADLINE, this.#grace());
      this.#afterChange();
    });
  }
}

function templatesOf(pod: KubeObject): readonly ContainerTemplate[] {
  const inits = (pod.spec.initContainers ?? []).map((container: { restartPolicy?: string }) => ({
    ...container,
    kind: container.restartPolicy === 'Always' ? 'sidecar' : 'init',
  }));
  const mains = pod.spec.containers.map((container: object) => ({ ...container, kind: 'main' }));
  return [...inits, ...mains];
}

/** What an earlier life of the sandbox left of a container: finished ones stay so, others begin again. */
function recordBefore(
  pod: KubeObject,
  template: ContainerTemplate,
  restartsOn: (exitCode: number) => boolean,
): ContainerRecord {
  const hasInits = (pod.spec.initContainers ?? []).length > 0;
  const fresh = waitingRecord(template, hasInits ? 'PodInitializing' : 'ContainerCreating');
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  const status = statuses.find(({ name }) => name === template.name);
  if (status === undefined) return fresh;
  const { restartCount, state, lastState } = status;
  const lastTerminated = lastState?.terminated ?? null;
  if (state.terminated === undefined)
    return { ...fresh, restartCount, lastTerminated, ...keepWaiting(state) };
  const isOver = !restartsOn(state.terminated.exitCode);
  return { ...fresh, restartCount, lastTerminated, state, isOver };
}

function keepWaiting(state: ContainerRecord['state']): Pick<ContainerRecord, 'state'> | object {
  return state.waiting === undefined ? {} : { state };
}
