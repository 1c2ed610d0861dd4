import { MINUTE, SECOND } from '../../src/lib/duration.ts';
import type { VirtualClock } from '../../src/lib/virtual-clock.ts';
import type { Cluster } from '../../src/sandbox/cluster.ts';
import type { ContainerScript, ScriptContext } from '../../src/sandbox/runners/script-runner.ts';
import { courseOf, FAILING_ATTEMPT_MS } from './foretell-runs.ts';
import { monitorSpec, PROFILES } from './profiles.ts';
import type { PlannedCronJob } from './world-plan.ts';

interface Manifest {
  readonly kind: keyof typeof TYPES;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

const TYPES = {
  Namespace: ['', 'namespaces'],
  Secret: ['', 'secrets'],
  CronJob: ['batch', 'cronjobs'],
  AlertChannel: ['punctual.dev', 'alertchannels'],
  CronJobMonitor: ['punctual.dev', 'cronjobmonitors'],
} as const;

/** Namespaces with their monitors, and one channel. */
export function manifestsOf(receiverUrl: string): readonly Manifest[] {
  const home = 'default';
  return [
    {
      kind: 'Secret',
      metadata: { name: 'pager', namespace: home },
      stringData: { url: `${receiverUrl}/pager` },
    },
    {
      kind: 'AlertChannel',
      metadata: { name: 'pager' },
      spec: { type: 'webhook', webhook: { urlSecretRef: { name: 'pager', namespace: home, key: 'url' } } },
    },
    ...Object.entries(PROFILES).flatMap(([name, profile]): Manifest[] => [
      { kind: 'Namespace', metadata: { name } },
      { kind: 'CronJobMonitor', metadata: { name, namespace: name }, spec: monitorSpec(profile) },
    ]),
  ];
}

const GOOD_IMAGE = 'registry.example/work:1';
const BAD_IMAGE = 'registry.invalid/work:2';

/** Does to the cluster what people and pipelines do according to the plan. */
export class PlannedCluster {
  readonly #cluster: Cluster;
  readonly #clock: VirtualClock;

  constructor(cluster: Cluster, clock: VirtualClock) {
    this.#cluster = cluster;
    this.#clock = clock;
  }

  create(manifest: Manifest): void {
    this.#cluster.create(this.#type(manifest.kind), manifest);
  }

  /** Puts the CronJob and everything that is done to it on the clock. */
  plan(cronJob: PlannedCronJob, endAt: number): void {
    const at = (instant: number, act: () => void) => {
      if (instant < endAt) this.#clock.setTimer(instant, act);
    };
    const create = () => this.create(manifestOf(cronJob));
    at(cronJob.createdAt, create);
    for (const fault of cronJob.faults) {
      if (!('from' in fault)) continue;
      const { kind, from, until } = fault;
      if (kind === 'suspension') {
        at(from, () => this.#patch(cronJob, { suspend: true }));
        at(until, () => this.#patch(cronJob, { suspend: false }));
      } else if (kind === 'deletion') {
        at(from, () => this.#delete(cronJob));
        at(until, create);
      } else if (kind === 'badImage') {
        at(from, () => this.#patch(cronJob, { jobTemplate: jobTemplateOf(cronJob, BAD_IMAGE) }));
        at(until, () => this.#patch(cronJob, { jobTemplate: jobTemplateOf(cronJob, GOOD_IMAGE) }));
      }
    }
  }

  #patch({ profile, name }: PlannedCronJob, change: object): void {
    const type = this.#type('CronJob');
    const before = this.#cluster.get(type, profile, name)!;
    this.#cluster.update(type, { ...before, spec: { ...before.spec, ...change } });
  }

  #delete({ profile, name }: PlannedCronJob): void {
    this.#cluster.delete(this.#type('CronJob'), profile, name, { propagationPolicy: 'Background' });
  }

  #type(kind: keyof typeof TYPES) {
    const [group, resource] = TYPES[kind];
    return this.#cluster.findType(group, resource)!;
  }
}

function manifestOf(cronJob: PlannedCronJob): Manifest {
  const { name, profile, timetable, concurrencyPolicy, startingDeadlineMs } = cronJob;
  return {
    kind: 'CronJob',
    metadata: { name, namespace: profile },
    spec: {
      schedule: timetable.schedule,
      ...(timetable.timeZone !== null && { timeZone: timetable.timeZone }),
      concurrencyPolicy,
      ...(startingDeadlineMs !== null && { startingDeadlineSeconds: startingDeadlineMs / SECOND }),
      // As many as end in the longest outage, so that none is gone before it is seen.
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 3,
      jobTemplate: jobTemplateOf(cronJob, GOOD_IMAGE),
    },
  };
}

function jobTemplateOf({ activeDeadlineMs, backoffLimit }: PlannedCronJob, image: string): object {
  return {
    spec: {
      backoffLimit,
      ...(activeDeadlineMs !== null && { activeDeadlineSeconds: activeDeadlineMs / SECOND }),
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image }] } },
    },
  };
}

/** What the containers do: each attempt as the course of its slot's run has it. */
export function scriptOf(
  cronJobs: readonly PlannedCronJob[],
): (context: ScriptContext) => ContainerScript | null {
  const byName = new Map(cronJobs.map((cronJob) => [cronJob.name, cronJob]));
  const attempts = new Map<string, number>();
  return ({ pod }) => {
    const jobName = pod.metadata.labels?.['job-name'] ?? '';
    // The CronJob controller names its Jobs after the slot, in minutes.
    const dash = jobName.lastIndexOf('-');
    const cronJob = byName.get(jobName.slice(0, dash));
    if (cronJob === undefined) return null;
    const { waitMs, durationMs, failures } = courseOf(cronJob, Number(jobName.slice(dash + 1)) * MINUTE);
    const attempt = attempts.get(jobName) ?? 0;
    attempts.set(jobName, attempt + 1);
    if (attempt < failures)
      return { startAfterMs: attempt === 0 ? waitMs : 0, durationMs: FAILING_ATTEMPT_MS, exitCode: 3 };
    return { startAfterMs: attempt === 0 ? waitMs : 0, durationMs, exitCode: 0 };
  };
}
