import assert from 'node:assert/strict';
import { DAY } from '../../../src/lib/duration.ts';
import type { StoredAuditEntry } from '../../../src/store/audit.ts';
import { NOW } from './builders.ts';
import { storeTest } from './stores.ts';

function anEntry(fields: Partial<StoredAuditEntry> = {}): StoredAuditEntry {
  return {
    at: NOW,
    requestId: 'request-1',
    method: 'POST',
    path: '/api/v1/admin/prune',
    by: 'ada',
    remoteAddress: '10.0.0.7',
    status: 200,
    body: '{"olderThanDays":30}',
    ...fields,
  };
}

storeTest('the audit is kept whole and read newest first, page by page', async ({ audit }) => {
  const entries = [anEntry(), anEntry({ by: null, body: null }), anEntry({ at: NOW + 1 })];
  for (const entry of entries) await audit.insert(entry);
  assert.deepEqual(await audit.list({ limit: 2, offset: 0 }), { items: [entries[2], entries[1]], total: 3 });
  assert.deepEqual(await audit.list({ limit: 2, offset: 2 }), { items: [entries[0]], total: 3 });
});

storeTest('the audit forgets after a year', async ({ audit }) => {
  await audit.insert(anEntry({ at: NOW - 366 * DAY }));
  await audit.insert(anEntry());
  assert.equal((await audit.list({ limit: 10, offset: 0 })).total, 1);
});
