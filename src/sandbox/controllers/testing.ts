import { VirtualClock } from '../../lib/virtual-clock.ts';
import { Cluster } from '../cluster.ts';
import type { KubeObject, ResourceType } from '../cluster-types.ts';
import { PodLogs } from '../pod-logs.ts';
import type { Runner } from '../runners/runner.ts';
import { type ContainerScript, type ScriptContext, ScriptRunner } from '../runners/script-runner.ts';
import { startControllers } from '../start-controllers.ts';
import type { Hindrances } from './cron-job-controller.ts';

/** A small cluster on a virtual clock, with an empty namespace `test`. */
export class TestWorld {
  readonly clock: VirtualClock;
  readonly cluster: Cluster;
  readonly logs = new PodLogs();
  readonly errors: unknown[] = [];
  readonly stop: () => void;
  readonly #idle: () => boolean;

  constructor(options: TestWorldOptions = {}) {
    this.clock = new VirtualClock(Date.parse(options.start ?? '2026-03-02T00:00:00Z'));
    this.cluster = options.cluster?.(this.clock) ?? new Cluster({ clock: this.clock });
    const { clock, cluster, logs } = this;
    const script = options.script;
    const runner =
      options.runner?.(this.clock) ?? new ScriptRunner(script === undefined ? { clock } : { clock, script });
    const namespaces = this.type('namespaces');
    if (cluster.get(namespaces, null, 'test') === undefined) {
      cluster.create(namespaces, { metadata: { name: 'test' } });
    }
    const controllers = startControllers({
      cluster,
      clock,
      runner,
      logs,
      hindrances: options.hindrances,
      onError: (_, error) => this.errors.push(error),
    });
    this.stop = () => controllers.stop();
    this.#idle = () => controllers.idle();
  }

  type(resource: string, group = resource.endsWith('jobs') ? 'batch' : ''): ResourceType {
    return this.cluster.findType(group, resource)!;
  }

  create(resource: string, name: string, fields: Readonly<Record<string, unknown>> = {}): KubeObject {
    return this.cluster.create(this.type(resource), { ...fields, metadata: { name, namespace: 'test' } });
  }

  /** Changes fields of an object's spec. */
  patch(resource: string, name: string, spec: object): KubeObject {
    const object = this.get(resource, name)!;
    return this.cluster.update(this.type(resource), { ...object, spec: { ...object.spec, ...spec } });
  }

  get(resource: string, name: string): KubeObject | undefined {
    return this.cluster.get(this.type(resource), 'test', name);
  }

  list(resource: string): readonly KubeObject[] {
    return this.cluster.list(this.type(resource), 'test');
  }

  /** `reason message` of the events about an object or, without a name, about a kind; a count above one is appended. */
  events(kind: string, name?: string): readonly string[] {
    return this.list('events')
      .filter((event) => {
        const about = event['involvedObject'] as { kind: string; name: string };
        return about.kind === kind && (name === undefined || about.name === name);
      })
      .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
      .map((event) => {
        const { reason, message, count } = event as unknown as Record<'reason' | 'message', string> & {
          count: number;
        };
        return `${reason} ${message}${count === 1 ? '' : ` x${count}`}`;
      });
  }

  /** Lets the clock run up to an instant, given as ISO text or as ms from now. */
  async run(until: string | number): Promise<void> {
    const at = typeof until === 'string' ? Date.parse(until) : this.clock.now() + until;
    await this.clock.runUntil(at, () => this.settle());
  }

  async settle(): Promise<void> {
    do await Promise.resolve();
    while (!this.#idle());
  }
}

export interface TestWorldOptions {
  readonly start?: string;
  readonly script?: (context: ScriptContext) => ContainerScript | null;
  readonly runner?: (clock: VirtualClock) => Runner;
  readonly cluster?: (clock: VirtualClock) => Cluster;
  readonly hindrances?: Hindrances;
}

/** A Pod template that runs one container. */
export function aPodTemplate(spec: Readonly<Record<string, unknown>> = {}): object {
  return { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox:1.37' }], ...spec } };
}

/** A Job's spec with one container under restartPolicy Never. */
export function aJobSpec(spec: Readonly<Record<string, unknown>> = {}): object {
  return { template: aPodTemplate(), ...spec };
}

/** A CronJob's spec that is due at every full hour. */
export function aCronJobSpec(spec: Readonly<Record<string, unknown>> = {}): object {
  return { schedule: '0 * * * *', jobTemplate: { spec: aJobSpec() }, ...spec };
}
