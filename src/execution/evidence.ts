/** The log of one container's run, as captured from the cluster. */
export interface CapturedLog {
  readonly jobUid: string;
  readonly podUid: string;
  readonly podName: string;
  readonly container: string;
  /** How often the container had restarted before this run: tells apart the runs of one container. */
  readonly restartCount: number;
  /** The tail; at most the cap of bytes, cut at a line, with secrets redacted. */
  readonly text: string;
  /** Whether the beginning was cut off. */
  readonly truncated: boolean;
  readonly capturedAt: number;
}

/** A cluster event about a Job or one of its Pods. */
export interface CapturedEvent {
  readonly jobUid: string;
  readonly eventUid: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly objectKind: string;
  readonly objectName: string;
  readonly count: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}
