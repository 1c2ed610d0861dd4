/** Which monitor a `monitor` parameter means; namespace null is one of that name in any namespace. */
export interface MonitorFilter {
  readonly namespace: string | null;
  readonly name: string;
}

/** Reads `name` and `namespace/name`. */
export function toMonitorFilter(text: string): MonitorFilter {
  const slash = text.indexOf('/');
  return { namespace: slash === -1 ? null : text.slice(0, slash), name: text.slice(slash + 1) };
}
