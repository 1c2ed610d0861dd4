// Completes Jobs at a steady rate for as long as it is asked to: `node keep-completing.ts <kubeconfig> <cron jobs>
// <a second>`, started with an IPC channel. Sends `ready` when the cluster is served, and begins when told `begin`.
import { writeFileSync } from 'node:fs';
import type { KubeObject } from '../../src/sandbox/cluster-types.ts';
import { completeJob, createCronJobs, serveCluster } from './serve-cluster.ts';

/** Jobs that the cluster keeps: a cluster deletes old ones too, and what is live has its price in memory. */
const KEPT_JOBS = 500;

const [kubeconfigPath = '', cronJobCount = '', perSecond = ''] = process.argv.slice(2);
const { cluster, kubeconfig } = await serveCluster();
const cronJobs = createCronJobs(cluster, Number(cronJobCount));
// A tenth of them has an agreement to keep.
cluster.create(cluster.findType('punctual.dev', 'cronjobmonitors')!, {
  metadata: { name: 'tenth', namespace: 'default' },
  spec: { selector: { matchNames: ['cron-*0'] }, sla: {} },
});
writeFileSync(kubeconfigPath, kubeconfig);
const kept: KubeObject[] = [];
let run = 0;

function complete(): void {
  // Neighbours in the list do not run one after the other.
  kept.push(completeJob(cluster, cronJobs[(run * 7_919) % cronJobs.length]!, run));
  run += 1;
  if (kept.length > KEPT_JOBS) remove(kept.shift()!);
}

function remove({ metadata: { name } }: KubeObject): void {
  cluster.delete(cluster.findType('batch', 'jobs')!, 'default', name);
}

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'begin') setInterval(complete, 1_000 / Number(perSecond));
});
process.send!('ready');
