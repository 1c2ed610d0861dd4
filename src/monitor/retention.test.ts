import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCronJob, T0 } from '../execution/testing.ts';
import { DAY, HOUR, MINUTE } from '../lib/duration.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { toMonitorSpec } from '../rule/monitor-spec.ts';
import type { SelectingMonitor } from './membership.ts';
import { type Expiry, Retention, type RetainedCronJob } from './retention.ts';
import { aLog, until } from './testing.ts';

const NOTHING = { executions: 0, logs: 0, events: 0 };
const DEFAULTS = { runDays: 90, failedRunDays: 120, evidenceDays: 30 };

function row(id: number, name: string, given: Partial<RetainedCronJob> = {}): RetainedCronJob {
  return { ...aCronJob({ name }), id, deletedAt: null, slotsJudgedUntil: null, ...given };
}

function monitorOf(dataRetention: object): SelectingMonitor {
  const parsed = toMonitorSpec({ dataRetention });
  assert.equal(parsed.kind, 'spec');
  if (parsed.kind !== 'spec') throw new Error('unreachable');
  return {
    uid: 'm',
    generation: 1,
    key: 'payments/m',
    namespace: 'payments',
    name: 'm',
    createdAt: T0,
    spec: parsed.spec,
  };
}

function aRetention(
  rows: () => Promise<readonly RetainedCronJob[]>,
  monitors: Readonly<Record<string, SelectingMonitor>> = {},
) {
  const clock = new VirtualClock(T0);
  const log = aLog();
  const asked: (Omit<Expiry, 'keeps' | 'signal'> & { readonly at: number })[] = [];
  const orphans: number[] = [];
  const forgetting: { readonly cronJobIds: readonly number[]; readonly kept: readonly number[] }[] = [];
  const sessionsBefore: number[] = [];
  const retention = new Retention({
    store: {
      cronJobs: { all: rows },
      expire: async ({ keeps: _keeps, signal: _signal, ...request }) => {
        asked.push({ at: clock.now() - T0, ...request });
        return { ...NOTHING, executions: 2 };
      },
      watchSessions: { forgetBefore: async (instant) => sessionsBefore.push(instant) },
      removeOrphans: async () => {
        orphans.push(clock.now() - T0);
        return NOTHING;
      },
      forgetCronJobs: async ({ cronJobIds, keeps }) => {
        forgetting.push({ cronJobIds, kept: cronJobIds.filter(keeps) });
        return cronJobIds.length;
      },
    },
    selecting: ({ name }) => (monitors[name] === undefined ? [] : [monitors[name]]),
    keeps: () => false,
    watches: ({ name }) => name === 'watched',
    defaults: DEFAULTS,
    clock,
    log,
  });
  const settle = () => until(() => retention.idle());
  return {
    retention,
    clock,
    log,
    asked,
    orphans,
    forgetting,
    sessionsBefore,
    pass: (ms: number) => clock.runUntil(T0 + ms, settle),
  };
}

