import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whole numbers from 0 below `below`, the same for the same seed (mulberry32). */
export type Dice = (below: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export interface ChaosObject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: number;
  readonly phase: string;
  readonly padding: number;
}

interface ChaosEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: ChaosObject;
}

interface Watcher {
  readonly send: (event: ChaosEvent) => void;
}

const NAMES = 400;
/** Short enough that a watch that was away for a while is answered with 410. */
const HISTORY = 300;

/**
 * An API server with one collection that mutates by dice and fails by dice in every way that was seen
 * of real ones and of what stands between: refusals, resets, silence, half lines, garbage, expiry.
 */
export class ChaosServer {
  /** How often each fault struck, by its name. */
  readonly faults = new Map<string, number>();
  readonly objects = new Map<string, ChaosObject>();
  /** While false the server behaves. */
  chaotic = true;
  readonly #mutationDice: Dice;
  readonly #faultDice: Dice;
  readonly #server: Server;
  readonly #history: ChaosEvent[] = [];
  readonly #watchers = new Set<Watcher>();
  readonly #snapshots = new Map<string, { resourceVersion: number; items: ChaosObject[] }>();
  readonly #firstFault: number;
  #requestFaults = 0;
  #watchFaults = 0;
  #openWatches = 0;
  #resourceVersion = 1_000;

