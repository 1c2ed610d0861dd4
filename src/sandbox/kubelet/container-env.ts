import type { KubeObject } from '../cluster-types.ts';

/** Reads a Secret or ConfigMap of the Pod's namespace. */
export type ReadConfig = (kind: 'Secret' | 'ConfigMap', name: string) => KubeObject | undefined;

export type ResolvedEnv =
  | { readonly kind: 'env'; readonly env: Readonly<Record<string, string>> }
  /** The kubelet's words for what is missing. */
  | { readonly kind: 'missing'; readonly message: string };

interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: KeyReference;
    readonly configMapKeyRef?: KeyReference;
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

interface KeyReference extends ObjectReference {
  readonly key: string;
}

interface ObjectReference {
  readonly name: string;
  readonly optional?: boolean;
}

interface EnvSource {
  readonly prefix?: string;
  readonly secretRef?: ObjectReference;
  readonly configMapRef?: ObjectReference;
}

export interface ContainerEnv {
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvSource[];
}

class MissingConfig extends Error {}

/**
 * The environment of a container: its own variables over those of whole Secrets and ConfigMaps, with
 * `$(NAME)` replaced by variables that came before. Resource fields are not imitated and stay empty.
 */
export function resolveEnv(pod: KubeObject, container: ContainerEnv, read: ReadConfig): ResolvedEnv {
  const env: Record<string, string> = {};
  try {
    for (const source of container.envFrom ?? []) Object.assign(env, readSource(source, read));
    for (const variable of container.env ?? []) {
      const value = readVariable(pod, variable, env, read);
      if (value !== null) env[variable.name] = value;
    }
  } catch (error) {
    if (error instanceof MissingConfig) return { kind: 'missing', message: error.message };
    throw error;
  }
  return { kind: 'env', env };
}

/** Replaces `$(NAME)` by a variable's value; `$$(NAME)` and unknown names stay as they are. */
export function expandVariables(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$(\$|\(([A-Za-z_.-][\w.-]*)\))/g, (whole, second: string, name: string) =>
    second === '$' ? '$' : (env[name] ?? whole),
  );
}

function readVariable(
  pod: KubeObject,
  { value, valueFrom }: EnvVar,
  env: Readonly<Record<string, string>>,
  read: ReadConfig,
): string | null {
  if (valueFrom?.secretKeyRef) return readKey('Secret', valueFrom.secretKeyRef, pod, read);
  if (valueFrom?.configMapKeyRef) return readKey('ConfigMap', valueFrom.configMapKeyRef, pod, read);
  if (valueFrom?.fieldRef) return readField(pod, valueFrom.fieldRef.fieldPath);
  return expandVariables(value ?? '', env);
}

function readKey(
  kind: 'Secret' | 'ConfigMap',
  { name, key, optional }: KeyReference,
  pod: KubeObject,
  read: ReadConfig,
): string | null {
  const object = read(kind, name);
  if (object === undefined && !optional) throw new MissingConfig(`${kind.toLowerCase()} "${name}" not found`);
  const value = object && valuesOf(kind, object)[key];
  if (value === undefined && !optional) {
    throw new MissingConfig(`couldn't find key ${key} in ${kind} ${pod.metadata.namespace}/${name}`);
  }
  return value ?? null;
}

function readSource({ prefix = '', secretRef, configMapRef }: EnvSource, read: ReadConfig): object {
  const kind = secretRef === undefined ? 'ConfigMap' : 'Secret';
  const reference = secretRef ?? configMapRef;
  if (reference === undefined) return {};
  const object = read(kind, reference.name);
  if (object === undefined && !reference.optional) {
    throw new MissingConfig(`${kind.toLowerCase()} "${reference.name}" not found`);
  }
  const values = object === undefined ? {} : valuesOf(kind, object);
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]));
}

function valuesOf(kind: 'Secret' | 'ConfigMap', object: KubeObject): Readonly<Record<string, string>> {
  const data = (object['data'] ?? {}) as Readonly<Record<string, string>>;
  if (kind === 'ConfigMap') return data;
  const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decode(value)]));
}

function readField(pod: KubeObject, path: string): string {
  const keyed = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  if (keyed !== null) return pod.metadata[keyed[1] as 'labels' | 'annotations']?.[keyed[2]!] ?? '';
  const value = path.split('.').reduce<unknown>((at, field) => (at as Record<string, unknown>)?.[field], pod);
  return typeof value === 'string' ? value : '';
}
