import type { FailureFacts } from './failure-facts.ts';

// The commands that suggestions end with, with the names of the failure filled in.

/** Describes the Pod; lists the events where no Pod was seen. */
export function describePod(facts: FailureFacts): string {
  const { namespace, pod } = facts.names;
  return pod === null ? listEvents(facts) : `kubectl -n ${namespace} describe pod ${pod}`;
}

export function listEvents({ names: { namespace, job } }: FailureFacts): string {
  return job === null
    ? `kubectl -n ${namespace} get events --sort-by=.lastTimestamp`
    : `kubectl -n ${namespace} get events --field-selector involvedObject.name=${job}`;
}

export function readLog({ names: { namespace, job, cronJob } }: FailureFacts): string {
  return job === null
    ? `kubectl -n ${namespace} get jobs,pods | grep ${cronJob}`
    : `kubectl -n ${namespace} logs job/${job} --all-containers --tail=100`;
}

export function showCommand(facts: FailureFacts): string {
  return showPodSpec(facts, 'containers[*].command', 'containers[*].args');
}

/** Prints parts of the Pod's spec in the CronJob's template: `containers[*].image`. */
export function showPodSpec(facts: FailureFacts, ...parts: readonly string[]): string {
  return showCronJob(facts, ...parts.map((part) => `jobTemplate.spec.template.spec.${part}`));
}

/** Prints parts of the CronJob's spec: `schedule`. */
export function showCronJob(
  { names: { namespace, cronJob } }: FailureFacts,
  ...parts: readonly string[]
): string {
  const paths = parts.map((part) => `{.spec.${part}}`).join(' ');
  return `kubectl -n ${namespace} get cronjob ${cronJob} -o jsonpath='${paths}'`;
}
