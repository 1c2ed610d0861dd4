import type { ServerResponse } from 'node:http';
import type { ClusterEvent, KubeObject, ResourceType } from '../cluster-types.ts';
import type { Presenter } from './representation.ts';
import { isSelected, type Selection } from './selection.ts';

export interface WatchOptions {
  readonly resource: ResourceType;
  readonly response: ServerResponse;
  readonly selection: Selection;
  readonly presenter: Presenter;
  /** Watches of one key show an object in the same form and share its text. */
  readonly formKey: string;
  readonly allowBookmarks: boolean;
  /** A watch whose client lets more than this wait is dropped. */
  readonly mostBufferedBytes: number;
}

type EventType = ClusterEvent['type'];

/**
 * One open watch: a stream of JSON lines. Changes of one turn of the event loop leave in one write.
 * It never waits for its client; one that cannot keep up loses the connection and lists again.
 */
export class Watch {
  readonly #options: WatchOptions;
  #pending: Buffer[] = [];
  #flushing: NodeJS.Immediate | undefined;
  /** A Table watch describes its columns in its first event alone. */
  #isFirst = true;
  /** The latest resourceVersion that the client was sent. */
  #told = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  get resource(): ResourceType {
    return this.#options.resource;
  }

  /** The latest resourceVersion that the client was sent; 0 before the first. */
  get told(): number {
    return this.#told;
  }

  /** Tells of a change when the selection is concerned. `lines` holds the texts made for it so far. */
  push(event: ClusterEvent, lines: Map<string, Buffer>): void {
    const seen = asSeenThrough(this.#options.selection, event);
    if (seen === null) return;
    const key = `${this.#options.formKey}|${seen.type}|${this.#isFirst}`;
    let line = lines.get(key);
    if (line === undefined) lines.set(key, (line = this.#line(seen.type, seen.object)));
    this.#isFirst = false;
    this.#told = event.resourceVersion;
    this.#send(line);
  }

  /** Tells of an object that is there when the watch begins. */
  pushInitial(object: KubeObject): void {
    if (!isSelected(this.#options.selection, object)) return;
    this.#send(this.#line('ADDED', object));
    this.#isFirst = false;
  }

  /** Sends a bookmark when the client takes them. */
  bookmark(resourceVersion: number, annotations: Readonly<Record<string, string>> = {}): void {
    if (!this.#options.allowBookmarks) return;
    this.#told = resourceVersion;
    const object = this.#options.presenter.bookmark(String(resourceVersion), annotations);
    this.#send(toLine('BOOKMARK', object));
  }

  /** Ends the stream in good order, after what is still to be sent. */
  end(): void {
    this.#flush();
    this.#options.response.end();
  }

  #line(type: EventType, object: KubeObject): Buffer {
    return toLine(type, this.#options.presenter.one(object, this.#isFirst));
  }

  #send(line: Buffer): void {
    this.#pending.push(line);
    this.#flushing ??= setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (this.#flushing !== undefined) clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const { response, mostBufferedBytes } = this.#options;
    const pending = this.#pending;
    this.#pending = [];
    if (pending.length === 0 || response.destroyed || response.writableEnded) return;
    response.write(pending.length === 1 ? pending[0] : Buffer.concat(pending));
    if (response.writableLength > mostBufferedBytes) response.destroy();
  }
}

/**
 * A change as a selection shows it: an object that enters is ADDED, one that leaves is DELETED with
 * its last selected state; null when it was and is outside.
 */
function asSeenThrough(
  selection: Selection,
  event: ClusterEvent,
): { readonly type: EventType; readonly object: KubeObject } | null {
  const { type, object, previous } = event;
  if (selection.namespace !== null && object.metadata.namespace !== selection.namespace) return null;
  if (selection.matches === null) return event;
  if (type === 'DELETED') return selection.matches(previous ?? object) ? event : null;
  const was = previous !== undefined && selection.matches(previous);
  const is = selection.matches(object);
  if (was && is) return { type: 'MODIFIED', object };
  if (is) return { type: 'ADDED', object };
  if (!was) return null;
  const { resourceVersion } = object.metadata;
  return { type: 'DELETED', object: { ...previous, metadata: { ...previous.metadata, resourceVersion } } };
}

function toLine(type: EventType | 'BOOKMARK', object: unknown): Buffer {
  return Buffer.from(`${JSON.stringify({ type, object })}\n`);
}
