import { collectDefaultMetrics, Gauge, type GaugeConfiguration, Registry } from 'prom-client';
import type { Clock } from './lib/clock.ts';

/** What the metrics are read from, at each scrape. */
export interface MetricsPorts {
  readonly clock: Clock;
  /** Of each watch: `lastByteAt` is null before the first byte. */
  watches(): readonly {
    readonly resource: string;
    readonly lastByteAt: number | null;
    readonly synced: boolean;
  }[];
  /** CronJobs that wait to be brought up to date, and those whose last attempt failed. */
  queue(): { readonly depth: number; readonly failing: number };
  figures(): Promise<Figures>;
  /** When the heartbeat URL last answered; null before, and without one. */
  lastHeartbeatAt(): number | null;
  /** Why the service cannot be trusted at the moment; empty when all is well. */
  problems(): Promise<readonly string[]>;
}

interface Figures {
  readonly cronJobs: number;
  readonly activeAlerts: readonly { readonly severity: string; readonly count: number }[];
  readonly channels: readonly {
    readonly name: string;
    readonly ready: boolean;
    readonly sent: number;
    readonly failed: number;
    readonly waiting: number;
    readonly dueSince: number | null;
  }[];
}

/** What Prometheus scrapes: enough to know of a service that is blind, stuck or loses touch, from outside. */
export function serviceMetrics(ports: MetricsPorts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchMetrics(registry, ports);
  storedMetrics(registry, ports);
  gauge(registry, 'punctual_queue_depth', 'CronJobs that wait to be brought up to date.', (set) =>
    set({}, ports.queue().depth),
  );
  gauge(registry, 'punctual_queue_failing', 'CronJobs whose last attempt to be recorded failed.', (set) =>
    set({}, ports.queue().failing),
  );
  gauge(
    registry,
    'punctual_trustworthy',
    '1 while nothing keeps the heartbeat from going out.',
    async (set) => set({}, (await ports.problems()).length === 0 ? 1 : 0),
  );
  gauge(
    registry,
    'punctual_heartbeat_last_success_timestamp_seconds',
    'When the heartbeat URL last answered.',
    (set) => {
      const at = ports.lastHeartbeatAt();
      if (at !== null) set({}, at / 1_000);
    },
  );
  return registry;
}

function watchMetrics(registry: Registry, ports: MetricsPorts): void {
  gauge(
    registry,
    'punctual_watch_silence_seconds',
    'Seconds since the API server last sent anything on the watch of a resource.',
    (set) => {
      for (const { resource, lastByteAt } of ports.watches()) {
        if (lastByteAt !== null) set({ resource }, (ports.clock.now() - lastByteAt) / 1_000);
      }
    },
    ['resource'],
  );
  gauge(
    registry,
    'punctual_watch_synced',
    '1 once a resource was listed to its end.',
    (set) => {
      for (const { resource, synced } of ports.watches()) set({ resource }, synced ? 1 : 0);
    },
    ['resource'],
  );
}

/** Those that the store knows; one question for all of them at each scrape. */
function storedMetrics(registry: Registry, ports: MetricsPorts): void {
  const latest = sharedPerTurn(() => ports.figures());
  const ofChannel = (
    name: string,
    help: string,
    value: (channel: Figures['channels'][number]) => number,
  ): void => {
    gauge(
      registry,
      name,
      help,
      async (set) => {
        for (const channel of (await latest()).channels) set({ channel: channel.name }, value(channel));
      },
      ['channel'],
    );
  };
  gauge(registry, 'punctual_cronjobs', 'CronJobs in the cluster.', async (set) =>
    set({}, (await latest()).cronJobs),
  );
  gauge(
    registry,
    'punctual_alerts_active',
    'Alerts whose cause lasts.',
    async (set) => {
      for (const { severity, count } of (await latest()).activeAlerts) set({ severity }, count);
    },
    ['severity'],
  );
  ofChannel('punctual_channel_ready', '1 while messages can go out.', ({ ready }) => (ready ? 1 : 0));
  ofChannel('punctual_channel_messages_sent', 'Messages that the receiver took, ever.', ({ sent }) => sent);
  ofChannel('punctual_channel_messages_failed', 'Messages given up, ever.', ({ failed }) => failed);
  ofChannel('punctual_outbox_waiting', 'Messages that are due or will be.', ({ waiting }) => waiting);
  ofChannel(
    'punctual_outbox_overdue_seconds',
    'For how long the message has been due that has been due for longest.',
    ({ dueSince }) => (dueSince === null ? 0 : (ports.clock.now() - dueSince) / 1_000),
  );
}

type Set = (labels: Record<string, string>, value: number) => void;

/** Emptied before each scrape, so that what is gone is not told for ever. */
function gauge(
  registry: Registry,
  name: string,
  help: string,
  collect: (set: Set) => void | Promise<void>,
  labelNames: readonly string[] = [],
): void {
  const configuration: GaugeConfiguration<string> = {
    name,
    help,
    labelNames,
    registers: [],
    async collect() {
      this.reset();
      await collect((labels, value) => this.set(labels, value));
    },
  };
  registry.registerMetric(new Gauge(configuration));
}

/** Asks once for all that ask before the answer is there. */
function sharedPerTurn<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => (asked ??= ask().finally(() => (asked = null)));
}
