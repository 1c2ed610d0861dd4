/** What tells CronJobs, and what tells monitors, apart: `namespace/name`. */
export function qualifiedName(resource: { readonly namespace: string; readonly name: string }): string {
  return `${resource.namespace}/${resource.name}`;
}
