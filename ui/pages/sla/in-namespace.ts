import type { SlaReport } from '../../../src/api/contract/sla.ts';

/** The part of a report that is about the CronJobs of a namespace, summed up anew; all of it when undefined. */
export function inNamespace(report: SlaReport, namespace: string | undefined): SlaReport {
  if (namespace === undefined) return report;
  const items = report.items.filter((item) => item.namespace === namespace);
  const compliant = items.filter((item) => item.compliant).length;
  return {
    items,
    summary: {
      totalCronJobs: items.length,
      compliant,
      nonCompliant: items.length - compliant,
      overallRate: items.length === 0 ? 100 : (compliant * 100) / items.length,
    },
  };
}
