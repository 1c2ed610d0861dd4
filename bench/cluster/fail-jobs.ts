// Fails Jobs and times their messages: `node fail-jobs.ts <kubeconfig> <cron jobs> <failures>`, started
// with an IPC channel. Sends `ready`; told `begin`, fails the Job of one CronJob after the other and
// sends `{failures}`, each with what its message said. Receives the messages itself: one clock for both ends.
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../src/sandbox/cluster-types.ts';
import { toKubernetesTime } from '../../src/lib/timestamp.ts';
import {
  createCronJobs,
  createJob,
  createPod,
  finishedJob,
  serveCluster,
  setStatus,
  terminatedPod,
} from './serve-cluster.ts';

export interface Failure {
  /** From the write of the Job's status until the whole message had come. */
  readonly latencyMs: number;
  readonly hasLog: boolean;
}

/** Between two failures: twenty a second. */
const EVERY_MS = 50;

const [kubeconfigPath = '', cronJobCount = '', failureCount = ''] = process.argv.slice(2);
const { cluster, podLogs, kubeconfig } = await serveCluster();
const cronJobs = createCronJobs(cluster, Number(cronJobCount));
const waiting = new Map<string, (message: Message) => void>();

interface Message {
  readonly cronJobName: string;
  readonly logs: string;
  readonly receivedAt: number;
}

const receiver = createServer((request, response) => void receive(request, response));
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
createRoute(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
writeFileSync(kubeconfigPath, kubeconfig);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  const receivedAt = performance.now();
  response.end();
  const message = JSON.parse(text) as Omit<Message, 'receivedAt'>;
  waiting.get(message.cronJobName)?.({ ...message, receivedAt });
}

/** A webhook channel to the receiver that may send as much as it can, and a monitor that tells it everything. */
function createRoute(url: string): void {
  const key = { name: 'hook', namespace: 'default', key: 'url' };
  cluster.create(cluster.findType('', 'secrets')!, {
    metadata: { name: 'hook', namespace: 'default' },
    data: { url: Buffer.from(url).toString('base64') },
  });
  cluster.create(cluster.findType('punctual.dev', 'alertchannels')!, {
    metadata: { name: 'hook' },
    spec: {
      type: 'webhook',
      webhook: { urlSecretRef: key, rateLimiting: { burstLimit: 100_000, maxAlertsPerHour: 10_000_000 } },
    },
  });
  cluster.create(cluster.findType('punctual.dev', 'cronjobmonitors')!, {
    metadata: { name: 'all', namespace: 'default' },
    spec: { alerting: { channelRefs: [{ name: 'hook' }] } },
  });
}

/** The kubelet and the controller say that it ended in the same instant, which is the hardest case. */
async function fail(cronJob: KubeObject): Promise<Failure> {
  const startedAt = toKubernetesTime(Date.now() - 2_000);
  const job = createJob(cluster, cronJob, 1);
  const pod = createPod(cluster, job);
  const line = `nothing goes any more in ${job.metadata.uid}`;
  const log = { podUid: pod.metadata.uid, container: 'main', restartCount: 0 };
  podLogs.append(log, Buffer.from(`${line}\n`), Date.now());
  podLogs.close(log);
  await sleep(EVERY_MS);
  const message = new Promise<Message>((resolve) => waiting.set(cronJob.metadata.name, resolve));
  const failedAt = performance.now();
  const finishedAt = toKubernetesTime(Date.now());
  setStatus(cluster, pod, terminatedPod(1, startedAt, finishedAt));
  setStatus(cluster, job, finishedJob(false, startedAt, finishedAt));
  const { receivedAt, logs } = await message;
  return { latencyMs: receivedAt - failedAt, hasLog: logs.includes(line) };
}

async function failAll(): Promise<void> {
  const failures: Promise<Failure>[] = [];
  for (const cronJob of cronJobs.slice(0, Number(failureCount))) {
    failures.push(fail(cronJob));
    await sleep(EVERY_MS);
  }
  process.send!({ failures: await Promise.all(failures) });
}

process.on('disconnect', () => process.exit());
process.on('message', (message) => void (message === 'begin' && failAll()));
process.send!('ready');
