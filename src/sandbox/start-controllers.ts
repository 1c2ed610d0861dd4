import type { Clock } from '../lib/clock.ts';
import type { Cluster } from './cluster.ts';
import { CronJobController, type Hindrances } from './controllers/cron-job-controller.ts';
import { EventRecorder } from './controllers/event-recorder.ts';
import { JobController } from './controllers/job-controller.ts';
import { TtlController } from './controllers/ttl-controller.ts';
import { Kubelet } from './kubelet/kubelet.ts';
import type { PodLogs } from './pod-logs.ts';
import type { Runner } from './runners/runner.ts';

export interface ControllersOptions {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly runner: Runner;
  readonly logs: PodLogs;
  /** See CronJobController. */
  readonly hindrances?: Hindrances | undefined;
  /** Told when a controller could not work on an object; it tries again later. */
  readonly onError: (controller: string, error: unknown) => void;
}

export interface Controllers {
  /** Whether nothing is left to be done at this instant. */
  idle(): boolean;
  /** As if the CronJob controller were down: no run starts for any slot until `resumeCronJobs`. */
  pauseCronJobs(): void;
  /** It comes back as after a restart, and starts what is still to be started. */
  resumeCronJobs(): void;
  /** Ends what runs without reporting it, so that a later start can take it up again. */
  stop(): void;
}

/** Starts everything that acts in a cluster by itself: controllers, scheduler and kubelets. */
export function startControllers(options: ControllersOptions): Controllers {
  const { cluster, clock } = options;
  const events = new EventRecorder(cluster, clock);
  const shared = (controller: string) => ({
    ...options,
    events,
    onError: (_key: string, error: unknown) => options.onError(controller, error),
  });
  let cronJobs: CronJobController | null = null;
  const startCronJobs = () => {
    cronJobs ??= new CronJobController(shared('cronjob-controller'));
    cronJobs.start();
  };
  const stopCronJobs = () => {
    cronJobs?.stop();
    cronJobs = null;
  };
  const parts = [
    new JobController(shared('job-controller')),
    new TtlController(shared('ttl-after-finished-controller')),
    new Kubelet(shared('kubelet')),
  ];
  events.start();
  startCronJobs();
  for (const part of parts) part.start();
  return {
    idle: () => (cronJobs?.idle() ?? true) && parts.every((part) => part.idle()),
    pauseCronJobs: stopCronJobs,
    resumeCronJobs: startCronJobs,
    stop: () => {
      stopCronJobs();
      for (const part of parts) part.stop();
      events.stop();
    },
  };
}
