import type { AppInstance } from '../app-instance.ts';
import { CronJobParams, SuspendResult, TriggerResult } from '../contract/cron-job.ts';
import { RequestError, unknownCronJob } from '../errors.ts';
import { findCronJob, type KnownCronJobs } from '../known-cron-jobs.ts';

/** The cluster, to change something about a CronJob in. Both throw when it cannot be reached. */
export interface CronJobCluster {
  /** Creates a Job from the CronJob's template. */
  triggerCronJob(namespace: string, name: string): Promise<TriggerOutcome>;
  /** Sets `spec.suspend`; setting what it is already changes nothing. */
  suspendCronJob(namespace: string, name: string, suspend: boolean): Promise<SuspendOutcome>;
}

/** What became of a trigger. */
export type TriggerOutcome = { readonly kind: 'created'; readonly jobName: string } | Declined;

/** What became of a suspension or its end. */
export type SuspendOutcome = { readonly kind: 'done' } | Declined;

/** `refused`: the cluster did not accept the change; the message is for the reader. */
export type Declined = { readonly kind: 'notFound' } | { readonly kind: 'refused'; readonly message: string };

/** What the routes that change a CronJob call. */
export interface CronJobActionPorts {
  readonly knownCronJobs: KnownCronJobs;
  readonly cluster: CronJobCluster;
}

/** What a reader can do to a CronJob in the cluster: start a run, suspend it, resume it. */
export function cronJobActionRoutes(app: AppInstance, ports: CronJobActionPorts): void {
  const { knownCronJobs, cluster } = ports;

  app.post(
    '/cronjobs/:namespace/:name/trigger',
    { schema: { summary: 'Start a run now', params: CronJobParams, response: { 200: TriggerResult } } },
    async ({ params }) => {
      await refuseUnlessPresent(params);
      const { namespace, name } = params;
      const outcome = await cluster.triggerCronJob(namespace, name);
      if (outcome.kind !== 'created') throw toError(params, outcome);
      return { jobName: outcome.jobName, message: `Created the Job ${namespace}/${outcome.jobName}.` };
    },
  );

  for (const { verb, summary, suspend, done } of SUSPENSIONS) {
    app.post(
      `/cronjobs/:namespace/:name/${verb}`,
      { schema: { summary, params: CronJobParams, response: { 200: SuspendResult } } },
      async ({ params }) => {
        await refuseUnlessPresent(params);
        const { namespace, name } = params;
        const outcome = await cluster.suspendCronJob(namespace, name, suspend);
        if (outcome.kind !== 'done') throw toError(params, outcome);
        return { suspended: suspend, message: `${done} the CronJob ${namespace}/${name}.` };
      },
    );
  }

  async function refuseUnlessPresent(params: CronJobParams): Promise<void> {
    const { deletedAt } = await findCronJob(knownCronJobs, params);
    if (deletedAt !== null) throw unknownCronJob(params);
  }
}

const SUSPENSIONS = [
  { verb: 'suspend', summary: 'Stop starting runs', suspend: true, done: 'Suspended' },
  { verb: 'resume', summary: 'Start runs again', suspend: false, done: 'Resumed' },
] as const;

function toError({ namespace, name }: CronJobParams, declined: Declined): RequestError {
  if (declined.kind === 'notFound') return unknownCronJob({ namespace, name });
  return new RequestError('refused', declined.message, { namespace, name });
}
