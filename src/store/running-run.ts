/** A run that has not ended. */
export interface RunningRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly manual: boolean;
}

/** The text of a `running_json` column; whatever else the objects carry stays out. */
export function toRunningJson(running: readonly RunningRun[]): string {
  return JSON.stringify(
    running.map(({ jobUid, jobName, startedAt, manual }) => ({ jobUid, jobName, startedAt, manual })),
  );
}
