import type { Clock } from '../../lib/clock.ts';
import type { Cluster } from '../cluster.ts';
import { type ClusterEvent, type KubeObject, type ResourceType, StatusError } from '../cluster-types.ts';
import type { EventRecorder, RecordEvent } from '../controllers/event-recorder.ts';
import { isPodTerminal } from '../controllers/pod-facts.ts';
import { WorkQueue } from '../controllers/work-queue.ts';
import type { PodLogs } from '../pod-logs.ts';
import type { Runner } from '../runners/runner.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import { NODES, placePod, type SandboxNode, toNodeObject } from './nodes.ts';
import { PodWorker } from './pod-worker.ts';

export interface KubeletOptions {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly runner: Runner;
  readonly logs: PodLogs;
  readonly onError: (key: string, error: unknown) => void;
}

/**
 * The scheduler and the kubelets of all nodes: binds Pods, runs their containers, reports their
 * status and carries out their graceful deletion. Keyed by the Pod's uid.
 */
export class Kubelet {
  readonly #options: KubeletOptions;
  readonly #cluster: Cluster;
  readonly #queue: WorkQueue;
  readonly #pods: ResourceType;
  readonly #configs: Readonly<Record<'Secret' | 'ConfigMap', ResourceType>>;
  readonly #workers = new Map<string, PodWorker>();
  readonly #schedule: RecordEvent;
  readonly #kubelets: ReadonlyMap<string, RecordEvent>;
  #unsubscribe: (() => void) | null = null;
  #bound = 0;

