// Completes Jobs as fast as they are recorded: `node complete-jobs.ts <kubeconfig> <cron jobs> <completions>`,
// started with an IPC channel. Sends `ready`, then follows the messages `{recorded}`, staying a window
// ahead of them; at the end sends `{uids}` of all Jobs.
import { writeFileSync } from 'node:fs';
import { completeJob, createCronJobs, serveCluster } from './serve-cluster.ts';

/** Completions that may be on their way to the store: a second or two of them. */
const WINDOW = 5_000;
/** Written in one turn, so that the server's sockets come to their turn too. */
const AT_ONCE = 50;

const [kubeconfigPath = '', cronJobCount = '', completions = ''] = process.argv.slice(2);
const total = Number(completions);
const { cluster, kubeconfig } = await serveCluster();
const cronJobs = createCronJobs(cluster, Number(cronJobCount));
writeFileSync(kubeconfigPath, kubeconfig);
const uids: string[] = [];
let recorded = 0;
let isWriting = false;

function write(): void {
  isWriting = false;
  for (let count = 0; count < AT_ONCE && uids.length < total && uids.length - recorded < WINDOW; count += 1) {
    const job = completeJob(cluster, cronJobs[uids.length % cronJobs.length]!, uids.length);
    uids.push(job.metadata.uid);
  }
  if (uids.length < total && uids.length - recorded < WINDOW) writeSoon();
}

function writeSoon(): void {
  if (isWriting) return;
  isWriting = true;
  setImmediate(write);
}

process.on('disconnect', () => process.exit());
process.on('message', (message: { readonly recorded: number }) => {
  recorded = message.recorded;
  if (recorded >= total) process.send!({ uids });
  else writeSoon();
});
process.send!('ready');
