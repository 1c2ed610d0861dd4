import type { KubeObject } from '../cluster-types.ts';
import type { PrinterColumn } from '../custom-resource.ts';
import { StatusError } from '../cluster-types.ts';
import { groupVersion } from '../resource-types.ts';
import { type Column, columnsOf } from './columns.ts';
import type { ServedType } from './served-type.ts';

/** The form in which a client wants objects. */
export type Representation =
  | { readonly kind: 'object' }
  | { readonly kind: 'partial' }
  | { readonly kind: 'table'; readonly includeObject: 'Metadata' | 'Object' | 'None' };

/** Metadata of a list. */
export interface ListMeta {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

const TABLE = 'meta.k8s.io/v1';

/** The first form in an Accept header that this server can give. Throws NotAcceptable without one. */
export function negotiate(accept: string | undefined, includeObject: string | null): Representation {
  for (const range of (accept ?? '*/*').split(',')) {
    const [mediaType = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (!['application/json', 'application/*', '*/*', ''].includes(mediaType)) continue;
    const as = parameters.find((parameter) => parameter.startsWith('as='))?.slice(3);
    const version = parameters.find((parameter) => parameter.startsWith('v='))?.slice(2) ?? 'v1';
    if (as === undefined) return { kind: 'object' };
    if (version !== 'v1') continue;
    if (as === 'Table') return { kind: 'table', includeObject: toIncludeObject(includeObject) };
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return { kind: 'partial' };
  }
  throw new StatusError(
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/yaml',
  );
}

/** Identifies a form, so that watches that want the same can share one text. */
export function representationKey(representation: Representation): string {
  return representation.kind === 'table' ? `table:${representation.includeObject}` : representation.kind;
}

/** Gives objects of one resource the form that a client asked for. */
export class Presenter {
  readonly #served: ServedType;
  readonly #representation: Representation;
  readonly #columns: readonly Column[];
  readonly #now: () => number;

  constructor(
    served: ServedType,
    representation: Representation,
    printerColumns: readonly PrinterColumn[],
    now: () => number,
  ) {
    this.#served = served;
    this.#representation = representation;
    this.#columns = columnsOf(served.type, printerColumns);
    this.#now = now;
  }

  /** One object. In a watch only the first Table carries the definitions of its columns. */
  one(object: KubeObject, withColumns = true): unknown {
    const { kind } = this.#representation;
    if (kind === 'object') return this.#served.present(object);
    if (kind === 'partial') return partial(object);
    return this.#table([object], { resourceVersion: object.metadata.resourceVersion }, withColumns);
  }

  list(objects: readonly KubeObject[], metadata: ListMeta): unknown {
    const { kind } = this.#representation;
    if (kind === 'table') return this.#table(objects, metadata, true);
    if (kind === 'partial') {
      return { kind: 'PartialObjectMetadataList', apiVersion: TABLE, metadata, items: objects.map(partial) };
    }
    const { type, present } = this.#served;
    const items = objects.map(present);
    return { kind: `${type.kind}List`, apiVersion: groupVersion(type), metadata, items };
  }

  /** What a bookmark carries: nothing but how far the watch has come. */
  bookmark(resourceVersion: string, annotations: Readonly<Record<string, string>>): unknown {
    const isAnnotated = Object.keys(annotations).length > 0;
    const metadata = { resourceVersion, ...(isAnnotated ? { annotations } : {}) };
    const { kind } = this.#representation;
    if (kind === 'table')
      return { kind: 'Table', apiVersion: TABLE, metadata, columnDefinitions: [], rows: [] };
    if (kind === 'partial') return { kind: 'PartialObjectMetadata', apiVersion: TABLE, metadata };
    const { type } = this.#served;
    return { kind: type.kind, apiVersion: groupVersion(type), metadata };
  }

  #table(objects: readonly KubeObject[], metadata: ListMeta, withColumns: boolean): unknown {
    const now = this.#now();
    return {
      kind: 'Table',
      apiVersion: TABLE,
      metadata,
      columnDefinitions: withColumns ? this.#columns.map(columnDefinition) : [],
      rows: objects.map((object) => ({
        cells: this.#columns.map(({ cell }) => cell(object, now)),
        ...this.#rowObject(object),
      })),
    };
  }

  #rowObject(object: KubeObject): { readonly object?: unknown } {
    if (this.#representation.kind !== 'table' || this.#representation.includeObject === 'None') return {};
    return {
      object:
        this.#representation.includeObject === 'Object' ? this.#served.present(object) : partial(object),
    };
  }
}

function toIncludeObject(text: string | null): 'Metadata' | 'Object' | 'None' {
  return text === 'Object' || text === 'None' ? text : 'Metadata';
}

function partial({ metadata }: KubeObject): unknown {
  return { kind: 'PartialObjectMetadata', apiVersion: TABLE, metadata };
}

function columnDefinition({ name, type, priority }: Column): unknown {
  return { name, type, format: name === 'Name' && priority === 0 ? 'name' : '', description: '', priority };
}
