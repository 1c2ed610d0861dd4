import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Execution } from '../../../src/execution/execution.ts';
import { NO_SLOTS, type SlaCounts } from '../../../src/execution/sla.ts';
import type { EmptySlot } from '../../../src/slot/slot.ts';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import type { SlaFilter } from '../../../src/store/sla-subjects.ts';
import type { Store } from '../../../src/store/store.ts';
import { anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const WEEK = 7 * DAY;
const TERMS = { monitor: 'm', generation: 1, widthMs: WEEK, maintenance: () => [] };

storeTest('slots count by when they were due, whenever their runs started and ended', async (store) => {
  const id = await keep(store);
  await ran(store, id, { slot: NOW - 2 * WEEK });
  await ran(store, id, { slot: NOW - 2 * WEEK + 1 });
  await ran(store, id, { slot: NOW - WEEK, startsAfter: MINUTE });
  await ran(store, id, { slot: NOW - WEEK + 1, outcome: 'failed' });
  await ran(store, id, { slot: NOW - HOUR, startsAfter: HOUR + MINUTE });
  await ran(store, id, { slot: NOW });
  await ran(store, id, { slot: NOW + 1 });
  const figures = await store.sla.figures(id, TERMS, NOW);
  assert.deepEqual(figures?.current, { ...NO_SLOTS, succeeded: 2, failed: 1 });
  assert.deepEqual(figures.previous, { ...NO_SLOTS, succeeded: 2 });
});

storeTest('manual runs are told and do not count', async (store) => {
  const id = await keep(store);
  await ran(store, id, { slot: NOW - HOUR });
  for (const startedAt of [NOW - WEEK, NOW - WEEK + 1, NOW]) {
    await store.executions.insert(id, anExecution({ manual: true, scheduledFor: null, startedAt }), NOW);
  }
  const { current } = (await store.sla.figures(id, TERMS, NOW))!;
  assert.deepEqual(current, { ...NO_SLOTS, succeeded: 1, excluded: { ...NO_SLOTS.excluded, manual: 2 } });
});

storeTest('slots without a run are missed, but for those that are excused', async (store) => {
  const id = await keep(store);
  const reasons = ['Forbidden', 'DeadlinePassed', 'CreationFailed', 'NotStarted', 'Suspended'] as const;
  await store.slots.insert(id, [
    ...reasons.map((reason, index) => aSlot({ at: NOW - index * HOUR, reason })),
    aSlot({ at: NOW - 9 * HOUR, outcome: 'unknown', reason: null }),
  ]);
  const { current } = (await store.sla.figures(id, TERMS, NOW))!;
  assert.deepEqual(current, {
    ...NO_SLOTS,
    missed: 4,
    excluded: { ...NO_SLOTS.excluded, suspended: 1, unknown: 1 },
  });
});

storeTest('slots within maintenance are told and do not count, its end not included', async (store) => {
  const id = await keep(store);
  const maintenance = () => [
    { from: NOW - 5 * HOUR, until: NOW - 4 * HOUR },
    { from: NOW - 2 * HOUR, until: NOW - HOUR },
  ];
  for (const hours of [6, 5, 4, 3, 1]) await ran(store, id, { slot: NOW - hours * HOUR, outcome: 'failed' });
  await store.slots.insert(id, [aSlot({ at: NOW - 2 * HOUR })]);
  const byHand = { manual: true, scheduledFor: null, startedAt: NOW - 2 * HOUR };
  await store.executions.insert(id, anExecution(byHand), NOW);
  const { current } = (await store.sla.figures(id, { ...TERMS, maintenance }, NOW))!;
  const excluded = { ...NO_SLOTS.excluded, maintenance: 2, manual: 1 };
  assert.deepEqual(current, { ...NO_SLOTS, failed: 4, excluded });
});

storeTest('other terms of a monitor, and those of another monitor, count for themselves', async (store) => {
  const id = await keep(store);
  await ran(store, id, { slot: NOW - 2 * DAY });
  const at = async (terms: typeof TERMS) => (await store.sla.figures(id, terms, NOW))!.current.succeeded;
  assert.equal(await at(TERMS), 1);
  assert.equal(await at({ ...TERMS, monitor: 'other', widthMs: DAY }), 0);
  assert.equal(await at({ ...TERMS, generation: 2, widthMs: DAY }), 0);
  assert.equal(await at(TERMS), 1);
});

storeTest('many CronJobs are counted each by itself, and one without runs too', async (store) => {
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => keep(store, { name })));
  const [a, b, c] = ids as [number, number, number];
  for (const hours of [1, 2]) await ran(store, a, { slot: NOW - hours * HOUR });
  await ran(store, b, { slot: NOW - HOUR, outcome: 'failed' });
  for (let time = 0; time < 2; time++) {
    const figures = await store.sla.figuresOf([...ids, 999], TERMS, NOW);
    assert.deepEqual(figures.get(a)?.current, { ...NO_SLOTS, succeeded: 2 });
    assert.deepEqual(figures.get(b)?.current, { ...NO_SLOTS, failed: 1 });
    assert.deepEqual(figures.get(c)?.current, NO_SLOTS);
    assert.equal(figures.has(999), false);
  }
});

