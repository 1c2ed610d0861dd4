import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Clock } from '../../lib/clock.ts';
import type { Cluster } from '../cluster.ts';
import type { PodLogs } from '../pod-logs.ts';
import type { ListPages } from './list-pages.ts';
import type { ServedType } from './served-type.ts';
import type { WatchHub } from './watch-hub.ts';

/** What every request handler works on. */
export interface ApiContext {
  readonly cluster: Cluster;
  readonly podLogs: PodLogs;
  readonly clock: Clock;
  readonly watches: WatchHub;
  readonly pages: ListPages;
  /** A watch whose client lets more than this wait is dropped. */
  readonly mostBufferedBytes: number;
}

/** A request for a resource, its path taken apart. */
export interface ResourceCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly served: ServedType;
  /** Null for a resource of the cluster itself, and for a list of all namespaces. */
  readonly namespace: string | null;
  readonly name: string | null;
  readonly subresource: string | null;
}
