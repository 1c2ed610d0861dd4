import { DEMO_CRON_JOBS, type DemoCronJob } from './cron-jobs.ts';

/** An object as it would stand in a file for `kubectl apply`. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Tells from a Pod which CronJob of the demo it runs for. */
export const CRON_JOB_LABEL = 'app.kubernetes.io/name';

/** Where the demo's channels keep their Secrets. */
const HOME = 'punctual';

const TEAMS: Readonly<Record<DemoCronJob['namespace'], string>> = {
  payments: 'payments',
  data: 'data',
  platform: 'sre',
  reporting: 'analytics',
};

export function demoNamespaces(): Manifest[] {
  const names = [...new Set(DEMO_CRON_JOBS.map((cronJob) => cronJob.namespace))];
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: HOME } },
    ...names.map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { team: TEAMS[name] } },
    })),
  ];
}

/** The channels' Secrets; their URLs lead to the receiver. */
export function demoSecrets(receiverUrl: string): Manifest[] {
  return [secret('team-chat', `${receiverUrl}/chat`), secret('ops-webhook', `${receiverUrl}/webhook`)];
}

function secret(name: string, url: string): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: HOME }, stringData: { url } };
}

export function demoChannels(): Manifest[] {
  const reference = (name: string) => ({ name, namespace: HOME, key: 'url' });
  return [
    channel('team-chat', {
      type: 'chat',
      chat: { webhookSecretRef: reference('team-chat'), defaultChannel: '#cron' },
    }),
    channel('ops-webhook', { type: 'webhook', webhook: { urlSecretRef: reference('ops-webhook') } }),
    // Its Secret does not exist: a channel that is not ready, and says why.
    channel('old-pager', { type: 'webhook', webhook: { urlSecretRef: reference('old-pager') } }),
  ];
}

function channel(name: string, spec: Readonly<Record<string, unknown>>): Manifest {
  return { apiVersion: 'punctual.dev/v1alpha1', kind: 'AlertChannel', metadata: { name }, spec };
}

export function demoMonitors(): Manifest[] {
  return [
    monitor('payments', 'payments-critical', {
      sla: { minSuccessRate: 99, windowDays: 30 },
      alerting: { channelRefs: [{ name: 'ops-webhook' }, { name: 'team-chat' }] },
    }),
    monitor('data', 'data-pipelines', {
      sla: { minSuccessRate: 95 },
      alerting: { channelRefs: [{ name: 'team-chat' }], severityOverrides: { jobFailed: 'warning' } },
    }),
    monitor('platform', 'platform-frequent', {
      selector: { matchNames: ['heartbeat', 'cache-warmup', 'queue-drain', 'cleanup-tmp', 'legacy-sync'] },
      sla: { windowDays: 1, minSuccessRate: 90 },
      alerting: { channelRefs: [{ name: 'team-chat' }, { name: 'ops-webhook', severities: ['critical'] }] },
    }),
    monitor('punctual', 'backups', {
      selector: { allNamespaces: true, matchLabels: { tier: 'backup' } },
      failure: { consecutiveFailures: 1, recoveryRuns: 1 },
      alerting: { channelRefs: [{ name: 'ops-webhook' }] },
    }),
  ];
}

function monitor(namespace: string, name: string, spec: Readonly<Record<string, unknown>>): Manifest {
  return { apiVersion: 'punctual.dev/v1alpha1', kind: 'CronJobMonitor', metadata: { name, namespace }, spec };
}

export function demoCronJob(cronJob: DemoCronJob): Manifest {
  const { namespace, name, schedule, timeZone } = cronJob;
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, namespace, labels: labels(cronJob) },
    spec: {
      schedule,
      ...(timeZone === undefined ? {} : { timeZone }),
      ...cronJob.spec,
      jobTemplate: {
        spec: {
          ...cronJob.jobSpec,
          template: {
            metadata: { labels: { [CRON_JOB_LABEL]: name }, ...outOfMemory(cronJob) },
            spec: {
              restartPolicy: cronJob.restartPolicy ?? 'Never',
              containers: [
                {
                  name: 'main',
                  image: `registry.example/${namespace}/${name}:1.4`,
                  command: ['sh', '-c', cronJob.script],
                },
              ],
            },
          },
        },
      },
    },
  };
}

/** Its process ends itself with SIGKILL, which stands for the kernel's out-of-memory killer. */
function outOfMemory({ name }: DemoCronJob): { annotations?: Record<string, string> } {
  return name === 'fraud-model-refresh' ? { annotations: { 'sandbox.punctual.dev/oom': 'true' } } : {};
}

function labels({ namespace, name }: DemoCronJob): Record<string, string> {
  return {
    [CRON_JOB_LABEL]: name,
    team: TEAMS[namespace],
    ...(name.startsWith('backup-') ? { tier: 'backup' } : {}),
  };
}
