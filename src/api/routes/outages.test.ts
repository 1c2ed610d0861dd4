import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR } from '../../lib/duration.ts';
import type { OutageList } from '../contract/outage.ts';
import { NOW, startServer } from '../testing.ts';

const SESSIONS = [
  { startedAt: NOW - 10 * HOUR, until: NOW - 9 * HOUR },
  { startedAt: NOW - 7 * HOUR, until: NOW - 5 * HOUR },
  { startedAt: NOW - 5 * HOUR, until: NOW - 4 * HOUR },
  { startedAt: NOW - HOUR, until: NOW },
];

async function outages(query: string) {
  await using server = await startServer({ watchSessions: { since: async () => SESSIONS } });
  const response = await fetch(`${server.origin}/api/v1/outages${query}`);
  return ((await response.json()) as OutageList).items;
}

describe('outages', () => {
  it('are the gaps between the times in which the cluster was watched, newest first', async () => {
    assert.deepEqual(await outages(''), [
      { from: '2026-01-31T08:00:00Z', to: '2026-01-31T11:00:00Z', duration: 10_800 },
      { from: '2026-01-31T03:00:00Z', to: '2026-01-31T05:00:00Z', duration: 7_200 },
    ]);
  });

  it('are told when a part of them lies in the range', async () => {
    const items = await outages('?from=2026-01-31T04:00:00Z&to=2026-01-31T06:00:00Z');
    assert.deepEqual(
      items.map(({ duration }) => duration),
      [7_200],
    );
  });
});
