import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../testing.ts';

test('statistics tell what is kept, where, and for how long this process has served', async () => {
  await using server = await startServer({
    databaseType: 'postgres',
    stats: async () => ({
      executions: 12,
      alerts: 3,
      monitors: 2,
      channels: 1,
      sizeBytes: 45_200_000,
      tables: [{ name: 'executions', rows: 12, sizeBytes: 45_000_000 }],
    }),
    uptimeMs: () => 72.5 * 3_600_000,
  });
  const response = await fetch(`${server.origin}/api/v1/admin/stats`);
  assert.deepEqual(await response.json(), {
    database: {
      type: 'postgres',
      size: '45.2MB',
      executions: 12,
      alerts: 3,
      tables: [{ name: 'executions', rows: 12, size: '45MB', sizeBytes: 45_000_000 }],
    },
    monitors: 2,
    channels: 1,
    uptime: '72h30m0s',
  });
});
