import type { BuiltInFix } from './built-in-fix.ts';
import { describePod, listEvents, readLog } from './fix-commands.ts';

/** Fixes for failures of which only the way they ended is known. */
export const EXIT_FIXES: readonly BuiltInFix[] = [
  {
    name: 'killed',
    exitCodes: [137],
    signals: [9],
    suggestion: (facts) =>
      `Exit code 137: the container was killed (SIGKILL): out of memory, evicted, or it did not stop in time when ` +
      `asked to. See which: ${describePod(facts)}`,
  },
  {
    name: 'terminated',
    exitCodes: [143],
    signals: [15],
    suggestion: (facts) =>
      `Exit code 143: the container was asked to stop (SIGTERM): a node drain, a deletion or a deadline. ` +
      `See the events: ${listEvents(facts)}`,
  },
  {
    name: 'crashed',
    exitCodes: [132, 134, 135, 136, 139],
    signals: [4, 6, 7, 8, 11],
    suggestion: (facts) =>
      `The program crashed${ofSignal(facts.exitCode)}: a fault in it or in a native library, or an image for another ` +
      `processor. Its last words: ${readLog(facts)}`,
  },
  {
    name: 'interrupted',
    exitCodes: [130],
    signals: [2],
    suggestion: (facts) =>
      `Exit code 130: the program was interrupted (SIGINT), mostly by a wrapper of its own that stops its ` +
      `children. See the events: ${listEvents(facts)}`,
  },
  {
    name: 'crash loop',
    reasons: ['CrashLoopBackOff'],
    events: /Back-off restarting failed container/,
    suggestion: (facts) =>
      `The container fails again and again soon after its start. Read what it wrote the last time: ${readLog(facts)}`,
  },
  {
    name: 'indexes failed',
    reasons: ['FailedIndexes', 'MaxFailedIndexesExceeded'],
    suggestion: ({ names: { namespace, job } }) =>
      `Some indexes of the Job failed for good. See which: ` +
      `kubectl -n ${namespace} get job ${job ?? ''} -o jsonpath='{.status.failedIndexes}'`,
  },
  {
    name: 'retries used up',
    reasons: ['BackoffLimitExceeded'],
    suggestion: (facts) =>
      `Every attempt failed until backoffLimit was reached. Read what the container wrote: ${readLog(facts)}`,
  },
];

const SIGNALS: Readonly<Record<number, string>> = {
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  139: 'SIGSEGV',
};

function ofSignal(exitCode: number | null): string {
  const signal = SIGNALS[exitCode ?? -1];
  return signal === undefined ? '' : ` (exit code ${exitCode}, ${signal})`;
}
