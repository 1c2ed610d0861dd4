import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { Cluster } from '../../src/sandbox/cluster.ts';
import type { KubeObject } from '../../src/sandbox/cluster-types.ts';
import { kubeconfigText } from '../../src/sandbox/kubeconfig.ts';
import { PodLogs } from '../../src/sandbox/pod-logs.ts';
import { readCrds } from '../../src/sandbox/read-crds.ts';
import { startApiServer } from '../../src/sandbox/server.ts';
import { toKubernetesTime } from '../../src/lib/timestamp.ts';

const TOKEN = 'bench';

export interface ServedCluster {
  readonly cluster: Cluster;
  readonly podLogs: PodLogs;
  readonly kubeconfig: string;
}

/** A cluster and its API over HTTP, without controllers: all that happens in it is written by hand. */
export async function serveCluster(): Promise<ServedCluster> {
  const cluster = new Cluster({ clock: systemClock });
  const podLogs = new PodLogs();
  const definitions = cluster.findType('apiextensions.k8s.io', 'customresourcedefinitions')!;
  for (const crd of readCrds(join(import.meta.dirname, '../../deploy/crds')))
    cluster.create(definitions, crd);
  const host = '127.0.0.1';
  const server = await startApiServer({ cluster, podLogs, clock: systemClock, host, port: 0, token: TOKEN });
  return { cluster, podLogs, kubeconfig: kubeconfigText(server.url, TOKEN) };
}

/** Suspended ones in namespace default: `cron-0`, `cron-1` and so on. */
export function createCronJobs(cluster: Cluster, count: number): readonly KubeObject[] {
  const type = cluster.findType('batch', 'cronjobs')!;
  const spec = { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: { template: podTemplate() } } };
  return Array.from({ length: count }, (_, index) =>
    cluster.create(type, { metadata: { name: `cron-${index}`, namespace: 'default' }, spec }),
  );
}

/** A Job that its CronJob's controller would have made. */
export function createJob(cluster: Cluster, cronJob: KubeObject, run: number): KubeObject {
  const { name, uid } = cronJob.metadata;
  return cluster.create(cluster.findType('batch', 'jobs')!, {
    metadata: {
      name: `${name}-${run}`,
      namespace: 'default',
      annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': new Date().toISOString() },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name, uid, controller: true }],
    },
    spec: { backoffLimit: 0, template: podTemplate() },
  });
}

/** The one Pod of a Job. */
export function createPod(cluster: Cluster, job: KubeObject): KubeObject {
  const { name, uid } = job.metadata;
  const own = { 'batch.kubernetes.io/job-name': name, 'batch.kubernetes.io/controller-uid': uid };
  return cluster.create(cluster.findType('', 'pods')!, {
    metadata: {
      name: `${name}-x`,
      namespace: 'default',
      labels: { ...own, 'job-name': name, 'controller-uid': uid },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true }],
    },
    spec: { ...podTemplate().spec, nodeName: 'node-1' },
  });
}

/** What a controller or a kubelet says about an object: it changes by the status subresource alone. */
export function setStatus(
  cluster: Cluster,
  object: KubeObject,
  status: Readonly<Record<string, unknown>>,
): void {
  const type = object.kind === 'Pod' ? cluster.findType('', 'pods')! : cluster.findType('batch', 'jobs')!;
  cluster.update(type, { metadata: object.metadata, status }, { subresource: 'status' });
}

/** Of a Job that ended. */
export function finishedJob(succeeded: boolean, startedAt: string, finishedAt: string) {
  const condition = { status: 'True', lastTransitionTime: finishedAt };
  if (!succeeded) {
    const failed = { ...condition, type: 'Failed', reason: 'BackoffLimitExceeded' };
    return { startTime: startedAt, failed: 1, conditions: [failed] };
  }
  const conditions = [{ ...condition, type: 'Complete' }];
  return { startTime: startedAt, completionTime: finishedAt, succeeded: 1, conditions };
}

/** Of a Pod whose only container ended. */
export function terminatedPod(exitCode: number, startedAt: string, finishedAt: string) {
  const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', startedAt, finishedAt };
  const container = { name: 'main', image: 'work:1', restartCount: 0, ready: false };
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    startTime: startedAt,
    containerStatuses: [{ ...container, state: { terminated } }],
  };
}

/** A run of the CronJob that succeeds at once: the four changes that a cluster makes of it at the least. */
export function completeJob(cluster: Cluster, cronJob: KubeObject, run: number): KubeObject {
  const startedAt = toKubernetesTime(Date.now() - 2_000);
  const finishedAt = toKubernetesTime(Date.now());
  const job = createJob(cluster, cronJob, run);
  const pod = createPod(cluster, job);
  setStatus(cluster, pod, terminatedPod(0, startedAt, finishedAt));
  setStatus(cluster, job, finishedJob(true, startedAt, finishedAt));
  return job;
}

function podTemplate() {
  return {
    spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'registry.example/work:1' }] },
  };
}
