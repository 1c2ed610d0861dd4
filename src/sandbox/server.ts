import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../lib/clock.ts';
import { handleRequest } from './http/handle-request.ts';
import { ListPages } from './http/list-pages.ts';
import { WatchHub } from './http/watch-hub.ts';
import type { Cluster } from './cluster.ts';
import type { PodLogs } from './pod-logs.ts';
import type { ServerCertificate } from './server-certificate.ts';

export interface ApiServerOptions {
  readonly cluster: Cluster;
  readonly podLogs: PodLogs;
  readonly clock: Clock;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Every request but those of the probes has to carry it. */
  readonly token: string;
  /** With it the server speaks HTTPS, which kubectl needs: it sends no token over plain HTTP. */
  readonly tls?: ServerCertificate;
  /** Told of failures that are bugs of this server, with the request's method and path. */
  readonly log?: { error(fields: Readonly<Record<string, unknown>>, message: string): void };
  /** A watch whose client lets more than this wait is dropped. */
  readonly mostBufferedBytes?: number;
}

export interface ApiServer {
  readonly url: string;
  readonly port: number;
  /** How many watches are open now. */
  readonly openWatches: number;
  /** Tells every open watch that takes bookmarks the present resourceVersion, now. */
  flushBookmarks(): void;
  /** As WatchHub.tellLatest. */
  tellLatest(): (resource: string) => number;
  /** Makes every list that was begun in pages start over with 410, as a compaction of etcd does. */
  expireLists(): void;
  /** Ends all watches and connections. */
  stop(): Promise<void>;
}

/** Longer than clients keep an idle connection, so that they do not write into a closing one. */
const KEEP_ALIVE_MS = 120_000;
const MOST_BUFFERED_BYTES = 64 * 1024 * 1024;

/** Serves the cluster over HTTP. Rejects when the address is taken. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { cluster, podLogs, clock, host, token } = options;
  const watches = new WatchHub(cluster);
  const pages = new ListPages();
  const mostBufferedBytes = options.mostBufferedBytes ?? MOST_BUFFERED_BYTES;
  const context = { cluster, podLogs, clock, watches, pages, mostBufferedBytes };
  const { tls } = options;
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void serve(request, response);
  const server =
    tls === undefined
      ? createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, onRequest)
      : createSecureServer(
          { keepAliveTimeout: KEEP_ALIVE_MS, cert: tls.certificate, key: tls.privateKey },
          onRequest,
        );
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failure = await handleRequest(context, token, request, response);
    if (failure === null) return;
    const { method, url } = request;
    options.log?.error({ method, url, err: failure }, 'a request to the sandbox failed');
  }
  await listen(server, host, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    get openWatches() {
      return watches.openWatches;
    },
    flushBookmarks: () => watches.flushBookmarks(),
    tellLatest: () => watches.tellLatest(),
    expireLists: () => pages.expireAll(),
    stop: () => stop(server, watches),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Streams are given a moment to end in good order; what still hangs is cut. */
function stop(server: Server, watches: WatchHub): Promise<void> {
  return new Promise((resolve) => {
    watches.stop();
    const sweep = setInterval(() => server.closeIdleConnections(), 10);
    const cut = setTimeout(() => server.closeAllConnections(), 200);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
