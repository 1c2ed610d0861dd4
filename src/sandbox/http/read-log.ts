import { pipeline } from 'node:stream/promises';
import type { KubeObject } from '../cluster-types.ts';
import type { LogReadOptions } from '../log-lines.ts';
import type { LogKey } from '../pod-logs.ts';
import { badRequest, notFound } from '../status-errors.ts';
import type { ApiContext, ResourceCall } from './api-context.ts';

interface ContainerStatus {
  readonly name: string;
  readonly restartCount?: number;
  readonly state?: { readonly waiting?: { readonly reason?: string } };
  readonly lastState?: { readonly terminated?: object };
}

/** GET of a Pod's log, at once or followed as it grows. */
export async function readLog(context: ApiContext, call: ResourceCall): Promise<void> {
  const { served, namespace, name, query, response } = call;
  const pod = context.cluster.get(served.stored, namespace, name!);
  if (pod === undefined) throw notFound(served.type, name!);
  const options = toLogOptions(query, context.clock.now());
  const key = toLogKey(
    context,
    pod,
    chooseContainer(pod, query.get('container')),
    query.get('previous') === 'true',
  );
  response.writeHead(200, { 'content-type': 'text/plain' });
  if (query.get('follow') !== 'true') {
    response.end(context.podLogs.read(key, options));
    return;
  }
  response.flushHeaders();
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  await pipeline(context.podLogs.follow(key, options, abort.signal), response).catch(ignoreClosed);
}

/** A client that goes away in the middle of a log is no failure. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET') throw error;
}

function chooseContainer(pod: KubeObject, wanted: string | null): string {
  const names = [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map(
    ({ name }) => name as string,
  );
  if (wanted) {
    if (names.includes(wanted)) return wanted;
    throw badRequest(`container ${wanted} is not valid for pod ${pod.metadata.name}`);
  }
  const [only, ...others] = pod.spec.containers.map(({ name }: { name: string }) => name);
  if (others.length === 0) return only;
  throw badRequest(
    `a container name must be specified for pod ${pod.metadata.name}, choose one of: [${names.join(' ')}]`,
  );
}

/** The life of a container that is meant: its latest, or the one before. */
function toLogKey({ podLogs }: ApiContext, pod: KubeObject, container: string, previous: boolean): LogKey {
  const statuses: readonly ContainerStatus[] = [
    ...(pod.status?.initContainerStatuses ?? []),
    ...(pod.status?.containerStatuses ?? []),
  ];
  const status = statuses.find(({ name }) => name === container);
  const latest = { podUid: pod.metadata.uid, container, restartCount: status?.restartCount ?? 0 };
  // While a container waits for its restart, its latest life is over and so the previous one as well.
  const isBetween = status?.state?.waiting !== undefined && status.lastState?.terminated !== undefined;
  const key = previous && !isBetween ? { ...latest, restartCount: latest.restartCount - 1 } : latest;
  if (podLogs.has(key)) return key;
  if (previous) {
    throw badRequest(`previous terminated container "${container}" in pod "${pod.metadata.name}" not found`);
  }
  if (status === undefined || status.state?.waiting !== undefined) {
    const reason = status?.state?.waiting?.reason ?? 'ContainerCreating';
    throw badRequest(`container "${container}" in pod "${pod.metadata.name}" is waiting to start: ${reason}`);
  }
  return key;
}

function toLogOptions(query: URLSearchParams, now: number): LogReadOptions {
  const tailLines = count(query, 'tailLines', 0);
  const limitBytes = count(query, 'limitBytes', 1);
  const sinceSeconds = count(query, 'sinceSeconds', 1);
  const sinceTime = query.get('sinceTime');
  const sinceMs = sinceSeconds === null ? Date.parse(sinceTime ?? '') : now - sinceSeconds * 1_000;
  if (sinceTime !== null && Number.isNaN(sinceMs))
    throw badRequest(`Invalid value for sinceTime: ${sinceTime}`);
  return {
    ...(tailLines === null ? {} : { tailLines }),
    ...(limitBytes === null ? {} : { limitBytes }),
    ...(Number.isNaN(sinceMs) ? {} : { sinceMs }),
    timestamps: query.get('timestamps') === 'true',
  };
}

function count(query: URLSearchParams, name: string, least: number): number | null {
  const text = query.get(name);
  if (text === null) return null;
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw badRequest(
    `PodLogOptions "" is invalid: ${name}: Invalid value: ${text}: must be greater than or equal to ${least}`,
  );
}
