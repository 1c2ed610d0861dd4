/** A container's entry of status.containerStatuses, as the kubelet keeps it. */
export interface ContainerRecord {
  readonly name: string;
  readonly image: string;
  readonly kind: ContainerKind;
  readonly restartCount: number;
  readonly state: ContainerState;
  /** How the run before this one ended. */
  readonly lastTerminated: TerminatedState | null;
  /** Whether it has ended and is not to be started again. */
  readonly isOver: boolean;
}

/** A `sidecar` is an init container with restartPolicy Always. */
export type ContainerKind = 'init' | 'sidecar' | 'main';

/** In the shape of the API. */
export interface ContainerState {
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: TerminatedState;
}

export interface TerminatedState {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  readonly startedAt: string | null;
  readonly finishedAt: string;
  readonly containerID: string;
}
