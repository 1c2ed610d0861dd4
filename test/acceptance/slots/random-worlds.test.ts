import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { slotsAfter, toTimetable } from '../../../src/schedule/timetable.ts';
import { MINUTE, SECOND } from '../../../src/lib/duration.ts';
import { UTC } from '../../../src/schedule/zone.ts';
import { cronJob, failing, succeeding } from '../manifests.ts';
import { START, World } from '../world.ts';
import { slotsOf } from './expect-slots.ts';

const SCHEDULES = ['*/2 * * * *', '*/5 * * * *', '7,8,40 * * * *', '0 * * * *'] as const;

type Act =
  | { readonly kind: 'suspend'; readonly suspend: boolean }
  | { readonly kind: 'schedule'; readonly schedule: string }
  | { readonly kind: 'outage'; readonly minutes: number };

const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.boolean().map((suspend): Act => ({ kind: 'suspend', suspend })),
  fc.constantFrom(...SCHEDULES).map((schedule): Act => ({ kind: 'schedule', schedule })),
  fc.integer({ min: 1, max: 90 }).map((minutes): Act => ({ kind: 'outage', minutes })),
);

const aWorld = fc.record({
  schedule: fc.constantFrom(...SCHEDULES),
  concurrencyPolicy: fc.constantFrom('Allow', 'Forbid', 'Replace'),
  startingDeadlineSeconds: fc.option(fc.integer({ min: 15, max: 400 })),
  successfulJobsHistoryLimit: fc.integer({ min: 0, max: 5 }),
  failedJobsHistoryLimit: fc.integer({ min: 0, max: 2 }),
  ttlSecondsAfterFinished: fc.option(fc.constantFrom(0, 60, 1_000)),
  runSeconds: fc.constantFrom(1, 100, 500),
  fails: fc.boolean(),
  /** Acts, each so many seconds after the one before; never at the second of a slot. */
  life: fc.array(fc.record({ after: fc.integer({ min: 0, max: 20 }), act: anAct }), { maxLength: 6 }),
});

type Spec = typeof aWorld extends fc.Arbitrary<infer T> ? T : never;

/** A stretch of time with one schedule. */
interface Version {
  readonly schedule: string;
  readonly from: number;
}

/** Plays the life of a CronJob; answers what really happened. */
async function live(world: World, { life, ...spec }: Spec) {
  const { schedule, runSeconds, fails, ttlSecondsAfterFinished, startingDeadlineSeconds, ...rest } = spec;
  const script = fails ? failing(1, runSeconds * SECOND) : succeeding(runSeconds * SECOND);
  const manifest = cronJob('job', {
    schedule,
    script,
    spec: { ...rest, ...(startingDeadlineSeconds !== null && { startingDeadlineSeconds }) },
    jobSpec: ttlSecondsAfterFinished === null ? {} : { ttlSecondsAfterFinished },
  });
  const started = new Set<number>();
  world.sandbox.cluster.subscribe(({ type, resource, object }) => {
    const slot = object.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'];
    if (type === 'ADDED' && resource.resource === 'jobs' && slot) started.add(Date.parse(slot));
  });
  await world.create(manifest);
  const versions: Version[] = [{ schedule, from: START }];
  const outages: { readonly from: number; readonly to: number }[] = [];
  let at = 30 * SECOND;
  for (const { after, act } of life) {
    at += after * MINUTE;
    await world.runUntil(at);
    if (act.kind === 'suspend') await world.patch(manifest, { spec: { suspend: act.suspend } });
    if (act.kind === 'schedule') {
      await world.patch(manifest, { spec: { schedule: act.schedule } });
      if (act.schedule !== versions.at(-1)!.schedule)
        versions.push({ schedule: act.schedule, from: START + at });
    }
    await world.settle();
    if (act.kind !== 'outage') continue;
    await world.stopService();
    at += act.minutes * MINUTE;
    await world.runUntil(at);
    await world.startService();
    outages.push({ from: START + at - act.minutes * MINUTE, to: START + at });
  }
  // Every slot but the last of an hourly schedule is decided two hours later.
  at += 121 * MINUTE;
  await world.runUntil(at);
  return { started, versions, outages, until: START + at };
}

function expectedSlots(versions: readonly Version[], until: number): Set<number> {
  const slots = versions.flatMap(({ schedule, from }, index) =>
    slotsAfter(
      toTimetable({ schedule, timeZone: null }, UTC, [from]),
      from,
      versions[index + 1]?.from ?? until,
      10_000,
    ),
  );
  return new Set(slots);
}

test('whatever a CronJob lives through, each of its slots ran, was late, was skipped or is unknown, once', async () => {
  await fc.assert(
    fc.asyncProperty(aWorld, async (spec) => {
      await using world = await World.start();
      const { started, versions, outages, until } = await live(world, spec);
      const { items, totals, judgedUntil } = await slotsOf(world, 'job');
      const judged = Date.parse(judgedUntil!);
      const slots = new Map(items.map((slot) => [Date.parse(slot.time), slot]));
      assert.equal(slots.size, items.length, 'no slot twice');
      const expected = expectedSlots(versions, until);
      for (const slot of expected)
        if (slot <= judged) assert.ok(slots.get(slot)?.outcome, `slot ${slot} left out`);
      let decided = 0;
      for (const [at, { outcome, reason }] of slots) {
        const when = new Date(at).toISOString();
        if (outcome !== null) decided += 1;
        assert.ok(expected.has(at) || started.has(at), `${when} is no slot`);
        if (outcome === 'skipped') assert.ok(!started.has(at), `${when} ${reason}, but a run started`);
        if (outcome === 'ran' || outcome === 'late') assert.ok(started.has(at), `${when}: no run started`);
        if (outcome === 'unknown') {
          const seen = !outages.some(({ from, to }) => at < to && at > from - 70 * MINUTE);
          assert.ok(!seen, `${when} was seen and is unknown`);
        }
      }
      assert.equal(decided, totals.ran + totals.late + totals.skipped + totals.unknown);
      assert.ok(judged > until - 62 * MINUTE, 'nothing waits for longer than the next slot');
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