storeTest(
  'what was not known yet at an instant does not count as of it, whether or not it was counted before',
  async (store) => {
    const id = await keep(store);
    await ran(store, id, { slot: NOW - 2 * HOUR });
    const asOf = async (knownUntil: number) =>
      (await store.sla.figures(id, TERMS, NOW, knownUntil))!.current.succeeded;
    assert.equal(await asOf(NOW - 2 * HOUR), 1);
    await ran(store, id, { slot: NOW - HOUR });
    assert.equal(await asOf(NOW - 2 * HOUR), 1, 'moved on');
    assert.equal(await asOf(NOW), 2);
    assert.equal(await asOf(NOW - 2 * HOUR), 1, 'counted anew');
    assert.equal(await asOf(NOW), 2, 'and nothing of that is remembered');
  },
);

storeTest('figures tell how long they hold while nothing is recorded', async (store) => {
  const id = await keep(store);
  assert.equal((await store.sla.figures(id, TERMS, NOW))?.holdUntil, Infinity);
  await ran(store, id, { slot: NOW - DAY });
  const { holdUntil } = (await store.sla.figures(id, TERMS, NOW))!;
  assert.equal(holdUntil, NOW - DAY + WEEK);
  assert.equal((await store.sla.figures(id, TERMS, holdUntil - 1))?.current.succeeded, 1);
  const later = (await store.sla.figures(id, TERMS, holdUntil))!;
  assert.deepEqual([later.current.succeeded, later.previous.succeeded], [0, 1]);
  assert.equal(later.holdUntil, NOW - DAY + 2 * WEEK);
});

const MEMBERS: readonly { readonly name: string; readonly filter: SlaFilter; readonly members: string[] }[] =
  [
    {
      name: 'every CronJob in the cluster with each of its monitors',
      filter: {},
      members: ['a/x of a/m', 'a/x of b/m', 'b/y of b/m'],
    },
    { name: 'those of a namespace', filter: { namespace: 'b' }, members: ['b/y of b/m'] },
    {
      name: 'those of monitors of one name',
      filter: { monitor: { namespace: null, name: 'm' }, namespace: 'a' },
      members: ['a/x of a/m', 'a/x of b/m'],
    },
    {
      name: 'those of one monitor',
      filter: { monitor: { namespace: 'a', name: 'm' } },
      members: ['a/x of a/m'],
    },
    { name: 'none of an unknown monitor', filter: { monitor: { namespace: null, name: 'n' } }, members: [] },
  ];
