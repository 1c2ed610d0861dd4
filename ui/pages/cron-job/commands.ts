/** Kubernetes names have at most 63 characters; the controller of Jobs needs none of them for itself. */
const LONGEST_NAME = 63;
const SUFFIX = '-manual';

/** The command that starts a CronJob by hand, as the button does. */
export function triggerCommand(cronJob: { readonly namespace: string; readonly name: string }): string {
  const job = `${cronJob.name.slice(0, LONGEST_NAME - SUFFIX.length)}${SUFFIX}`;
  return `kubectl create job ${job} --from=cronjob/${cronJob.name} --namespace ${cronJob.namespace}`;
}

/** The command that reads the logs of a Job's pods while they exist. */
export function logsCommand(run: { readonly namespace: string; readonly jobName: string }): string {
  return `kubectl logs --selector batch.kubernetes.io/job-name=${run.jobName} --namespace ${run.namespace} --all-containers --prefix --tail=-1`;
}
