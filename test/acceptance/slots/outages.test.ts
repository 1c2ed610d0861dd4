import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { OutageList } from '../../../src/api/contract/outage.ts';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { cronJob, type CronJobOptions, succeeding } from '../manifests.ts';
import { at, throughout, timeline } from '../timeline.ts';
import { START, World } from '../world.ts';
import { slotMessage, slots, slotsOf } from './expect-slots.ts';

/** How many slots came to which outcome or reason. */
async function counts(world: World, name: string): Promise<Record<string, number>> {
  const { items } = await slotsOf(world, name);
  const seen: Record<string, number> = {};
  for (const { outcome, reason } of items) {
    const key = reason ?? outcome ?? 'open';
    seen[key] = (seen[key] ?? 0) + 1;
  }
  return seen;
}

/** Lets the CronJob live for ten minutes and `phase` more, stops the service for `outage`, and starts it again. */
async function livedThrough(
  options: CronJobOptions,
  { phase, outage }: { readonly phase: number; readonly outage: number },
  meanwhile: (world: World) => Promise<void> = async () => {},
): Promise<World> {
  const world = await World.start();
  await world.create(cronJob('job', options));
  const stopAt = 10 * MINUTE + phase;
  await world.runUntil(stopAt);
  await world.stopService();
  await world.runUntil(stopAt + outage / 2);
  await meanwhile(world);
  await world.runUntil(stopAt + outage);
  await world.startService();
  // What passed in the last minutes is decided by then.
  await world.runUntil(stopAt + outage + 10 * MINUTE);
  return world;
}

const PHASES = [1, 90_000, 4 * MINUTE + 59_950] as const;

interface Case {
  readonly name: string;
  readonly options: CronJobOptions;
  readonly outage: number;
  /** What may be unknown: nothing that left a trace. */
  readonly unknown: number;
  readonly meanwhile?: (world: World) => Promise<void>;
  readonly reasons: readonly string[];
}

const JOB = cronJob('job');
const suspend = (world: World) => world.patch(JOB, { spec: { suspend: true } });

const CASES: readonly Case[] = [
  { name: 'a minute costs nothing', options: {}, outage: MINUTE, unknown: 0, reasons: [] },
  {
    name: 'an hour costs the slots whose Jobs the history limit deleted',
    options: {},
    outage: HOUR,
    unknown: 12 - 3,
    reasons: [],
  },
  {
    name: 'an hour costs nothing with a history that is long enough',
    options: { spec: { successfulJobsHistoryLimit: 20 } },
    outage: HOUR,
    unknown: 0,
    reasons: [],
  },
  {
    name: 'a day of an hourly CronJob costs all but the last three',
    options: { schedule: '0 * * * *' },
    outage: DAY,
    unknown: 24 - 3,
    reasons: [],
  },
  {
    name: 'three days of a daily CronJob cost nothing',
    options: { schedule: '0 0 * * *' },
    outage: 3 * DAY,
    unknown: 0,
    reasons: [],
  },
  {
    name: 'a CronJob that was suspended all the time left no doubt',
    options: { spec: { suspend: true } },
    outage: HOUR,
    unknown: 0,
    reasons: ['Suspended'],
  },
  {
    name: 'a CronJob that was suspended meanwhile started nothing after its last slot',
    options: { spec: { successfulJobsHistoryLimit: 20 } },
    outage: HOUR,
    unknown: 0,
    meanwhile: suspend,
    reasons: ['Suspended'],
  },
  {
    name: 'runs that Forbid skipped are told from the run that was in their way',
    options: {
      script: succeeding(12 * MINUTE),
      spec: { concurrencyPolicy: 'Forbid', successfulJobsHistoryLimit: 20 },
    },
    outage: HOUR,
    unknown: 0,
    reasons: ['Forbidden'],
  },
];

describe('an outage of', () => {
  for (const { name, options, outage, unknown, meanwhile, reasons } of CASES) {
    it(name, async () => {
      for (const phase of PHASES) {
        await using world = await livedThrough(options, { phase, outage }, meanwhile);
        const seen = await counts(world, 'job');
        const { unknown: unknownSeen = 0, ran = 0, late = 0, open = 0, ...skipped } = seen;
        assert.ok(
          Math.abs(unknownSeen - unknown) <= 1 && (unknown > 0 || unknownSeen === 0),
          `phase ${phase}: ${JSON.stringify(seen)}`,
        );
        assert.deepEqual(Object.keys(skipped), [...reasons], `phase ${phase}: ${JSON.stringify(seen)}`);
        assert.ok(ran + late > 0 || reasons.length > 0, `phase ${phase}: ${JSON.stringify(seen)}`);
        assert.ok(open <= 1);
      }
    });
  }
});

timeline('a run whose Job went while nobody watched makes its slot unknown, by its name', [
  at('0s', (world) =>
    world.create(cronJob('job', { script: succeeding(2 * MINUTE), jobSpec: { ttlSecondsAfterFinished: 0 } })),
  ),
  at('6m', (world) => world.stopService()),
  at('9m', (world) => world.startService()),
  throughout('9m', '9m30s', 'unknown', slots('job', ['5 unknown'])),
  throughout('9m', '9m30s', 'by name', slotMessage('job', 5, /^Job job-\d+ was gone before its end/)),
]);

timeline('a slot whose run came and went unseen is unknown, and says that it was started', [
  at('0s', (world) => world.create(cronJob('job', { jobSpec: { ttlSecondsAfterFinished: 0 } }))),
  at('6m', (world) => world.stopService()),
  at('12m', (world) => world.startService()),
  throughout('12m', '13m', 'unknown', slots('job', ['5 ran', '10 unknown'])),
  throughout('12m', '13m', 'the reason', slotMessage('job', 10, /^A run was started for it/)),
  throughout('15m11s', '16m', 'unknown', slots('job', ['5 ran', '10 unknown', '15 ran'])),
]);

timeline('slots of a schedule that was changed while nobody watched are unknown', [
  at('0s', (world) => world.create(JOB)),
  at('6m', (world) => world.stopService()),
  at('21m', (world) => world.patch(JOB, { spec: { schedule: '*/20 * * * *' } })),
  at('22m', (world) => world.startService()),
  throughout('22m', '23m', 'those that remain', slots('job', ['5 ran', '10 ran', '15 ran', '20 ran'])),
  throughout('41m', '42m', 'the next', slots('job', ['5 ran', '10 ran', '15 ran', '20 ran', '40 ran'])),
]);

test('our own outages are told', async () => {
  await using world = await World.start();
  await world.runUntil(5 * MINUTE);
  await world.stopService();
  await world.runUntil(65 * MINUTE);
  await world.startService();
  const { items } = await world.get<OutageList>('/api/v1/outages');
  assert.deepEqual(items, [
    {
      from: new Date(START + 5 * MINUTE).toISOString().replace('.000', ''),
      to: new Date(START + 65 * MINUTE).toISOString().replace('.000', ''),
      duration: 3_600,
    },
  ]);
});