  constructor(options: KubeletOptions) {
    this.#options = options;
    this.#cluster = options.cluster;
    this.#pods = options.cluster.findType('', 'pods')!;
    this.#configs = {
      Secret: options.cluster.findType('', 'secrets')!,
      ConfigMap: options.cluster.findType('', 'configmaps')!,
    };
    this.#schedule = options.events.for('default-scheduler');
    this.#kubelets = new Map(NODES.map(({ name }) => [name, options.events.for('kubelet', name)]));
    this.#queue = new WorkQueue({ ...options, sync: (uid) => this.#sync(uid) });
  }

  /** Registers the nodes and takes up every Pod; those that were running begin again from the start. */
  start(): void {
    const nodes = this.#cluster.findType('', 'nodes')!;
    for (const node of NODES) {
      if (this.#cluster.get(nodes, null, node.name) === undefined) {
        this.#cluster.create(nodes, toNodeObject(node));
      }
    }
    this.#unsubscribe ??= this.#cluster.subscribe((event) => this.#onEvent(event));
    for (const pod of this.#cluster.list(this.#pods, null)) this.#queue.add(pod.metadata.uid);
  }

  /** Kills what runs. The Pods' status stays as it is, so that the next start takes them up again. */
  stop(): void {
    this.#unsubscribe?.();
    this.#queue.stop();
    for (const worker of this.#workers.values()) worker.abandon();
    this.#workers.clear();
  }

  idle(): boolean {
    return this.#queue.idle;
  }

  #onEvent({ type, resource, object, previous }: ClusterEvent): void {
    if (resource === this.#pods) {
      if (type === 'DELETED') this.#forget(object.metadata.uid);
      else if (needsLook(object, previous)) this.#queue.add(object.metadata.uid);
    }
    const isConfig = resource === this.#configs.Secret || resource === this.#configs.ConfigMap;
    if (isConfig && type !== 'DELETED') this.#retryConfig(object.metadata.namespace!);
  }

  #forget(uid: string): void {
    this.#queue.remove(uid);
    this.#workers.get(uid)?.abandon();
    this.#workers.delete(uid);
    this.#options.logs.remove(uid);
  }

  #retryConfig(namespace: string): void {
    for (const [uid, worker] of this.#workers) {
      if (this.#cluster.byUid(uid)?.object.metadata.namespace === namespace) worker.retryConfig();
    }
  }

  #sync(uid: string): void {
    const pod = this.#cluster.byUid(uid)?.object;
    if (pod === undefined) return;
    const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    if (isPodTerminal(pod)) return this.#release(uid, pod);
    const node = NODES.find(({ name }) => name === pod.spec.nodeName);
    if (node === undefined) {
      if (deletionTimestamp === undefined && !pod.spec.nodeName) this.#bind(pod);
      return;
    }
    const worker = this.#workers.get(uid) ?? this.#adopt(pod, node);
    if (deletionTimestamp !== undefined) worker.terminate(deletionGracePeriodSeconds ?? 0);
  }

  /** A Pod that is over needs no worker; one to be deleted as well goes at once. */
  #release(uid: string, { metadata }: KubeObject): void {
    this.#workers.get(uid)?.abandon();
    this.#workers.delete(uid);
    if (metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds !== 0)
      this.#remove(uid);
  }

  #bind(pod: KubeObject): void {
    const placement = placePod(pod, NODES, this.#bound);
    if (placement.kind === 'unschedulable') return this.#cannotBind(pod, placement.message);
    this.#bound++;
    const { name } = placement.node;
    const target = `${pod.metadata.namespace}/${pod.metadata.name}`;
    const message = `Successfully assigned ${target} to ${name}`;
    this.#schedule(pod, { type: 'Normal', reason: 'Scheduled', message });
    this.#cluster.update(this.#pods, { ...pod, spec: { ...pod.spec, nodeName: name } });
  }

  #cannotBind(pod: KubeObject, message: string): void {
    const conditions = [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message,
        lastProbeTime: null,
        lastTransitionTime: toKubernetesTime(this.#options.clock.now()),
      },
    ];
    this.#schedule(pod, { type: 'Warning', reason: 'FailedScheduling', message });
    this.#writeStatus(pod, { ...pod.status, conditions });
  }

  #adopt(pod: KubeObject, node: SandboxNode): PodWorker {
    const { uid } = pod.metadata;
    const { clock, runner, logs } = this.#options;
    const record = this.#kubelets.get(node.name)!;
    const worker = new PodWorker(pod, {
      clock,
      runner,
      logs,
      readConfig: (kind, name) => this.#cluster.get(this.#configs[kind], pod.metadata.namespace!, name),
      record: (event, fieldPath) => record(pod, event, fieldPath),
      present: () => this.#cluster.byUid(uid)?.object,
      writeStatus: (present, status) => this.#writeStatus(present, status),
      remove: () => this.#remove(uid),
      hostIP: node.address,
      podIP: pod.status?.podIP ?? podAddress(this.#bound),
    });
    this.#workers.set(uid, worker);
    worker.start();
    return worker;
  }

  #writeStatus(pod: KubeObject, status: object): void {
    this.#cluster.update(this.#pods, { ...pod, status }, { subresource: 'status' });
  }

  #remove(uid: string): void {
    const pod = this.#cluster.byUid(uid)?.object;
    if (pod === undefined) return;
    const { namespace, name } = pod.metadata;
    try {
      this.#cluster.delete(this.#pods, namespace!, name, { uid, gracePeriodSeconds: 0 });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      this.#options.onError(uid, error);
    }
  }
}

/** The kubelet's own status reports are nothing to look at. */
function needsLook(pod: KubeObject, previous: KubeObject | undefined): boolean {
  if (previous === undefined) return true;
  return (
    pod.spec !== previous.spec ||
    pod.metadata.deletionTimestamp !== previous.metadata.deletionTimestamp ||
    pod.metadata.deletionGracePeriodSeconds !== previous.metadata.deletionGracePeriodSeconds ||
    (isPodTerminal(pod) && !isPodTerminal(previous))
  );
}

function podAddress(number: number): string {
  return `10.244.${Math.floor(number / 250) % 250}.${(number % 250) + 2}`;
}
