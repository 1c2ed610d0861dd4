import { decidingAttempt } from '../execution/deciding-attempt.ts';
import type { Attempt, Execution } from '../execution/execution.ts';

/** What the suggestions are chosen by. */
export interface FailureFacts {
  readonly namespace: string;
  readonly cronJobName: string;
  readonly execution: Execution;
}

interface Case extends FailureFacts {
  /** The last failed attempt; null when no Pod was seen. */
  readonly attempt: Attempt | null;
  readonly exitCode: number;
}

interface Fix {
  readonly name: string;
  readonly fits: (failure: Case) => boolean;
  readonly text: (failure: Case) => string;
}

const IMAGE_REASONS: ReadonlySet<string> = new Set(['ImagePullBackOff', 'ErrImagePull', 'InvalidImageName']);

/** The first that fits is given, so that a cause stands before the exit code that it leads to. */
const FIXES: readonly Fix[] = [
  {
    name: 'out of memory',
    fits: ({ attempt }) => attempt?.reason === 'OOMKilled',
    text: (failure) =>
      `The container${named(failure)} needed more memory than its limit and was killed. Raise resources.limits.memory ` +
      `or make the job use less. See the limit: kubectl -n ${failure.namespace} get cronjob ${failure.cronJobName} ` +
      `-o jsonpath='{.spec.jobTemplate.spec.template.spec.containers[*].resources}'`,
  },
  {
    name: 'image cannot be pulled',
    fits: ({ attempt }) => IMAGE_REASONS.has(attempt?.reason ?? ''),
    text: (failure) =>
      `The image could not be pulled. Check its name, its tag and the imagePullSecrets. See why: ` +
      describePod(failure),
  },
  {
    name: 'configuration refers to something missing',
    fits: ({ attempt }) => attempt?.reason === 'CreateContainerConfigError',
    text: (failure) =>
      `A ConfigMap or Secret that the container refers to is missing or lacks a key. See which: ${describePod(failure)}`,
  },
  {
    name: 'evicted',
    fits: ({ attempt }) => attempt?.reason === 'Evicted',
    text: (failure) =>
      `The node ran short of memory or disk and evicted the Pod. Set resources.requests to what the job really uses. ` +
      `See what ran short: ${describePod(failure)}`,
  },
  {
    name: 'deadline exceeded',
    fits: ({ execution }) => execution.reason === 'DeadlineExceeded',
    text: ({ namespace, cronJobName }) =>
      `The run took longer than activeDeadlineSeconds. Find what it waited for, or raise the deadline: ` +
      `kubectl -n ${namespace} get cronjob ${cronJobName} -o jsonpath='{.spec.jobTemplate.spec.activeDeadlineSeconds}'`,
  },
  {
    name: 'exit code 126',
    fits: ({ exitCode }) => exitCode === 126,
    text: (failure) =>
      `Exit code 126: the command exists but cannot be executed. Check that the file is executable and built for ` +
      `the node's architecture. See the command: ${showCommand(failure)}`,
  },
  {
    name: 'exit code 127',
    fits: ({ exitCode }) => exitCode === 127,
    text: (failure) =>
      `Exit code 127: the command was not found. Check its spelling, PATH, and that the image contains it. ` +
      `See the command: ${showCommand(failure)}`,
  },
  {
    name: 'exit code 137',
    fits: ({ exitCode }) => exitCode === 137,
    text: (failure) =>
      `Exit code 137: the container was killed (SIGKILL): out of memory, evicted, or it did not stop in time when ` +
      `asked to. See which: ${describePod(failure)}`,
  },
  {
    name: 'exit code 143',
    fits: ({ exitCode }) => exitCode === 143,
    text: (failure) =>
      `Exit code 143: the container was asked to stop (SIGTERM): a node drain, a deletion or a deadline. ` +
      `See the events: ${listEvents(failure)}`,
  },
  {
    name: 'deleted by hand',
    fits: ({ execution }) => execution.reason === 'Deleted',
    text: (failure) =>
      `The Job was deleted before it finished. If that was no intention, run it again: ` +
      `kubectl -n ${failure.namespace} create job ${failure.cronJobName}-retry --from=cronjob/${failure.cronJobName}`,
  },
  {
    name: 'retries used up',
    fits: ({ execution }) => execution.reason === 'BackoffLimitExceeded',
    text: (failure) =>
      `Every attempt failed until backoffLimit was reached. Read what the container wrote: ` +
      `kubectl -n ${failure.namespace} logs job/${failure.execution.jobName} --all-containers --tail=100`,
  },
];

/** What to do about a failed run, with a command to begin with; null when nothing is known to help. */
export function suggestFix(facts: FailureFacts): string | null {
  const { execution } = facts;
  if (execution.outcome === 'success' || execution.reason === 'Replaced') return null;
  const attempt = decidingAttempt(execution);
  const failure: Case = { ...facts, attempt, exitCode: execution.exitCode };
  return FIXES.find(({ fits }) => fits(failure))?.text(failure) ?? null;
}

function named({ attempt }: Case): string {
  return attempt?.container ? ` ${attempt.container}` : '';
}

function describePod(failure: Case): string {
  const { namespace, attempt } = failure;
  return attempt === null ? listEvents(failure) : `kubectl -n ${namespace} describe pod ${attempt.podName}`;
}

function listEvents({ namespace, execution }: Case): string {
  return `kubectl -n ${namespace} get events --field-selector involvedObject.name=${execution.jobName}`;
}

function showCommand({ namespace, cronJobName }: Case): string {
  return (
    `kubectl -n ${namespace} get cronjob ${cronJobName} ` +
    `-o jsonpath='{.spec.jobTemplate.spec.template.spec.containers[*].command}'`
  );
}
