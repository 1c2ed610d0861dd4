import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecidedSlot } from '../../slot/slot.ts';
import { HOUR } from '../../lib/duration.ts';
import type { SlotList } from '../contract/slot.ts';
import { VirtualClock } from '../../lib/virtual-clock.ts';
import { aKnownCronJob, emptyPorts, NOW, startServer } from '../testing.ts';
import type { ScheduledCronJob, SlotReader } from './slots.ts';

const SKIPPED: DecidedSlot = {
  at: NOW - 2 * HOUR,
  outcome: 'skipped',
  reason: 'Forbidden',
  message: 'Job x was still running (concurrencyPolicy Forbid).',
  run: null,
};

async function read(
  query: string,
  cronJob: ScheduledCronJob | null = aKnownCronJob(),
  slots: Partial<SlotReader> = {},
) {
  const ports = { knownCronJobs: { find: async () => cronJob } };
  await using server = await startServer({ ...ports, slots: { ...emptyPorts().slots, ...slots } });
  const response = await fetch(`${server.origin}/api/v1/cronjobs/shop/backup/slots${query}`);
  return { status: response.status, body: (await response.json()) as SlotList };
}

function hours({ items }: SlotList): (string | null)[][] {
  return items.map(({ time, outcome }) => [String((Date.parse(time) - NOW) / HOUR), outcome]);
}

describe('the slots of a CronJob', () => {
  it('come newest first: what waits, what is under way, what is decided', async () => {
    const running = [
      { jobUid: 'u', jobName: 'backup-1', startedAt: NOW - HOUR + 90_000, scheduledFor: NOW - HOUR },
      { jobUid: 'm', jobName: 'by-hand', startedAt: NOW, scheduledFor: null },
    ];
    const { body } = await read('', aKnownCronJob({ running }), {
      decided: async () => [SKIPPED],
      totals: async () => ({ ran: 3, late: 0, skipped: 1, unknown: 0 }),
    });
    assert.deepEqual(hours(body), [
      ['0', null],
      ['-1', 'late'],
      ['-2', 'skipped'],
    ]);
    assert.deepEqual(body.items[1]?.run, {
      executionId: null,
      jobName: 'backup-1',
      startTime: '2026-01-31T11:01:30Z',
      startLatency: 90,
    });
    assert.deepEqual(body.totals, { ran: 3, late: 1, skipped: 1, unknown: 0 });
    assert.equal(body.judgedUntil, '2026-01-31T10:00:00Z');
  });

  it('that lie ahead come too when they are asked for', async () => {
    const { body } = await read('?from=2026-01-31T12:30:00Z&to=2026-01-31T15:00:00Z');
    assert.deepEqual(hours(body), [
      ['3', null],
      ['2', null],
      ['1', null],
    ]);
  });

  it('ahead are the nearest ones, and no more than the limit', async () => {
    const { body } = await read('?from=2026-01-31T12:30:00Z&to=2026-05-03T12:30:00Z&limit=2');
    assert.deepEqual(hours(body), [
      ['2', null],
      ['1', null],
    ]);
  });

  it('of a run that ended lead to the execution', async () => {
    const run = { jobUid: 'u', jobName: 'backup-1', startedAt: NOW - 2 * HOUR + 1_000 };
    const { body } = await read('', aKnownCronJob({ slotsJudgedUntil: NOW }), {
      decided: async () => [{ at: NOW - 2 * HOUR, outcome: 'ran', reason: null, message: null, run }],
    });
    assert.deepEqual(body.items[0]?.run, {
      executionId: 'u',
      jobName: 'backup-1',
      startTime: '2026-01-31T10:00:01Z',
      startLatency: 1,
    });
  });

  for (const [why, given] of [
    ['is suspended', { suspend: true }],
    ['was deleted', { deletedAt: NOW }],
    ['was never judged', { slotsJudgedUntil: null }],
  ] as const) {
    it(`are only the decided ones while it ${why}`, async () => {
      const { body } = await read('?to=2026-02-01T12:00:00Z', aKnownCronJob(given), {
        decided: async () => [SKIPPED],
      });
      assert.deepEqual(hours(body), [['-2', 'skipped']]);
    });
  }

  it('are those of the last seven days unless the range is given', async () => {
    const asked: unknown[] = [];
    await read('?limit=5', aKnownCronJob(), {
      decided: async (...each) => {
        asked.push(each);
        return [];
      },
    });
    assert.deepEqual(asked, [[7, { from: NOW - 168 * HOUR, to: NOW }, 5]]);
  });

  it('of a CronJob that was never seen are 404, and a range that is turned round is 400', async () => {
    assert.equal((await read('', null)).status, 404);
    assert.equal((await read('?from=2026-02-01T12:00:00Z&to=2026-01-01T12:00:00Z')).status, 400);
  });

  for (const [query, parameter] of [
    ['?from=1970-01-01T00:00:00Z', 'from'],
    ['?from=2026-01-31T12:00:00Z&to=2036-01-31T12:00:00Z', 'to'],
  ] as const) {
    it(`over more than 92 days are refused: ${query}`, async () => {
      const { status, body } = await read(query);
      assert.equal(status, 400);
      assert.deepEqual(body, {
        error: 'bad_request',
        message: 'The range from from to to must be at most 92 days.',
        details: { parameter },
      });
    });
  }
});

describe('the slots of a CronJob, while nothing is stored,', () => {
  const SUSPENDED = aKnownCronJob({ suspend: true });
  const CASES = [
    { name: 'change with the next slot', query: '', until: NOW + HOUR },
    {
      name: 'of a past range stay',
      query: '?from=2026-01-29T12:00:00Z&to=2026-01-30T12:00:00Z',
      until: null,
    },
    {
      name: 'of a range that reaches ahead change with the next slot',
      query: '?from=2026-01-29T12:00:00Z&to=2026-02-01T12:00:00Z',
      until: NOW + HOUR,
    },
    {
      name: 'change when the oldest leaves the last seven days',
      query: '',
      cronJob: SUSPENDED,
      decided: [NOW - 168 * HOUR + 1_000],
      until: NOW + 1_001,
    },
    {
      name: 'stay when the oldest cannot leave',
      query: '?from=2026-01-24T12:00:00Z',
      cronJob: SUSPENDED,
      decided: [NOW - 168 * HOUR + 1_000],
      until: null,
    },
    {
      name: 'change when the clock reaches one that the cluster told too early',
      query: '?from=2026-01-24T12:00:00Z',
      cronJob: SUSPENDED,
      decided: [NOW - HOUR, NOW + 5_000],
      until: NOW + 5_000,
    },
  ];
  for (const { name, query, cronJob = aKnownCronJob(), decided = [], until } of CASES) {
    it(name, async () => {
      const clock = new VirtualClock(NOW);
      await using server = await startServer({
        clock,
        dataVersion: async () => 'v-1',
        knownCronJobs: { find: async () => cronJob },
        slots: {
          ...emptyPorts().slots,
          firstDecided: async (_, from) => decided.find((at) => at >= from) ?? null,
        },
      });
      const url = `${server.origin}/api/v1/cronjobs/shop/backup/slots${query}`;
      const headers = { 'if-none-match': (await fetch(url)).headers.get('etag')! };
      const statusAt = async (at: number) => {
        await clock.runUntil(at, async () => {});
        return (await fetch(url, { headers })).status;
      };
      assert.equal(await statusAt((until ?? NOW + 1_000 * HOUR) - 1), 304);
      if (until !== null) assert.equal(await statusAt(until), 200);
    });
  }
});