for (const { name, filter, members } of MEMBERS) {
  storeTest(`the members of monitors are ${name}`, async (store) => {
    const [x, y, gone] = await Promise.all([
      keep(store, { namespace: 'a', name: 'x' }),
      keep(store, { namespace: 'b', name: 'y' }),
      keep(store, { namespace: 'b', name: 'gone' }),
    ]);
    for (const [namespace, ids] of [
      ['b', [y, gone, x]],
      ['a', [x]],
    ] as const) {
      const resource = { uid: namespace, namespace, name: 'm', generation: 1, spec: { sla: {} } };
      await store.monitors.replaceMembers(await store.monitors.upsert(resource), ids);
    }
    await store.cronJobs.markDeleted({ namespace: 'b', name: 'gone' }, NOW);
    const monitors = new Map(
      (await store.sla.monitors()).map((each) => [each.id, `${each.namespace}/${each.name}`]),
    );
    assert.deepEqual(
      (await store.sla.members(filter)).map(
        (each) => `${each.namespace}/${each.name} of ${monitors.get(each.monitorId)}`,
      ),
      members,
    );
  });
}

storeTest('breaches are the alerts about a success rate since an instant, resolved or not', async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  const breach = { type: 'slaViolation', reason: 'SuccessRate' } as const;
  await store.alerts.insert(id, anAlert({ ...breach, openedAt: NOW - DAY - 1, resolvedAt: NOW - DAY }));
  await store.alerts.insert(id, anAlert({ ...breach, openedAt: NOW - DAY, resolvedAt: NOW - HOUR }));
  await store.alerts.insert(id, anAlert({ ...breach, openedAt: NOW }));
  await store.alerts.insert(other, anAlert({ ...breach, reason: 'MaxDuration' }));
  assert.deepEqual(await store.sla.breaches(NOW - DAY), new Map([[id, { raised: 2, firstAt: NOW - DAY }]]));
});

storeTest('a transaction counts its own changes, and one undone leaves no trace', async (store) => {
  const id = await keep(store);
  await ran(store, id, { slot: NOW - HOUR });
  await store.sla.figures(id, TERMS, NOW);
  await assert.rejects(
    store.transaction(async (tx) => {
      await tx.executions.insert(id, anExecution({ scheduledFor: NOW - MINUTE }), NOW);
      assert.equal((await tx.sla.figures(id, TERMS, NOW))?.current.succeeded, 2);
      throw new Error('undone');
    }),
    /undone/,
  );
  await ran(store, id, { slot: NOW - 2 * MINUTE, outcome: 'failed' });
  const { current } = (await store.sla.figures(id, TERMS, NOW))!;
  assert.deepEqual(current, { ...NO_SLOTS, succeeded: 1, failed: 1 });
});

storeTest(
  'however runs and slots come and go, the figures are those of the rows that are kept',
  async (store) => {
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        const name = `cron-job-${(serial += 1)}`;
        const id = await keep(store, { name });
        const terms = { ...TERMS, monitor: name, widthMs: 100 * MINUTE, maintenance: hourly };
        let now = NOW;
        for (const { by, change } of steps) {
          now += by * MINUTE;
          await change(store, id, now);
          const figures = (await store.sla.figures(id, terms, now))!;
          const { current, previous } = figures;
          assert.deepEqual({ current, previous }, await recomputed(store, id, terms.widthMs, now));
          const [again, fresh] = await Promise.all([
            store.sla.figuresOf([id], terms, now),
            store.transaction((tx) => tx.sla.figures(id, terms, now)),
          ]);
          assert.deepEqual(again.get(id), figures);
          assert.deepEqual(fresh, figures);
        }
      }),
      { numRuns: 25 },
    );
  },
);

type Change = (store: Store, id: number, now: number) => Promise<unknown>;

const ago = fc.integer({ min: 0, max: 250 });

const aChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ slot: ago, lasts: ago, outcome: fc.constantFrom('success', 'failed' as const) }).map(
    ({ slot, lasts, outcome }): Change =>
      (store, id, now) =>
        ran(store, id, { slot: now - slot * MINUTE, lasts: Math.min(slot, lasts) * MINUTE, outcome }),
  ),
  ago.map((minutes): Change => (store, id, now) => {
    const startedAt = now - minutes * MINUTE;
    const run = { manual: true, scheduledFor: null, startedAt, completedAt: now };
    return store.executions.insert(id, anExecution(run), now);
  }),
  fc.record({ slot: ago, reason: fc.constantFrom('Suspended', 'NotStarted', null) }).map(
    ({ slot, reason }): Change =>
      (store, id, now) =>
        store.slots.insert(id, [
          aSlot({ at: now - slot * MINUTE, reason, outcome: reason === null ? 'unknown' : 'skipped' }),
        ]),
  ),
  ago.map((minutes): Change => async (store, id, now) => {
    const slots = await store.slots.list(id, { from: 0, to: now - minutes * MINUTE, limit: 1 });
    await store.slots.remove(
      id,
      slots.map(({ at }) => at),
    );
  }),
  ago.map((minutes): Change => (store, _id, now) => {
    return store.prune({ before: now - minutes * MINUTE, keeps: () => false, dryRun: false });
  }),
  fc.constant<Change>(async () => undefined),
);

const aStep = fc.record({ by: fc.integer({ min: 0, max: 120 }), change: aChange });

/** The last ten minutes of every hour. */
function hourly(from: number, to: number) {
  const periods = [];
  for (let hour = Math.floor(from / HOUR) * HOUR; hour < to; hour += HOUR) {
    periods.push({ from: Math.max(from, hour + 50 * MINUTE), until: Math.min(to, hour + HOUR) });
  }
  return periods.filter((period) => period.from < period.until);
}

/** What the rows that the lists tell add up to. */
async function recomputed(store: Store, id: number, widthMs: number, now: number) {
  const { items } = await store.executions.list(id, { limit: 1_000, offset: 0 });
  const slots = await store.slots.list(id, { from: 0, to: now, limit: 1_000 });
  function counts(from: number, to: number): SlaCounts {
    const inWindow = (at: number): boolean => at > from && at <= to;
    const outside = (at: number): boolean => inWindow(at) && at % HOUR < 50 * MINUTE;
    const runs = items.filter(({ scheduledFor }) => scheduledFor !== null && outside(scheduledFor));
    const empty = slots.filter(({ at }) => outside(at));
    const ofSlots = [
      ...items.flatMap(({ scheduledFor }) => scheduledFor ?? []),
      ...slots.map(({ at }) => at),
    ];
    return {
      succeeded: runs.filter(({ outcome }) => outcome === 'success').length,
      failed: runs.filter(({ outcome }) => outcome === 'failed').length,
      missed: empty.filter(({ reason }) => reason === 'NotStarted').length,
      excluded: {
        manual: items.filter((run) => run.manual && inWindow(run.startedAt)).length,
        maintenance: ofSlots.filter((at) => inWindow(at) && !outside(at)).length,
        suspended: empty.filter(({ reason }) => reason === 'Suspended').length,
        unknown: empty.filter(({ outcome }) => outcome === 'unknown').length,
      },
    };
  }
  return { current: counts(now - widthMs, now), previous: counts(now - 2 * widthMs, now - widthMs) };
}

function aSlot(fields: Partial<EmptySlot>): EmptySlot {
  return { at: NOW, outcome: 'skipped', reason: 'NotStarted', message: null, ...fields };
}

interface Run {
  readonly slot: number;
  readonly startsAfter?: number;
  readonly lasts?: number;
  readonly outcome?: Execution['outcome'];
}

async function ran(store: Store, id: number, run: Run): Promise<void> {
  const { slot, startsAfter = 0, lasts = MINUTE, outcome = 'success' } = run;
  const startedAt = slot + startsAfter;
  const execution = anExecution({ scheduledFor: slot, startedAt, completedAt: startedAt + lasts, outcome });
  await store.executions.insert(id, execution, NOW);
}
