import type { KubeObject } from '../cluster-types.ts';
import { ageSince } from './human-duration.ts';

interface ContainerStatus {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

interface ContainerState {
  readonly running?: object;
  readonly waiting?: { readonly reason?: string };
  readonly terminated?: {
    readonly reason?: string;
    readonly exitCode: number;
    readonly signal?: number;
    readonly finishedAt?: string;
  };
}

/** `1/2`: containers that are ready, of all. */
export function podReadiness({ spec, status }: KubeObject): string {
  const ready = containers(status).filter((container) => container.ready).length;
  return `${ready}/${spec?.containers?.length ?? 0}`;
}

/** `0`, or `3 (20s ago)` with the time since the latest restart. */
export function podRestarts({ status }: KubeObject, now: number): string {
  const restarts = containers(status).reduce((sum, { restartCount }) => sum + (restartCount ?? 0), 0);
  const ends = containers(status)
    .map(({ lastState }) => lastState?.terminated?.finishedAt)
    .filter((end) => end !== undefined)
    .sort();
  const latest = ends.at(-1);
  return restarts === 0 || latest === undefined
    ? String(restarts)
    : `${restarts} (${ageSince(latest, now)} ago)`;
}

/** The word in kubectl's STATUS column: what most holds the pod up, else its phase. */
export function podReason({ metadata, spec, status }: KubeObject): string {
  const isOver = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  if (metadata.deletionTimestamp !== undefined && !isOver) return 'Terminating';
  const init = initReason(spec, status?.initContainerStatuses ?? []);
  if (init !== null) return init;
  let reason: string = status?.reason ?? status?.phase ?? 'Unknown';
  let hasRunning = false;
  for (const { ready, state } of containers(status).toReversed()) {
    reason = waitingReason(state) ?? terminatedReason(state) ?? reason;
    if (ready && state?.running !== undefined) hasRunning = true;
  }
  return reason === 'Completed' && hasRunning ? 'Running' : reason;
}

function containers(status: { readonly containerStatuses?: readonly ContainerStatus[] } | undefined) {
  return status?.containerStatuses ?? [];
}

/** Null once every init container has done its part. */
function initReason(
  spec: { readonly initContainers?: readonly { readonly name: string; readonly restartPolicy?: string }[] },
  statuses: readonly ContainerStatus[],
): string | null {
  const all = spec?.initContainers ?? [];
  for (const [index, { name, state }] of statuses.entries()) {
    if (state?.terminated?.exitCode === 0) continue;
    const isSidecar = all.find((container) => container.name === name)?.restartPolicy === 'Always';
    if (isSidecar && state?.running !== undefined) continue;
    const terminated = terminatedReason(state);
    if (terminated !== undefined) return `Init:${terminated}`;
    const waiting = waitingReason(state);
    if (waiting !== undefined && waiting !== 'PodInitializing') return `Init:${waiting}`;
    return `Init:${index}/${all.length}`;
  }
  return null;
}

function waitingReason(state: ContainerState | undefined): string | undefined {
  return state?.waiting?.reason || undefined;
}

function terminatedReason(state: ContainerState | undefined): string | undefined {
  const terminated = state?.terminated;
  if (!terminated) return undefined;
  if (terminated.reason) return terminated.reason;
  return terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`;
}
