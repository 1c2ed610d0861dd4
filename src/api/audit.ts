import type { FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { type Access, isChange, userOf } from './access.ts';
import type { AppInstance } from './app-instance.ts';

/** One call that changed something, or tried to. */
export interface AuditEntry {
  /** Instant of the answer, ms since the epoch. */
  readonly at: number;
  readonly requestId: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** As an authenticating proxy names the user; null when nobody does. */
  readonly by: string | null;
  readonly remoteAddress: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The body as it was understood, as JSON; null for calls without one. */
  readonly body: string | null;
}

/** Where the audit is kept. */
export interface AuditWriter {
  insert(entry: AuditEntry): Promise<unknown>;
}

/**
 * Keeps a record of every call that changes something, before it is answered, and writes a line of
 * the log for it. Calls that were refused for want of a token or a right are logged alone, so that
 * nobody can fill the table from outside. A record that cannot be kept does not undo the change.
 */
export function keepAudit(
  app: AppInstance,
  { audit, clock, access }: { readonly audit: AuditWriter; readonly clock: Clock; readonly access: Access },
): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isChange(request)) return;
    const entry = toEntry(request, reply.statusCode, clock.now(), userOf(access, request));
    request.log.info({ audit: entry }, 'a change was asked for');
    if (entry.status === 401 || entry.status === 403) return;
    try {
      await audit.insert(entry);
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'the audit could not be kept');
    }
  });
}

function toEntry(request: FastifyRequest, status: number, at: number, by: string | null): AuditEntry {
  const { id, method, url, ip, body } = request;
  return {
    at,
    requestId: id,
    method,
    path: url.split('?', 1)[0]!,
    by,
    remoteAddress: ip,
    status,
    // A body without a schema is left as text, and means nothing to its route.
    body: typeof body === 'object' && body !== null ? JSON.stringify(body) : null,
  };
}
