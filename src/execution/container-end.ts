import type { AttemptLog } from './attempt-log.ts';
import type { Container } from './pod.ts';
import { toldMessage } from './told-message.ts';

/** How one container of a Pod stood when its run ended: sidecars and init containers too. */
export interface ContainerEnd {
  readonly podName: string;
  readonly container: string;
  readonly kind: Container['kind'];
  readonly image: string;
  readonly restartCount: number;
  readonly state: 'waiting' | 'running' | 'terminated';
  readonly reason: string | null;
  readonly message: string | null;
  /** Null unless terminated. */
  readonly exitCode: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** The Pods that came last are told; a Job of a thousand failing ones says the same thing a thousand times. */
const MOST_PODS = 10;

/** The containers of the last Pods, as the last snapshot of each showed them. */
export function containerEnds({ pods }: AttemptLog): readonly ContainerEnd[] {
  return pods
    .slice(-MOST_PODS)
    .flatMap(({ pod }) => pod.containers.map((container) => toEnd(pod.name, container)));
}

function toEnd(podName: string, { name, kind, image, restartCount, state }: Container): ContainerEnd {
  return {
    podName,
    container: name,
    kind,
    image,
    restartCount,
    state: state.kind,
    reason: state.kind === 'running' ? null : state.reason,
    message: state.kind === 'running' ? null : toldMessage(state.message),
    exitCode: state.kind === 'terminated' ? state.exitCode : null,
    startedAt: state.kind === 'waiting' ? null : state.startedAt,
    finishedAt: state.kind === 'terminated' ? state.finishedAt : null,
  };
}