  /** Mutations depend on the seed alone; which request a fault strikes, also on when they come. */
  constructor(seed: number) {
    this.#mutationDice = diceOf(seed);
    this.#faultDice = diceOf(seed + 0x9e3779b9);
    this.#firstFault = seed;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** The URL of the collection's server. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Whether a request was failed and a watch was broken at least once. */
  get hasStruck(): boolean {
    return this.#requestFaults > 0 && this.#watchFaults > 0;
  }

  /** Watch connections that a client holds open. */
  get openWatches(): number {
    return this.#openWatches;
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  /** Creates, changes, deletes or recreates one object. */
  mutate(): void {
    const number = this.#mutationDice(NAMES);
    const name = `p${number}`;
    const namespace = `n${number % 3}`;
    const key = `${namespace}/${name}`;
    const current = this.objects.get(key);
    const resourceVersion = ++this.#resourceVersion;
    const base = { namespace, name, resourceVersion, padding: this.#mutationDice(900) };
    if (current && this.#mutationDice(10) < 3) {
      this.objects.delete(key);
      this.#publish({ type: 'DELETED', object: { ...current, resourceVersion } });
      return;
    }
    const uid = current?.uid ?? `uid-${resourceVersion}`;
    const object = { ...base, uid, phase: `phase-${resourceVersion}` };
    this.objects.set(key, object);
    this.#publish({ type: current ? 'MODIFIED' : 'ADDED', object });
  }

  #publish(event: ChaosEvent): void {
    this.#history.push(event);
    if (this.#history.length > HISTORY) this.#history.shift();
    for (const watcher of this.#watchers) watcher.send(event);
  }

  /** Takes turns, each seed from another beginning, so that a few seeds meet all kinds of faults. */
  #strike(faults: Readonly<Record<string, () => void>>, count: number): void {
    const names = Object.keys(faults);
    const name = names[(this.#firstFault + count) % names.length]!;
    this.#fault(name);
    faults[name]!();
  }

  #fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.chaotic && this.#faultDice(100) < 10) return this.#failRequest(request, response);
    const query = new URL(request.url!, 'http://server').searchParams;
    if (query.get('watch')) this.#watch(query, request, response);
    else this.#list(query, response);
  }

  #failRequest(request: IncomingMessage, response: ServerResponse): void {
    const faults: Readonly<Record<string, () => void>> = {
      'answers 500': () => sendStatus(response, 500, 'InternalError'),
      'answers 429': () => sendStatus(response, 429, 'TooManyRequests', { 'retry-after': '1' }),
      'answers 401': () => sendStatus(response, 401, 'Unauthorized'),
      'answers 403': () => sendStatus(response, 403, 'Forbidden'),
      'answers 404': () => sendStatus(response, 404, 'NotFound'),
      'resets the connection': () => request.socket.resetAndDestroy(),
      'never answers': () => {},
      'answers HTML': () => response.writeHead(200).end('<html>\n<h1>proxy error</h1>\n</html>'),
      'answers other JSON': () => response.writeHead(200).end('{"message":"login required"}'),
    };
    this.#strike(faults, this.#requestFaults++);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const [id, from] = this.#snapshotOf(query.get('continue'));
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) {
      this.#fault('expires a continue token');
      return sendStatus(response, 410, 'Expired');
    }
    const end = from + (Number(query.get('limit')) || Infinity);
    const more = end < snapshot.items.length;
    const metadata = {
      resourceVersion: String(snapshot.resourceVersion),
      ...(more && { continue: `${id}:${end}` }),
    };
    const items = snapshot.items.slice(from, end).map(toKube);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items }));
  }

  #snapshotOf(token: string | null): [id: string, from: number] {
    if (token !== null) {
      const [id = '', from] = token.split(':');
      if (this.chaotic && this.#faultDice(8) === 0) this.#snapshots.delete(id);
      return [id, Number(from)];
    }
    const id = `snapshot-${this.#snapshots.size}-${this.#resourceVersion}`;
    const items = [...this.objects.values()];
    this.#snapshots.set(id, { resourceVersion: this.#resourceVersion, items });
    return [id, 0];
  }

  #watch(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const from = Number(query.get('resourceVersion'));
    const oldest = this.#history[0]?.object.resourceVersion ?? 0;
    if (from < oldest - 1) return this.#expire(response);
    response.writeHead(200);
    response.flushHeaders();
    this.#openWatches++;
    const watcher: Watcher = { send: (event) => this.#send(event, watcher, request, response) };
    const bookmarks = setInterval(() => {
      const metadata = { resourceVersion: String(this.#resourceVersion) };
      if (this.#watchers.has(watcher)) writeLine(response, { type: 'BOOKMARK', object: { metadata } });
    }, 200);
    const end = setTimeout(
      () => {
        if (this.#watchers.delete(watcher)) response.end();
      },
      this.chaotic ? 200 + this.#faultDice(1_200) : 60_000,
    );
    response.on('close', () => {
      this.#openWatches--;
      this.#watchers.delete(watcher);
      clearInterval(bookmarks);
      clearTimeout(end);
    });
    this.#watchers.add(watcher);
    for (const event of this.#history) {
      if (event.object.resourceVersion > from && this.#watchers.has(watcher)) watcher.send(event);
    }
  }

  #expire(response: ServerResponse): void {
    this.#fault('expires a resourceVersion');
    if (this.#faultDice(2) === 0) return sendStatus(response, 410, 'Expired');
    response.writeHead(200);
    writeLine(response, { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
    response.end();
  }

  #send(event: ChaosEvent, watcher: Watcher, request: IncomingMessage, response: ServerResponse): void {
    const line = Buffer.from(`${JSON.stringify({ type: event.type, object: toKube(event.object) })}\n`);
    if (this.chaotic && this.#faultDice(80) === 0) {
      this.#watchers.delete(watcher);
      return this.#breakWatch(line, request, response);
    }
    // In two pieces, cut anywhere: inside a character too.
    const cut = 1 + this.#faultDice(line.length - 1);
    response.write(line.subarray(0, cut));
    response.write(line.subarray(cut));
  }

  #breakWatch(line: Buffer, request: IncomingMessage, response: ServerResponse): void {
    const half = line.subarray(0, line.length >> 1);
    const error = { type: 'ERROR', object: { kind: 'Status', code: 500, reason: 'InternalError' } };
    const faults: Readonly<Record<string, () => void>> = {
      'resets within a line': () => {
        response.write(half);
        setTimeout(() => request.socket.resetAndDestroy(), 5);
      },
      'ends within a line': () => response.end(half),
      'falls silent': () => {},
      'sends garbage': () => response.end('{"type":"MODI\n'),
      'sends an event without an object': () => response.end('{"type":"MODIFIED"}\n'),
      'sends an ERROR event': () => response.end(`${JSON.stringify(error)}\n`),
    };
    this.#strike(faults, this.#watchFaults++);
  }
}

function toKube(object: ChaosObject): object {
  const { namespace, name, uid, resourceVersion, phase, padding } = object;
  const annotations = { padding: 'üñ'.repeat(padding) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name, uid, resourceVersion: String(resourceVersion), annotations },
    status: { phase },
  };
}

function writeLine(response: ServerResponse, value: object): void {
  response.write(`${JSON.stringify(value)}\n`);
}

function sendStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message: reason }));
}
