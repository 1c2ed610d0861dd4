import { formatTimestamp } from '../../lib/timestamp.ts';
import type { AppInstance } from '../app-instance.ts';
import type { AuditEntry, AuditWriter } from '../audit.ts';
import * as contract from '../contract/audit.ts';

/** What the audit's keeping and its route call. */
export interface AuditPorts {
  readonly audit: AuditWriter & {
    /** Newest first. */
    list(page: {
      readonly limit: number;
      readonly offset: number;
    }): Promise<{ readonly items: readonly AuditEntry[]; readonly total: number }>;
  };
}

/** Who changed what. */
export function auditRoutes(app: AppInstance, { audit }: AuditPorts): void {
  app.get(
    '/admin/audit',
    {
      schema: {
        summary: 'List the calls that changed something',
        querystring: contract.AuditQuery,
        response: { 200: contract.AuditList },
      },
    },
    async ({ query }) => {
      const { items, total } = await audit.list(query);
      return { items: items.map(toAuditEntry), total };
    },
  );
}

function toAuditEntry(entry: AuditEntry): contract.AuditEntry {
  return {
    at: formatTimestamp(entry.at),
    requestId: entry.requestId,
    method: entry.method,
    path: entry.path,
    by: entry.by,
    remoteAddress: entry.remoteAddress,
    status: entry.status,
    body: entry.body === null ? null : (JSON.parse(entry.body) as Record<string, unknown>),
  };
}
