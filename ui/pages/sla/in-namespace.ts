import type { SlaReport } from '../../../src/api/contract/sla.ts';
import { slaSummary } from '../../../src/chart/sla-summary.ts';

/** The part of a report that is about the CronJobs of a namespace, summed up anew; all of it when undefined. */
export function inNamespace(report: SlaReport, namespace: string | undefined): SlaReport {
  if (namespace === undefined) return report;
  const items = report.items.filter((item) => item.namespace === namespace);
  return { items, summary: slaSummary(items) };
}
