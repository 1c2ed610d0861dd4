import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../../lib/duration.ts';
import { VirtualClock } from '../../lib/virtual-clock.ts';
import type { StoredTimelineCronJob, StoredTimelineRun } from '../answer/timeline.ts';
import { emptyPorts, NOW, startServer } from '../testing.ts';
import type { TimelineReader } from './timeline.ts';

const RANGE = `from=${new Date(NOW - 24 * HOUR).toISOString()}&to=${new Date(NOW + 6 * HOUR).toISOString()}`;

function aTimelineCronJob(fields: Partial<StoredTimelineCronJob> = {}): StoredTimelineCronJob {
  return {
    id: 1,
    namespace: 'shop',
    name: 'backup',
    schedule: '0 */3 * * *',
    timeZone: null,
    nextRunAt: NOW + 3 * HOUR,
    running: [],
    ...fields,
  };
}

function aRun(fields: Partial<StoredTimelineRun> = {}): StoredTimelineRun {
  return {
    cronJobId: 1,
    startedAt: NOW - HOUR,
    durationMs: 90_000,
    outcome: 'success',
    manual: false,
    reason: null,
    ...fields,
  };
}

async function ask(path: string, reader: Partial<TimelineReader> = {}) {
  await using server = await startServer({ timeline: { ...emptyPorts().timeline, ...reader } });
  const response = await fetch(`${server.origin}/api/v1${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('a line has its runs, what runs now, and the slots to come', async () => {
  const { status, body } = await ask(`/timeline?${RANGE}&cronjobs=shop/backup`, {
    cronJobs: async () => [aTimelineCronJob({ running: [{ startedAt: NOW - MINUTE }] })],
    counts: async () => new Map([[1, 2]]),
    emptySlots: async () => [
      { cronJobId: 1, at: NOW - 4 * HOUR, outcome: 'skipped', reason: 'Forbidden', slots: 3 },
      { cronJobId: 1, at: NOW - 5 * HOUR, outcome: 'unknown', reason: null, slots: 1 },
    ],
    runs: async () => [aRun(), aRun({ outcome: 'failed', manual: true, reason: 'DeadlineExceeded' })],
  });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    from: '2026-01-30T12:00:00Z',
    to: '2026-01-31T18:00:00Z',
    binSeconds: 270,
    reasons: ['DeadlineExceeded', 'Forbidden'],
    items: [
      {
        namespace: 'shop',
        name: 'backup',
        runs: [
          [23 * 3_600, 90, 0, 0, -1],
          [23 * 3_600, 90, 1, 1, 0],
        ],
        bins: null,
        slots: [
          [20 * 3_600, 1, 3],
          [19 * 3_600, -1, 1],
        ],
        running: [24 * 3_600 - 60],
        forecast: [27 * 3_600, 30 * 3_600],
      },
    ],
  });
});

test('more runs than can be told apart are counted by bins', async () => {
  const asked: number[][] = [];
  const { body } = await ask(`/timeline?${RANGE}&cronjobs=shop/backup,shop/busy`, {
    cronJobs: async () => [aTimelineCronJob(), aTimelineCronJob({ id: 2, name: 'busy' })],
    counts: async () => new Map([[2, 401]]),
    runs: async (ids) => {
      asked.push([...ids]);
      return [];
    },
    bins: async () => [{ cronJobId: 2, step: 3, runs: 5, failed: 1 }],
  });
  assert.deepEqual(asked, [[1]]);
  assert.deepEqual(
    body.items.map((item: { bins: unknown }) => item.bins),
    [null, [[3 * 270, 5, 1]]],
  );
});

test('a density has a number for every step, and each shared schedule counts for all its CronJobs', async () => {
  const { body } = await ask(`/timeline/density?${RANGE}&stepSeconds=21600`, {
    density: async () => [{ step: 0, runs: 4, failed: 1 }],
    schedules: async () => [
      { schedule: '0 */3 * * *', timeZone: null, nextRunAt: NOW + 3 * HOUR, cronJobs: 10 },
    ],
  });
  assert.deepEqual(body.started, [4, 0, 0, 0, 0]);
  assert.deepEqual(body.failed, [1, 0, 0, 0, 0]);
  // The slot at the very end belongs to the step after it.
  assert.deepEqual(body.forecast, [0, 0, 0, 0, 10]);
});

for (const { name, to, until } of [
  { name: 'changes with the next slot', to: NOW + 6 * HOUR, until: NOW + HOUR },
  { name: 'stays when it ends before the next slot', to: NOW + HOUR - 1, until: null },
]) {
  test(`a density that is known ${name}, while nothing is stored`, async () => {
    const clock = new VirtualClock(NOW);
    const schedules = [3, 1, 2].map((hour) => ({
      schedule: '0 * * * *',
      timeZone: null,
      nextRunAt: NOW + hour * HOUR,
      cronJobs: 1,
    }));
    await using server = await startServer({
      clock,
      dataVersion: async () => 'v-1',
      timeline: { ...emptyPorts().timeline, schedules: async () => schedules },
    });
    const range = `from=${new Date(NOW - HOUR).toISOString()}&to=${new Date(to).toISOString()}`;
    const url = `${server.origin}/api/v1/timeline/density?${range}`;
    const headers = { 'if-none-match': (await fetch(url)).headers.get('etag')! };
    const statusAt = async (at: number) => {
      await clock.runUntil(at, async () => {});
      return (await fetch(url, { headers })).status;
    };
    assert.equal(await statusAt((until ?? NOW + 24 * HOUR) - 1), 304);
    if (until !== null) assert.equal(await statusAt(until), 200);
  });
}

const REFUSED = [
  { name: 'without a range', path: '/timeline?cronjobs=a/b', parameter: 'from' },
  { name: 'without CronJobs', path: `/timeline?${RANGE}`, parameter: 'cronjobs' },
  {
    name: 'with a CronJob that has no namespace',
    path: `/timeline?${RANGE}&cronjobs=backup`,
    parameter: 'cronjobs',
  },
  {
    name: 'with more CronJobs than fit',
    path: `/timeline?${RANGE}&cronjobs=${Array.from({ length: 101 }, () => 'a/b').join(',')}`,
    parameter: 'cronjobs',
  },
  {
    name: 'over a range of years',
    path: '/timeline?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&cronjobs=a/b',
    parameter: 'to',
  },
  { name: 'in an unknown state', path: `/timeline/density?${RANGE}&state=bad`, parameter: 'state' },
];
for (const { name, path, parameter } of REFUSED) {
  test(`a timeline is refused ${name}`, async () => {
    const { status, body } = await ask(path);
    assert.deepEqual([status, body.error, body.details.parameter], [400, 'bad_request', parameter]);
  });
}
