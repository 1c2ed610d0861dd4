import type { KubeObject } from '../cluster-types.ts';
import type { Checks, Unchecked } from './checks.ts';
import { validateDnsLabel } from './metadata.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

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

/** A pod's spec at a path; the policies are those that its owner's kind takes. */
export function validatePodSpec(
  checks: Checks,
  path: string,
  spec: Unchecked,
  restartPolicies: readonly string[] = RESTART_POLICIES,
): void {
  if (typeof spec !== 'object' || spec === null) return checks.required(path);
  const names = new Set<string>();
  if (!Array.isArray(spec.containers) || spec.containers.length === 0) checks.required(`${path}.containers`);
  if (!Array.isArray(spec.initContainers ?? [])) {
    checks.invalid(`${path}.initContainers`, spec.initContainers, 'must be a list');
  }
  for (const field of ['initContainers', 'containers']) {
    for (const [index, container] of (Array.isArray(spec[field]) ? spec[field] : []).entries()) {
      validateContainer(checks, `${path}.${field}[${index}]`, container, names);
    }
  }
  checks.oneOf(`${path}.restartPolicy`, spec.restartPolicy, restartPolicies);
  checks.atLeast(`${path}.terminationGracePeriodSeconds`, spec.terminationGracePeriodSeconds, 0);
  checks.atLeast(`${path}.activeDeadlineSeconds`, spec.activeDeadlineSeconds, 1);
}

function validateContainer(checks: Checks, path: string, container: Unchecked, names: Set<string>): void {
  const { name, image, imagePullPolicy } = container ?? {};
  if (typeof name !== 'string' || name === '') checks.required(`${path}.name`);
  else if (names.has(name)) {
    const message = `Duplicate value: ${JSON.stringify(name)}`;
    checks.add([{ reason: 'FieldValueInvalid', field: `${path}.name`, message }]);
  } else checks.add(validateDnsLabel(`${path}.name`, name));
  names.add(name);
  for (const field of ['command', 'args']) {
    const list = container?.[field];
    if (list === undefined || list === null) continue;
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'string');
    if (!isList) checks.invalid(`${path}.${field}`, list, 'must be a list of strings');
  }
  validateEnvironment(checks, `${path}.env`, container?.env);
  if (typeof image !== 'string' || image === '') checks.required(`${path}.image`);
  checks.oneOf(`${path}.imagePullPolicy`, imagePullPolicy, PULL_POLICIES);
}

function validateEnvironment(checks: Checks, path: string, env: Unchecked): void {
  if (env === undefined || env === null) return;
  if (!Array.isArray(env)) return checks.invalid(path, env, 'must be a list');
  for (const [index, variable] of env.entries()) {
    const { name, value } = variable ?? {};
    if (typeof name !== 'string' || name === '') checks.required(`${path}[${index}].name`);
    const isText = value === undefined || value === null || typeof value === 'string';
    if (!isText) checks.invalid(`${path}[${index}].value`, value, 'must be a string');
  }
}
