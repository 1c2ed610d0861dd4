import { DAY, MINUTE } from '../../../lib/duration.ts';
import type { VirtualClock } from '../../../lib/virtual-clock.ts';
import type { Cluster } from '../../cluster.ts';
import type { KubeObject } from '../../cluster-types.ts';
import { DEMO_CRON_JOBS } from './cron-jobs.ts';
import {
  demoChannels,
  demoCronJob,
  demoMonitors,
  demoNamespaces,
  demoSecrets,
  type Manifest,
} from './manifests.ts';

/** How much history the demo world has. */
export const DEMO_DAYS = 90;

export interface DemoOptions {
  readonly cluster: Cluster;
  readonly clock: VirtualClock;
  /** The world's present: the end of its history. It begins `DEMO_DAYS` before. */
  readonly presentAt: number;
  /** Where the channels' messages go. */
  readonly receiverUrl: string;
  /** Resolves when everything that the present instant causes has happened. */
  readonly settle: () => Promise<void>;
  /** Told once for each day that has passed. */
  readonly onDay: (day: number) => void;
}

/**
 * Lets the demo world live through its history on the virtual clock, up to `presentAt`. Nothing here
 * writes a run: CronJobs are created and changed at their time, and the controllers do the rest.
 */
export async function playDemo(options: DemoOptions): Promise<void> {
  const { clock, presentAt, settle } = options;
  for (const step of steps(options)) clock.setTimer(step.at, step.act);
  for (let day = 1; day <= DEMO_DAYS; day++) {
    await clock.runUntil(presentAt - (DEMO_DAYS - day) * DAY, settle);
    options.onDay(day);
  }
}

/** The receiver may have another port than when the world was made. */
export function renewReceiver(cluster: Cluster, receiverUrl: string): void {
  const type = typeOf(cluster, 'Secret');
  for (const { metadata, stringData } of demoSecrets(receiverUrl)) {
    const before = cluster.get(type, metadata.namespace ?? null, metadata.name);
    if (before !== undefined) cluster.update(type, { ...before, stringData });
  }
}

interface Step {
  readonly at: number;
  readonly act: () => void;
}

function steps({ cluster, presentAt, receiverUrl }: DemoOptions): Step[] {
  const begunAt = presentAt - DEMO_DAYS * DAY;
  const ago = (days: number) => Math.max(begunAt, presentAt - days * DAY);
  return [
    { at: begunAt, act: () => createAll(cluster, demoNamespaces()) },
    { at: begunAt, act: () => createAll(cluster, demoSecrets(receiverUrl)) },
    { at: begunAt, act: () => createAll(cluster, [...demoChannels(), ...demoMonitors()]) },
    ...DEMO_CRON_JOBS.map((cronJob) => ({
      at: ago(cronJob.ageDays),
      act: () => createAll(cluster, [demoCronJob(cronJob)]),
    })),
    { at: ago(20), act: () => changeSpec(cluster, 'platform', 'legacy-sync', { suspend: true }) },
    { at: ago(1.6), act: () => breakImage(cluster) },
    ...[78, 41, 6].map((days) => ({
      at: ago(days) + 7 * MINUTE,
      act: () => runByHand(cluster, 'reporting', 'customer-digest'),
    })),
  ];
}

const PLURALS: Readonly<Record<string, readonly [group: string, resource: string]>> = {
  Namespace: ['', 'namespaces'],
  Secret: ['', 'secrets'],
  CronJob: ['batch', 'cronjobs'],
  Job: ['batch', 'jobs'],
  AlertChannel: ['punctual.dev', 'alertchannels'],
  CronJobMonitor: ['punctual.dev', 'cronjobmonitors'],
};

function createAll(cluster: Cluster, manifests: readonly Manifest[]): void {
  for (const manifest of manifests) cluster.create(typeOf(cluster, manifest.kind), manifest);
}

function typeOf(cluster: Cluster, kind: string) {
  const [group, resource] = PLURALS[kind]!;
  const type = cluster.findType(group, resource);
  if (type === undefined) throw new Error(`the sandbox serves no ${kind}`);
  return type;
}

function cronJobOf(cluster: Cluster, namespace: string, name: string): KubeObject {
  const found = cluster.get(typeOf(cluster, 'CronJob'), namespace, name);
  if (found === undefined) throw new Error(`the demo has no CronJob ${namespace}/${name}`);
  return found;
}

function changeSpec(cluster: Cluster, namespace: string, name: string, change: object): void {
  const before = cronJobOf(cluster, namespace, name);
  cluster.update(typeOf(cluster, 'CronJob'), { ...before, spec: { ...before.spec, ...change } });
}

/** Somebody releases an image tag that was never pushed. */
function breakImage(cluster: Cluster): void {
  const { jobTemplate } = structuredClone(cronJobOf(cluster, 'data', 'reindex-search').spec);
  jobTemplate.spec.template.spec.containers[0].image = 'registry.invalid/data/reindex-search:1.5';
  changeSpec(cluster, 'data', 'reindex-search', { jobTemplate });
}

/** What `kubectl create job --from=cronjob/…` makes. */
function runByHand(cluster: Cluster, namespace: string, name: string): void {
  const { metadata, spec } = cronJobOf(cluster, namespace, name);
  cluster.create(typeOf(cluster, 'Job'), {
    metadata: {
      generateName: `${name}-manual-`,
      namespace,
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name, uid: metadata.uid }],
    },
    spec: structuredClone(spec.jobTemplate.spec),
  });
}
