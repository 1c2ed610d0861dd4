/** What items of an SLA report amount to. */
export interface SlaSummary {
  readonly totalCronJobs: number;
  readonly compliant: number;
  readonly nonCompliant: number;
  /** Percent of the items that are compliant; 100 when there is none. */
  readonly overallRate: number;
}

/** Sums up items, as the API does all that it answers and the page those of one namespace. */
export function slaSummary(items: readonly { readonly compliant: boolean }[]): SlaSummary {
  const compliant = items.filter((item) => item.compliant).length;
  return {
    totalCronJobs: items.length,
    compliant,
    nonCompliant: items.length - compliant,
    overallRate: items.length === 0 ? 100 : (compliant * 100) / items.length,
  };
}
