import { decidingAttempt } from '../execution/deciding-attempt.ts';
import type { CapturedEvent } from '../execution/evidence.ts';
import type { Execution } from '../execution/execution.ts';
import { isWithin, type Period } from '../slot/slot-facts.ts';
import type { Alert, AlertReason } from './alert.ts';
import { wordInstant } from './hold-message.ts';

export interface CauseFacts {
  readonly alert: Pick<Alert, 'namespace' | 'message' | 'reason' | 'cause' | 'updatedAt'>;
  /** Null when no run is behind the alert. */
  readonly run: Execution | null;
  readonly events: readonly CapturedEvent[];
  /** When the API server was out of reach. */
  readonly outages: readonly Period[];
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

/** The kubelet, about an image that it cannot pull. */
const PULLED_IMAGE = /pull(?:ing)?(?: and unpack)? image \\?"([^"\\]+)/;

/** Conditions that an API server out of reach brings about, since nothing is started or told without it. */
const BY_OUTAGE: ReadonlySet<AlertReason> = new Set([
  'MissedSchedule',
  'NoRecentSuccess',
  'StuckBeforeStart',
  'MaxDuration',
  'SuccessRate',
]);

/**
 * What the failures of many CronJobs may have in common, as a key of its kind and its name:
 * `node/worker-3`, `registry/ghcr.io`, `image/ghcr.io/shop/backup:3`, `quota/payments/compute`,
 * `api/<from>/<to>`. Null for a failure of the CronJob's own.
 */
export function commonCause(facts: CauseFacts): string | null {
  return causeOfFailure(facts) ?? outageBehind(facts);
}

function causeOfFailure({ alert, run, events }: CauseFacts): string | null {
  const last = run === null ? null : decidingAttempt(run);
  const words = [last?.message ?? '', alert.message, ...events.map(({ message }) => message)].join('\n');
  const quota = /exceeded quota: ([^\s,;]+)/.exec(words)?.[1];
  if (quota !== undefined) return `quota/${alert.namespace}/${quota}`;
  const image = alert.reason === 'StuckBeforeStart' ? PULLED_IMAGE.exec(words)?.[1] : undefined;
  if (image !== undefined) return causeOfPull(image, words);
  if (last === null || last.reason === null) return null;
  if (NODE_REASONS.has(last.reason) && last.nodeName !== null) return `node/${last.nodeName}`;
  if (!IMAGE_REASONS.has(last.reason) || last.image === null) return null;
  return causeOfPull(last.image, words);
}

function causeOfPull(image: string, words: string): string {
  return REGISTRY_TROUBLE.test(words) ? `registry/${registryOf(image)}` : `image/${image}`;
}

/** The outage in which the condition began: the slot that no run came for, else the deadline that passed. */
function outageBehind({ alert, outages }: CauseFacts): string | null {
  if (!BY_OUTAGE.has(alert.reason)) return null;
  const began = alert.reason === 'MissedSchedule' ? Number(alert.cause) : alert.updatedAt;
  const outage = outages.find((each) => isWithin(began, each));
  return outage === undefined ? null : `api/${wordInstant(outage.from)}/${wordInstant(outage.to)}`;
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
    case 'api':
      return `The API server was out of reach from ${name.replace('/', ' to ')}`;
    default:
      return name;
  }
}

/** As the kubelet reads an image's name: without a host in it, Docker Hub. */
function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? first : 'docker.io';
}
