/** The metadata that every Kubernetes object has, as far as the reflector reads it. */
export interface KubeObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

/**
 * A type of `kubernetes-types` as it really comes over the wire: any field may be missing, since other
 * versions and other controllers write these objects too.
 */
export type Lenient<T> = T extends readonly (infer Item)[]
  ? readonly Lenient<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Lenient<T[Key]> | null }
    : T;

/** ms since the epoch; null when there is no time or it cannot be read. */
export function toInstant(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}

/** The text; null for anything else, and for the empty text, which Go leaves out. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The whole number; null for anything else. */
export function toInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** The entries of a label map whose values are text. */
export function toLabels(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, label]) => typeof label === 'string'));
}

/** The list; empty for anything else. */
export function toList<T>(value: readonly T[] | null | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}
