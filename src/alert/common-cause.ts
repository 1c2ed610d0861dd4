import { decidingAttempt } from '../execution/deciding-attempt.ts';
import type { CapturedEvent } from '../execution/evidence.ts';
import type { Execution } from '../execution/execution.ts';
import type { Alert } from './alert.ts';

export interface CauseFacts {
  readonly alert: Pick<Alert, 'namespace' | 'message'>;
  /** Null when no run is behind the alert. */
  readonly run: Execution | null;
  readonly events: readonly CapturedEvent[];
}

/** Why kubelets and the node controller end Pods that did nothing wrong. */
const NODE_REASONS: ReadonlySet<string> = new Set([
  'Evicted',
  'NodeLost',
  'NodeShutdown',
  'Shutdown',
  'Terminated',
  'NodeAffinity',
  'DeletionByTaintManager',
  'TerminationByKubelet',
  'DeletionByPodGC',
]);

const IMAGE_REASONS: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'RegistryUnavailable',
]);

/** What a registry that is down or refuses everybody makes the kubelet say; a missing image reads otherwise. */
const REGISTRY_TROUBLE =
  /connection refused|no route to host|network is unreachable|i\/o timeout|context deadline exceeded|TLS handshake|x509|no such host|unauthorized|authentication required|toomanyrequests|too many requests|server misbehaving|unexpected status.*\b5\d\d\b|service unavailable|bad gateway/i;

/**
 * What the failures of many CronJobs may have in common, as a key of its kind and its name:
 * `node/worker-3`, `registry/ghcr.io`, `image/ghcr.io/shop/backup:3`, `quota/payments/compute`. Null for a
 * failure of the CronJob's own.
 */
export function commonCause({ alert, run, events }: CauseFacts): string | null {
  const last = run === null ? null : decidingAttempt(run);
  const words = [last?.message ?? '', alert.message, ...events.map(({ message }) => message)].join('\n');
  const quota = /exceeded quota: ([^\s,;]+)/.exec(words)?.[1];
  if (quota !== undefined) return `quota/${alert.namespace}/${quota}`;
  if (last === null || last.reason === null) return null;
  if (NODE_REASONS.has(last.reason) && last.nodeName !== null) return `node/${last.nodeName}`;
  if (!IMAGE_REASONS.has(last.reason) || last.image === null) return null;
  return REGISTRY_TROUBLE.test(words) ? `registry/${registryOf(last.image)}` : `image/${last.image}`;
}

/** The cause as the beginning of a sentence: `Node worker-3`. */
export function wordCause(cause: string): string {
  const slash = cause.indexOf('/');
  const name = cause.slice(slash + 1);
  switch (cause.slice(0, slash)) {
    case 'node':
      return `Node ${name} lost its Pods`;
    case 'registry':
      return `Registry ${name} gives no images`;
    case 'image':
      return `Image ${name} cannot be pulled`;
    case 'quota':
      return `Quota ${name} is used up`;
    default:
      return name;
  }
}

/** As the kubelet reads an image's name: without a host in it, Docker Hub. */
function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? first : 'docker.io';
}
