import type { KubeObject } from '../cluster-types.ts';

/** A user's JSON before it has been checked. */
// oxlint-disable-next-line typescript/no-explicit-any -- any shape may come
type Unchecked = any;

export function defaultPod(object: KubeObject): KubeObject {
  const { spec } = object;
  if (typeof spec !== 'object' || spec === null) return object;
  return { ...object, spec: defaultPodSpec(spec) };
}

/** A pod's spec, in a Pod or in a template, with the API server's defaults. */
export function defaultPodSpec(spec: Unchecked): Unchecked {
  const lists: Record<string, Unchecked> = {};
  for (const field of ['initContainers', 'containers']) {
    if (Array.isArray(spec[field])) lists[field] = spec[field].map(defaultContainer);
  }
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...spec,
    ...lists,
  };
}

function defaultContainer(container: Unchecked): Unchecked {
  if (typeof container !== 'object' || container === null) return container;
  return {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicy(container.image),
    ...container,
  };
}

/** Images without a tag or with `latest` are pulled always. */
function pullPolicy(image: unknown): string {
  const tag = /:([^/:@]+)(?:@|$)/.exec(typeof image === 'string' ? image : '')?.[1];
  return tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent';
}
