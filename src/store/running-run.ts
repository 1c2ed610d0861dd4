import type { StuckStart } from '../execution/stuck-start.ts';
import { fromJsonColumn } from './json-column.ts';

/** A run that has not ended. */
export interface RunningRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly manual: boolean;
  readonly state: 'pending' | 'running' | 'finishing';
  /** Why no Pod runs; null while one does or is about to. */
  readonly stuck: StuckStart | null;
}

/** The text of a `running_json` column; whatever else the objects carry stays out. */
export function toRunningJson(running: readonly RunningRun[]): string {
  return JSON.stringify(
    running.map(({ jobUid, jobName, startedAt, manual, state, stuck }) => ({
      jobUid,
      jobName,
      startedAt,
      manual,
      state,
      stuck,
    })),
  );
}

/** The runs in a `running_json` column; those that an earlier version wrote just run. */
export function fromRunningJson(text: string): readonly RunningRun[] {
  const runs = fromJsonColumn(text) as (Omit<RunningRun, 'state' | 'stuck'> & Partial<RunningRun>)[];
  return runs.map((run) => ({ ...run, state: run.state ?? 'running', stuck: run.stuck ?? null }));
}
