import { systemClock } from '../../lib/clock.ts';
import { Cluster } from '../cluster.ts';
import type { KubeObject } from '../cluster-types.ts';
import { PodLogs } from '../pod-logs.ts';
import { type ApiServer, type ApiServerOptions, startApiServer } from '../server.ts';

/** Any JSON that a server answered. */
// oxlint-disable-next-line typescript/no-explicit-any -- what it is, is what a test asserts
export type Answer = any;

export interface TestServer extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly podLogs: PodLogs;
  readonly server: ApiServer;
  /** Sends a request with the token and gives the answer's code and JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly body: Answer }>;
  /** The whole response, for streams and texts. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  /** Opens a watch and reads its events one by one. */
  watch(path: string, headers?: Readonly<Record<string, string>>): Promise<TestWatch>;
}

export interface TestWatch {
  /** The next event; undefined when the server has ended the watch. */
  next(): Promise<{ readonly type: string; readonly object: Answer } | undefined>;
  close(): Promise<void>;
}

export const JOBS = '/apis/batch/v1/namespaces/default/jobs';
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** A cluster served over plain HTTP on a free port, with the clock of the machine. */
export async function startTestServer(
  options: Partial<ApiServerOptions> = {},
  historySize = 1_000,
): Promise<TestServer> {
  const cluster = new Cluster({ clock: systemClock, historySize });
  const podLogs = new PodLogs();
  const server = await startApiServer({
    cluster,
    podLogs,
    clock: systemClock,
    host: '127.0.0.1',
    port: 0,
    token: 'secret',
    ...options,
  });
  const authorization = 'Bearer secret';
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { ...init, headers: { authorization, ...(init.headers as object) } });
  return {
    cluster,
    podLogs,
    server,
    raw,
    async call(method, path, body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const init = body === undefined ? {} : { body: text };
      const response = await raw(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...init,
      });
      return { code: response.status, body: await response.json() };
    },
    async watch(path, headers = {}) {
      return readWatch(await raw(path, { headers }));
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

function readWatch(response: Response): TestWatch {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      while (!text.includes('\n')) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      const end = text.indexOf('\n');
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      return JSON.parse(line);
    },
    close: () => reader.cancel(),
  };
}

/** Puts ConfigMaps into the namespace `default`. */
export function createConfigMaps(
  cluster: Cluster,
  names: readonly string[],
  labels = {},
): readonly KubeObject[] {
  const type = cluster.findType('', 'configmaps')!;
  return names.map((name) => cluster.create(type, { metadata: { name, namespace: 'default', labels } }));
}
