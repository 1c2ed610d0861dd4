/** Which monitor a `monitor` parameter means; namespace null is one of that name in any namespace. */
export interface MonitorFilter {
  readonly namespace: string | null;
  readonly name: string;
}

/** Reads `name` and `namespace/name`. */
function toMonitorFilter(text: string): MonitorFilter {
  const slash = text.indexOf('/');
  return { namespace: slash === -1 ? null : text.slice(0, slash), name: text.slice(slash + 1) };
}

/** The filter of a query's `monitor`; none where the query has none. */
export function monitorFilterOf(monitor: string | undefined): { readonly monitor?: MonitorFilter } {
  return monitor === undefined ? {} : { monitor: toMonitorFilter(monitor) };
}
