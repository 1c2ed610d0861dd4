import type { BuiltInFix } from './built-in-fix.ts';
import type { FailureFacts } from './failure-facts.ts';
import { describePod, listEvents, showCommand, showCronJob, showPodSpec } from './fix-commands.ts';

/** Fixes for what Kubernetes itself says: reasons of attempts and Jobs, and events. */
export const CLUSTER_FIXES: readonly BuiltInFix[] = [
  {
    name: 'out of memory',
    reasons: ['OOMKilled'],
    events: /\bOOMKilling\b/,
    suggestion: (facts) =>
      `The container${named(facts)} needed more memory than its limit and was killed. Raise ` +
      `resources.limits.memory or make the job use less. See the limit: ` +
      showPodSpec(facts, 'containers[*].resources'),
  },
  {
    name: 'image cannot be pulled',
    reasons: [
      'ImagePullBackOff',
      'ErrImagePull',
      'InvalidImageName',
      'ErrImageNeverPull',
      'ImageInspectError',
      'RegistryUnavailable',
    ],
    events: /Failed to pull image|ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull/,
    beforeStart: true,
    suggestion: (facts) =>
      `The image could not be pulled. Check its name, its tag and the imagePullSecrets. See why: ` +
      describePod(facts),
  },
  {
    name: 'configuration refers to something missing',
    reasons: ['CreateContainerConfigError'],
    events: /(?:configmap|secret) "[^"]*" not found|couldn't find key/i,
    beforeStart: true,
    suggestion: (facts) =>
      `A ConfigMap or Secret that the container refers to is missing or lacks a key. See which: ${describePod(facts)}`,
  },
  {
    name: 'volume cannot be mounted',
    events: /\bFailed(?:Mount|AttachVolume|MapVolume)\b|persistentvolumeclaim "[^"]*" not found/,
    beforeStart: true,
    suggestion: (facts) =>
      `A volume could not be mounted. Check that its claim, Secret or ConfigMap exists and that no other node ` +
      `holds it. See which: ${describePod(facts)}`,
  },
  {
    name: 'quota exceeded',
    log: /exceeded quota:/,
    events: /exceeded quota:/,
    beforeStart: true,
    suggestion: (facts) =>
      `The namespace's quota leaves no room for the Pod. Lower resources.requests, free some, or raise the ` +
      `quota: kubectl -n ${facts.names.namespace} describe resourcequota`,
  },
  {
    name: 'service account missing',
    log: /serviceaccount "[^"]*" not found/i,
    events: /serviceaccount "[^"]*" not found/i,
    beforeStart: true,
    suggestion: (facts) =>
      `The Pod's service account does not exist. Create it or correct serviceAccountName: ` +
      showPodSpec(facts, 'serviceAccountName'),
  },
  {
    name: 'refused by admission',
    log: /admission webhook "[^"]*" denied|violates PodSecurity|ValidatingAdmissionPolicy/,
    events: /admission webhook "[^"]*" denied|violates PodSecurity|ValidatingAdmissionPolicy/,
    beforeStart: true,
    suggestion: (facts) =>
      `An admission policy of the cluster refused the Pod. The event says which rule it breaks: ${listEvents(facts)}`,
  },
  {
    name: 'evicted',
    reasons: ['Evicted'],
    suggestion: (facts) =>
      `The node ran short of memory or disk and evicted the Pod. Set resources.requests to what the job really ` +
      `uses. See what ran short: ${describePod(facts)}`,
  },
  {
    name: 'preempted',
    reasons: ['Preempting', 'Preempted', 'PreemptionByScheduler'],
    events: /\b(?:Preempted|Preempting)\b/,
    suggestion: (facts) =>
      `The Pod had to make room for one of higher priority. Give the job a priorityClassName, or let a ` +
      `podFailurePolicy ignore disruptions: ${showPodSpec(facts, 'priorityClassName')}`,
  },
  {
    name: 'node lost or shut down',
    reasons: [
      'NodeLost',
      'NodeShutdown',
      'Shutdown',
      'Terminated',
      'TerminationByKubelet',
      'DeletionByTaintManager',
    ],
    events: /\b(?:NodeNotReady|TaintManagerEviction)\b/,
    suggestion: (facts) =>
      `The node of the Pod was lost, drained or shut down. Nothing in the job is wrong; a backoffLimit of 1 or ` +
      `more tries it on another node. See the nodes: kubectl get nodes; and the setting: ` +
      showCronJob(facts, 'jobTemplate.spec.backoffLimit'),
  },
  {
    name: 'cannot be scheduled',
    reasons: [
      'Unschedulable',
      'OutOfcpu',
      'OutOfmemory',
      'OutOfpods',
      'NodeAffinity',
      'UnexpectedAdmissionError',
    ],
    events: /\bFailedScheduling\b/,
    beforeStart: true,
    suggestion: (facts) =>
      `No node has room for the Pod or fits its selectors, tolerations and volumes. The event says what is ` +
      `missing on how many nodes: ${describePod(facts)}`,
  },
  {
    name: 'command cannot be started',
    reasons: ['StartError', 'ContainerCannotRun', 'RunContainerError', 'CreateContainerError'],
    suggestion: (facts) =>
      `The container could not be started: mostly a command that the image does not contain or may not execute. ` +
      `See the command: ${showCommand(facts)} and what became of it: ${describePod(facts)}`,
  },
  {
    name: 'deleted by hand',
    reasons: ['Deleted'],
    suggestion: ({ names: { namespace, cronJob } }) =>
      `The Job was deleted before it finished. If that was no intention, run it again: ` +
      `kubectl -n ${namespace} create job ${cronJob}-retry --from=cronjob/${cronJob}`,
  },
  {
    name: 'deadline exceeded',
    reasons: ['DeadlineExceeded'],
    suggestion: (facts) =>
      `The run took longer than activeDeadlineSeconds. Find what it waited for, or raise the deadline: ` +
      showCronJob(facts, 'jobTemplate.spec.activeDeadlineSeconds'),
  },
];

function named({ names: { container } }: FailureFacts): string {
  return container === null ? '' : ` ${container}`;
}
