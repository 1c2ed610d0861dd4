import type { CapturedEvent, CapturedLog } from '../../execution/evidence.ts';
import { type StoredExecutionDetail, toExecutionDetail } from '../answer/execution.ts';
import type { AppInstance } from '../app-instance.ts';
import { ExecutionDetail, ExecutionParams } from '../contract/execution.ts';
import { RequestError } from '../errors.ts';
import { STORED } from '../stored-answer.ts';

/** Where runs are recorded. */
export interface ExecutionReader {
  /** Null when no run of that Job is recorded. */
  get(jobUid: string): Promise<StoredExecutionDetail | null>;
}

/** Where the evidence of runs is kept; empty for a run without any. */
export interface EvidenceReader {
  logsOf(jobUid: string): Promise<readonly CapturedLog[]>;
  eventsOf(jobUid: string): Promise<readonly CapturedEvent[]>;
}

/** Where alerts are kept. */
export interface RunAlertReader {
  /** The alert that a run raised or added to; null when there is none. */
  idOfRun(jobUid: string): Promise<string | null>;
}

/** What the routes of executions call. */
export interface ExecutionPorts {
  readonly alerts: RunAlertReader;
  readonly executions: ExecutionReader;
  readonly evidence: EvidenceReader;
}

/** One execution with its attempts, logs and events. */
export function executionRoutes(app: AppInstance, { executions, evidence, alerts }: ExecutionPorts): void {
  app.get(
    '/executions/:id',
    {
      config: STORED,
      schema: { summary: 'Read an execution', params: ExecutionParams, response: { 200: ExecutionDetail } },
    },
    async ({ params: { id } }) => {
      const [execution, logs, events, alertId] = await Promise.all([
        executions.get(id),
        evidence.logsOf(id),
        evidence.eventsOf(id),
        alerts.idOfRun(id),
      ]);
      if (execution === null) throw new RequestError('not_found', `There is no execution ${id}.`, { id });
      return toExecutionDetail(execution, { logs, events, alertId });
    },
  );
}
