import type { Execution } from '../../../src/api/contract/execution.ts';

type Ended = Pick<Execution, 'status' | 'reason' | 'exitCode' | 'manual'>;

/**
 * Why a run ended as it did, in a few words: `BackoffLimitExceeded, exit code 137`. A success needs
 * no reason; what was started by hand says so.
 */
export function outcomeText(run: Ended): string {
  const parts = run.status === 'success' ? [] : [run.reason, exitText(run.exitCode)];
  if (run.manual) parts.push('started by hand');
  return parts.filter((part) => part !== null).join(', ');
}

/** -1 stands for a failure without any container's exit. */
export function exitText(exitCode: number): string {
  return exitCode === -1 ? 'no container exited' : `exit code ${exitCode}`;
}
