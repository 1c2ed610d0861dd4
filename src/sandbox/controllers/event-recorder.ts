import type { Clock } from '../../lib/clock.ts';
import type { Cluster } from '../cluster.ts';
import { type KubeObject, type ResourceType, StatusError } from '../cluster-types.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';

export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Records events about objects under the name of one component. */
export type RecordEvent = (about: KubeObject, event: EventText, fieldPath?: string) => void;

interface Recorded {
  readonly namespace: string;
  readonly name: string;
  lastAt: number;
}

/** The default `--event-ttl` of the API server. */
const TIME_TO_LIVE_MS = 3_600_000;
/** Expired events go in batches, so that a sandbox in fast motion is not woken for each of them. */
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Writes Event objects. The same words about the same object raise the count of one Event. An Event
 * is deleted an hour after it was last written, or up to an hour later.
 */
export class EventRecorder {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #type: ResourceType;
  /** By everything that makes two events the same one; oldest write first. */
  readonly #recorded = new Map<string, Recorded>();
  #cancelSweep: (() => void) | null = null;
  #lastStamp = 0;

  constructor(cluster: Cluster, clock: Clock) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#type = cluster.findType('', 'events')!;
  }

  /** Takes over the Events of an earlier life, so that they expire too. */
  start(): void {
    const events = [...this.#cluster.list(this.#type, null)].sort((a, b) => lastSeen(a) - lastSeen(b));
    for (const event of events) this.#remember(keyOf(event), event, lastSeen(event));
    this.#scheduleSweep();
  }

  stop(): void {
    this.#cancelSweep?.();
    this.#cancelSweep = null;
  }

  /** A recorder for one component, such as `cronjob-controller`; `host` is the node's for a kubelet. */
  for(component: string, host?: string): RecordEvent {
    const source = host === undefined ? { component } : { component, host };
    return (about, event, fieldPath) => {
      try {
        this.#record(source, about, event, fieldPath);
      } catch (error) {
        // Events are best effort: a namespace that is being deleted takes no new ones.
        if (!(error instanceof StatusError)) throw error;
      }
    };
  }

  #record(
    source: { readonly component: string; readonly host?: string },
    about: KubeObject,
    { type, reason, message }: EventText,
    fieldPath: string | undefined,
  ): void {
    const now = toKubernetesTime(this.#clock.now());
    const event = {
      involvedObject: referenceTo(about, fieldPath),
      type,
      reason,
      message,
      source,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      reportingComponent: source.component,
      reportingInstance: source.host ?? '',
    };
    const key = keyOf(event);
    const known = this.#find(key);
    const written = known === undefined ? this.#create(about, event) : this.#repeat(known, now);
    this.#remember(key, written, this.#clock.now());
    this.#scheduleSweep();
  }

  #find(key: string): KubeObject | undefined {
    const recorded = this.#recorded.get(key);
    return recorded && this.#cluster.get(this.#type, recorded.namespace, recorded.name);
  }

  #create(about: KubeObject, event: Readonly<Record<string, unknown>>): KubeObject {
    // Like client-go's: the object's name and an instant that no other event has.
    this.#lastStamp = Math.max(this.#lastStamp + 1, this.#clock.now() * 1_000);
    const name = `${about.metadata.name}.${this.#lastStamp.toString(16)}`;
    const namespace = about.metadata.namespace ?? 'default';
    return this.#cluster.create(this.#type, { ...event, metadata: { name, namespace } });
  }

  #repeat(event: KubeObject, now: string): KubeObject {
    const count = Number(event['count']) + 1;
    return this.#cluster.update(this.#type, { ...event, count, lastTimestamp: now });
  }

  #remember(key: string, { metadata }: KubeObject, lastAt: number): void {
    // Deleted first so that the map's order stays that of the last write.
    this.#recorded.delete(key);
    this.#recorded.set(key, { namespace: metadata.namespace!, name: metadata.name, lastAt });
  }

  #scheduleSweep(): void {
    const [oldest] = this.#recorded.values();
    if (this.#cancelSweep !== null || oldest === undefined) return;
    const due = oldest.lastAt + TIME_TO_LIVE_MS;
    const at = Math.ceil(due / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
    this.#cancelSweep = this.#clock.setTimer(at, () => this.#sweep());
  }

  #sweep(): void {
    this.#cancelSweep = null;
    const expired = this.#clock.now() - TIME_TO_LIVE_MS;
    for (const [key, { namespace, name, lastAt }] of this.#recorded) {
      if (lastAt > expired) break;
      this.#recorded.delete(key);
      if (this.#cluster.get(this.#type, namespace, name) !== undefined) {
        this.#cluster.delete(this.#type, namespace, name);
      }
    }
    this.#scheduleSweep();
  }
}

function referenceTo(object: KubeObject, fieldPath: string | undefined): object {
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const { kind, apiVersion } = object;
  return { kind, apiVersion, namespace, name, uid, resourceVersion, ...(fieldPath ? { fieldPath } : {}) };
}

// oxlint-disable-next-line typescript/no-explicit-any -- an Event's fields, which have no type of their own here
function keyOf(event: any): string {
  const { involvedObject, source, type, reason, message } = event;
  return [involvedObject?.uid, involvedObject?.fieldPath, source?.component, type, reason, message].join(
    '\n',
  );
}

function lastSeen(event: KubeObject): number {
  return parseTimestamp(event['lastTimestamp']) ?? parseTimestamp(event.metadata.creationTimestamp) ?? 0;
}
