/** The log of one container's run, as captured from the cluster. */
export interface CapturedLog {
  readonly jobUid: string;
  readonly podUid: string;
  readonly podName: string;
  readonly container: string;
  /** How often the container had restarted before this run: tells apart the runs of one container. */
  readonly restartCount: number;
  /**
   * With secrets redacted. A log above the cap has its beginning and its end here, and between them a line
   * that says how much is missing. NUL is U+2400, bytes that are no UTF-8 are U+FFFD.
   */
  readonly text: string;
  /** Whether something was cut out. */
  readonly truncated: boolean;
  readonly capturedAt: number;
}

/**
 * How sure it is that the whole log of that run of the container, and of no other, was read. `partial`: it
 * still ran. `likely`: it had ended, but the cluster may have restarted it before it answered, and then gave
 * the next run's log. `certain`: it was the previous run, or the last one.
 */
export type LogCertainty = 'partial' | 'likely' | 'certain';

/** A log that is kept, without its text. */
export interface SavedLog {
  readonly podUid: string;
  readonly container: string;
  readonly restartCount: number;
  readonly certainty: LogCertainty;
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
