import type { StuckStart } from '../execution/stuck-start.ts';
import { fromJsonColumn } from './json-column.ts';

/** A run that has not ended. */
export interface RunningRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly manual: boolean;
  /** The slot that it runs for; null when it was started by hand. */
  readonly scheduledFor: number | null;
  readonly state: 'pending' | 'running' | 'finishing';
  /** Why no Pod runs; null while one does or is about to. */
  readonly stuck: StuckStart | null;
}

/** The text of a `running_json` column; whatever else the objects carry stays out. */
export function toRunningJson(running: readonly RunningRun[]): string {
  return JSON.stringify(
    running.map(({ jobUid, jobName, startedAt, manual, scheduledFor, state, stuck }) => ({
      jobUid,
      jobName,
      startedAt,
      manual,
      scheduledFor,
      state,
      stuck,
    })),
  );
}

/** The runs in a `running_json` column. Earlier versions wrote neither slots nor states: those just run. */
export function fromRunningJson(text: string): readonly RunningRun[] {
  const runs = fromJsonColumn(text) as (Pick<RunningRun, 'jobUid' | 'jobName' | 'startedAt' | 'manual'> &
    Partial<RunningRun>)[];
  return runs.map((run) => ({
    ...run,
    scheduledFor: run.scheduledFor ?? null,
    state: run.state ?? 'running',
    stuck: run.stuck ?? null,
  }));
}
