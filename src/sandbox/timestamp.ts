/** An instant as Kubernetes writes it in metadata and status: RFC 3339, UTC, whole seconds. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
