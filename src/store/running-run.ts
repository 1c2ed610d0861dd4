import { fromJsonColumn } from './json-column.ts';

/** A run that has not ended. */
export interface RunningRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly manual: boolean;
  /** The slot that it runs for; null when it was started by hand. */
  readonly scheduledFor: number | null;
}

/** The runs of a `running_json` column. Earlier versions did not write their slots. */
export function fromRunningJson(text: string): RunningRun[] {
  const running = fromJsonColumn(text) as (Omit<RunningRun, 'scheduledFor'> & Partial<RunningRun>)[];
  return running.map((run) => ({ ...run, scheduledFor: run.scheduledFor ?? null }));
}

/** The text of a `running_json` column; whatever else the objects carry stays out. */
export function toRunningJson(running: readonly RunningRun[]): string {
  return JSON.stringify(
    running.map(({ jobUid, jobName, startedAt, manual, scheduledFor }) => ({
      jobUid,
      jobName,
      startedAt,
      manual,
      scheduledFor,
    })),
  );
}
