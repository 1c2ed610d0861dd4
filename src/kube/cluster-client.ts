import { randomInt } from 'node:crypto';
import type { Job } from '../execution/job.ts';
import { SecretText } from '../lib/secret-text.ts';
import { ApiError, isNotFound } from './api-error.ts';
import type { KubeObject } from './kube-object.ts';
import { manualJob } from './manual-job.ts';
import { readTail, type Tail } from './read-tail.ts';
import { type ClusterEvent, toClusterEvent } from './to-cluster-event.ts';
import { toJob } from './to-job.ts';
import type { RequestOptions, Transport } from './transport.ts';

export interface PodLogRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Of the container's run before the present one. */
  readonly previous: boolean;
  readonly tailLines: number;
  /** Counted from the end of the log, unlike the API's own limitBytes. */
  readonly limitBytes: number;
}

export type PodLogHeadRequest = Omit<PodLogRequest, 'tailLines'>;

export interface ObjectReference {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export type SecretValue =
  | { readonly kind: 'found'; readonly value: SecretText }
  | { readonly kind: 'missingSecret' }
  | { readonly kind: 'missingKey' };

export interface StatusTarget {
  readonly resource: 'cronjobmonitors' | 'alertchannels';
  /** Null for a cluster-scoped resource. */
  readonly namespace: string | null;
  readonly name: string;
}

/** For a caller that sets no deadline of its own. */
const LONGEST_REQUEST_MS = 30_000;
/** A bound on what a log of few but endless lines may transfer; what lies behind it is lost. */
const LONGEST_LOG_BYTES = 16 * 1024 * 1024;
const MOST_EVENTS = 500;
/** Kubernetes' own for generated names: no vowels, so that no words come out. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Single questions to the cluster and the few writes. Everything rejects with an ApiError or a network error. */
export class ClusterClient {
  readonly #transport: Pick<Transport, 'request' | 'json'>;

  constructor(transport: Pick<Transport, 'request' | 'json'>) {
    this.#transport = transport;
  }

  /** The end of a container's log. */
  async podLog(request: PodLogRequest, signal?: AbortSignal): Promise<Tail> {
    const { namespace, pod, container, previous, tailLines, limitBytes } = request;
    const response = await this.#transport.request(`${core(namespace)}/pods/${encodeURIComponent(pod)}/log`, {
      query: {
        container,
        // One more than wanted, to know whether there are more.
        tailLines: tailLines + 1,
        // The API cuts the end off, which says most: so take all of the tail, and cut its beginning here.
        limitBytes: LONGEST_LOG_BYTES,
        ...(previous && { previous }),
      },
      accept: '*/*',
      ...deadline(signal),
    });
    return readTail(response.body, tailLines, limitBytes);
  }

  /** The beginning of a container's log. */
  async podLogHead(request: PodLogHeadRequest, signal?: AbortSignal): Promise<string> {
    const { namespace, pod, container, previous, limitBytes } = request;
    const response = await this.#transport.request(`${core(namespace)}/pods/${encodeURIComponent(pod)}/log`, {
      query: { container, limitBytes, ...(previous && { previous }) },
      accept: '*/*',
      ...deadline(signal),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    // A server that ignores the limit must not be believed.
    return Buffer.concat(chunks).subarray(0, limitBytes).toString();
  }

  /** Events about one object, the latest last. Kubernetes keeps them for an hour by default. */
  async eventsAbout(object: ObjectReference, signal?: AbortSignal): Promise<ClusterEvent[]> {
    const { namespace, kind, name, uid } = object;
    const list = await this.#transport.json<{ readonly items?: readonly KubeObject[] | null }>(
      `${core(namespace)}/events`,
      {
        query: {
          fieldSelector: `involvedObject.kind=${kind},involvedObject.name=${name},involvedObject.uid=${uid}`,
          limit: MOST_EVENTS,
        },
        ...deadline(signal),
      },
    );
    return (list.items ?? []).map(toClusterEvent).sort((a, b) => (a.lastAt ?? 0) - (b.lastAt ?? 0));
  }

  /** Starts a CronJob by hand, suspended or not. A 404 means that there is no such CronJob. */
  async createJobFromCronJob(namespace: string, name: string, signal?: AbortSignal): Promise<Job> {
    const cronJob = await this.#transport.json<KubeObject>(
      `${batch(namespace)}/cronjobs/${encodeURIComponent(name)}`,
      deadline(signal),
    );
    for (let attempt = 1; ; attempt++) {
      try {
        const body = manualJob(cronJob, randomSuffix());
        const options: RequestOptions = { method: 'POST', body, ...deadline(signal) };
        return toJob(await this.#transport.json<KubeObject>(`${batch(namespace)}/jobs`, options));
      } catch (error) {
        const nameTaken = error instanceof ApiError && error.reason === 'AlreadyExists';
        if (!nameTaken || attempt === 3) throw error;
      }
    }
  }

  /** Sets whether a CronJob starts runs, and nothing else of it. A 404 means that there is no such CronJob. */
  async suspendCronJob(
    namespace: string,
    name: string,
    suspend: boolean,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#transport.json(`${batch(namespace)}/cronjobs/${encodeURIComponent(name)}`, {
      method: 'PATCH',
      query: { fieldManager: 'punctual' },
      contentType: 'application/merge-patch+json',
      body: { spec: { suspend } },
      ...deadline(signal),
    });
  }

  /** One key of one Secret, asked for by name: RBAC may grant just that. */
  async readSecretValue(
    reference: { readonly namespace: string; readonly name: string; readonly key: string },
    signal?: AbortSignal,
  ): Promise<SecretValue> {
    const path = `${core(reference.namespace)}/secrets/${encodeURIComponent(reference.name)}`;
    try {
      const secret = await this.#transport.json<{ readonly data?: Readonly<Record<string, string>> | null }>(
        path,
        deadline(signal),
      );
      const data = secret.data ?? {};
      const value = Object.hasOwn(data, reference.key) ? data[reference.key] : undefined;
      if (value === undefined) return { kind: 'missingKey' };
      return { kind: 'found', value: new SecretText(Buffer.from(value, 'base64').toString('utf8')) };
    } catch (error) {
      if (isNotFound(error)) return { kind: 'missingSecret' };
      throw error;
    }
  }

  /** Merges `status` into the status of an object of ours. Lists in it, such as conditions, are replaced. */
  async patchStatus(target: StatusTarget, status: object, signal?: AbortSignal): Promise<void> {
    const scope = target.namespace === null ? '' : `/namespaces/${encodeURIComponent(target.namespace)}`;
    const path = `/apis/punctual.dev/v1alpha1${scope}/${target.resource}/${encodeURIComponent(target.name)}/status`;
    await this.#transport.json(path, {
      method: 'PATCH',
      query: { fieldManager: 'punctual' },
      contentType: 'application/merge-patch+json',
      body: { status },
      ...deadline(signal),
    });
  }
}

function core(namespace: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
}

function batch(namespace: string): string {
  return `/apis/batch/v1/namespaces/${encodeURIComponent(namespace)}`;
}

function deadline(signal: AbortSignal | undefined): { readonly signal: AbortSignal } {
  return { signal: signal ?? AbortSignal.timeout(LONGEST_REQUEST_MS) };
}

function randomSuffix(): string {
  return Array.from({ length: 5 }, () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)]).join('');
}