describe('Retention', () => {
  it('asks once for all CronJobs of the same terms, a minute after the start and every six hours', async () => {
    const { retention, asked, orphans, log, pass } = aRetention(async () => [row(1, 'a'), row(2, 'b')]);
    await pass(HOUR);
    assert.deepEqual(asked, [], 'not before it is known which Jobs are live');
    retention.start();
    retention.start();
    await pass(26 * HOUR);
    const [first] = asked;
    const now = T0 + HOUR + MINUTE;
    assert.deepEqual(first, {
      at: HOUR + MINUTE,
      cronJobIds: [1, 2],
      succeededBefore: now - 90 * DAY,
      failedBefore: now - 120 * DAY,
      logsBefore: now - 30 * DAY,
      eventsBefore: now - 30 * DAY,
      forgetsNamesakes: false,
    });
    assert.deepEqual(
      asked.map(({ at }) => (at - MINUTE) / HOUR),
      [1, 7, 13, 19, 25],
    );
    assert.deepEqual(
      orphans.map((at) => (at - MINUTE) / HOUR),
      [1, 25],
    );
    assert.deepEqual(log.lines[0], {
      level: 'info',
      fields: { ...NOTHING, executions: 2 },
      message: 'old records were deleted',
    });
  });

  it('keeps each CronJob by its own terms', async () => {
    const short = monitorOf({ retentionDays: 7, logRetentionDays: 1, onRecreation: 'reset' });
    const { retention, asked, pass } = aRetention(async () => [row(1, 'a'), row(2, 'b')], { b: short });
    retention.start();
    await pass(MINUTE);
    const now = T0 + MINUTE;
    assert.partialDeepStrictEqual(asked, [
      { cronJobIds: [1], forgetsNamesakes: false },
      { cronJobIds: [2], succeededBefore: now - 7 * DAY, logsBefore: now - DAY, forgetsNamesakes: true },
    ]);
  });

  it('purges a deleted CronJob when its time has come, and not before', async () => {
    const purge = monitorOf({ onCronJobDeletion: 'purge-after-days', purgeAfterDays: 2 });
    const deleted = row(1, 'a', { deletedAt: T0 });
    const { retention, asked, pass } = aRetention(async () => [deleted], { a: purge });
    retention.start();
    await pass(49 * HOUR);
    const purged = asked.filter(({ succeededBefore }) => succeededBefore > T0 + 49 * HOUR);
    assert.deepEqual(
      purged.map(({ at }) => at),
      [48 * HOUR + MINUTE],
    );
    assert.equal(purged[0]!.failedBefore, purged[0]!.succeededBefore);
    assert.equal(purged[0]!.logsBefore, T0 + 48 * HOUR + MINUTE, 'what comes later is not taken for old');
  });

  it('lets deleted CronJobs go for good when the last of their runs would have gone, unless they are watched', async () => {
    const purge = monitorOf({ onCronJobDeletion: 'purge' });
    const short = monitorOf({ retentionDays: 7 });
    const rows = [
      row(1, 'present'),
      row(2, 'long-gone', { deletedAt: T0 - 121 * DAY }),
      row(3, 'gone', { deletedAt: T0 - 119 * DAY }),
      row(4, 'short', { deletedAt: T0 - 8 * DAY }),
      row(5, 'purged', { deletedAt: T0 }),
      row(6, 'watched', { deletedAt: T0 - 200 * DAY }),
    ];
    const { retention, forgetting, log, pass } = aRetention(async () => rows, { purged: purge, short });
    retention.start();
    await pass(MINUTE);
    const [{ cronJobIds, kept } = { cronJobIds: [], kept: [] }] = forgetting;
    assert.deepEqual([cronJobIds.toSorted((a, b) => a - b), kept], [[2, 4, 5, 6], [6]]);
    assert.deepEqual(log.lines[0], {
      level: 'info',
      fields: { cronJobs: 4 },
      message: 'deleted CronJobs without records were forgotten',
    });
  });

  const lasts: readonly {
    readonly name: string;
    readonly rows: readonly RetainedCronJob[];
    readonly from: number;
  }[] = [
    { name: 'the defaults say', rows: [], from: T0 + MINUTE - 120 * DAY },
    { name: 'the longest kept runs do', rows: [row(1, 'long')], from: T0 + MINUTE - 400 * DAY },
    {
      name: 'slots of a CronJob in the cluster are not judged',
      rows: [
        row(1, 'late', { slotsJudgedUntil: T0 - 150 * DAY }),
        row(2, 'gone', { slotsJudgedUntil: T0 - 200 * DAY, deletedAt: T0 - 130 * DAY }),
      ],
      from: T0 - 150 * DAY,
    },
  ];
  for (const { name, rows, from } of lasts) {
    it(`keeps when the cluster was watched for as long as ${name}`, async () => {
      const long = monitorOf({ retentionDays: 400 });
      const { retention, sessionsBefore, pass } = aRetention(async () => rows, { long });
      retention.start();
      await pass(MINUTE);
      assert.deepEqual(sessionsBefore, [from]);
    });
  }

  it('passes a minute after it is woken, however often', async () => {
    const { retention, asked, pass } = aRetention(async () => [row(1, 'a')]);
    retention.wake();
    await pass(HOUR);
    assert.equal(asked.length, 0, 'nobody knows yet which Jobs are live');
    retention.start();
    await pass(2 * HOUR);
    retention.wake();
    await pass(2 * HOUR + 30_000);
    retention.wake();
    await pass(3 * HOUR);
    assert.deepEqual(
      asked.map(({ at }) => at / MINUTE),
      [61, 121],
    );
  });

  it('goes on after a pass that failed', async () => {
    let fails = true;
    const { retention, asked, log, pass } = aRetention(async () => {
      if (fails) throw new Error('the disk is full');
      return [row(1, 'a')];
    });
    retention.start();
    await pass(HOUR);
    assert.deepEqual(
      log.lines.map(({ level, message }) => [level, message]),
      [['warn', 'old records could not be deleted']],
    );
    fails = false;
    await pass(7 * HOUR);
    assert.equal(asked.length, 1);
  });

  it('does nothing more once it was stopped', async () => {
    const { retention, asked, pass } = aRetention(async () => [row(1, 'a')]);
    retention.start();
    await retention.stop();
    retention.wake();
    await pass(DAY);
    assert.deepEqual(asked, []);
  });
});
