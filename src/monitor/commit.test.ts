import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJob, T0 } from '../execution/testing.ts';
import { commitPlan, StaleFactsError, type SyncPlan } from './commit.ts';
import type { CommitTables } from './sync-store.ts';

test('a CronJob that comes back while its old row goes for good is looked at as one never seen', async () => {
  const tables = { cronJobs: { upsert: async () => 8 } } as unknown as CommitTables;
  const cronJob = aCronJob();
  const nothing = { finished: [], empty: [], claimed: [], transitions: [], withdrawn: [] };
  const plan = {
    entry: { key: 'payments/backup', stored: { id: 7 } },
    runs: nothing,
    slots: nothing,
    changes: { ...nothing, deliveries: [], holds: [], untold: [] },
    row: { id: 7, upsert: cronJob, live: false, markDeleted: false, after: {}, running: [] },
  } as unknown as SyncPlan;
  await assert.rejects(commitPlan(tables, plan, T0), StaleFactsError);
  assert.equal(plan.entry.stored, null);
});
