import { qualifiedNameOf, textOf } from '../../util/search-params.ts';

/** Everything that the reader has chosen on the SLA page. Undefined means all. */
export interface SlaSearch {
  readonly ns?: string | undefined;
  /** The monitor, as `namespace/name`. */
  readonly monitor?: string | undefined;
}

/** The search of an address; what it does not understand is left out. */
export function toSlaSearch(search: Readonly<Record<string, unknown>>): SlaSearch {
  return {
    ns: textOf(search['ns']),
    monitor: qualifiedNameOf(search['monitor']),
  };
}

/** The parameters of the API for it. */
export function toSlaFilter(search: SlaSearch): {
  readonly namespace: string | undefined;
  readonly monitor: string | undefined;
} {
  return { namespace: search.ns, monitor: search.monitor };
}
