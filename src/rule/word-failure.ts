import { CUT_OFF, decidingAttempt } from '../execution/deciding-attempt.ts';
import type { Execution } from '../execution/execution.ts';

/** Title and message of an alert about a failed run, for a person who knows nothing yet. */
export function wordFailure(
  cronJobName: string,
  run: Execution,
  failuresInARow: number,
): { readonly title: string; readonly message: string } {
  const cause = wordCause(run);
  const sentences = [
    `Job ${run.jobName} failed: ${cause}${wordAttempts(run.attempts.length)}.`,
    wordReport(run, cause),
    failuresInARow > 1 ? `These are ${failuresInARow} failed runs in a row.` : null,
  ];
  return {
    title: `${cronJobName} failed: ${cause}`,
    message: sentences.filter((sentence) => sentence !== null).join(' '),
  };
}

/** `exit code 3 (Error)`, `out of memory (exit code 137, OOMKilled)`, `ImagePullBackOff`. */
function wordCause(run: Execution): string {
  const last = decidingAttempt(run);
  if (run.reason === 'Deleted') return 'it was deleted before it finished';
  // Where every attempt was cut off, it is the Job's own reason that tells why.
  const reason = last === null || last.reason === CUT_OFF ? null : last.reason;
  if (run.exitCode === -1) return reason ?? run.reason ?? 'no exit of a container was seen';
  if (reason === 'OOMKilled') return `out of memory (exit code ${run.exitCode}, OOMKilled)`;
  return `exit code ${run.exitCode}${reason === null ? '' : ` (${reason})`}`;
}

function wordAttempts(count: number): string {
  return count > 1 ? ` after ${count} attempts` : '';
}

/** What the Job's condition says; null where it says no more than the cause does. */
function wordReport({ reason, message }: Execution, cause: string): string | null {
  // Deleted is our own word: a Job that is gone has no condition.
  if (reason === null || reason === 'Deleted') return null;
  if (message === null || message === '') return reason === cause ? null : `Kubernetes reports ${reason}.`;
  return `Kubernetes reports ${reason}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`;
}
