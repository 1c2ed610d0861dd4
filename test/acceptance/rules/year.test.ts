import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { slotsAfter, toTimetable } from '../../../src/schedule/timetable.ts';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { UTC } from '../../../src/schedule/zone.ts';
import { cronJob, type Manifest, monitor } from '../manifests.ts';
import { START, World } from '../world.ts';

const SCHEDULES = ['0 9 * * 1-5', '0 0 1 * *', '@daily', '30 2 * * *'] as const;
const ZONES = ['Europe/Berlin', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe'] as const;

interface Watched {
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string | null;
}

const WATCHED: readonly Watched[] = SCHEDULES.flatMap((schedule, index) =>
  ZONES.map((timeZone) => ({
    name: `s${index}-${timeZone.split('/')[1]!.toLowerCase().replace('_', '-')}`,
    schedule,
    timeZone,
  })),
);

/** It knows no zone and no year: forty days of it are as good as more. */
const EVERY: Watched = { name: 'every-90m', schedule: '@every 90m', timeZone: null };
const EVERY_FROM = Date.UTC(2026, 5, 20, 7, 11, 13);
const EVERY_UNTIL = EVERY_FROM + 40 * DAY;

const YEAR_MS = 365 * DAY;
/** The controller is down for so long, twice a year. */
const DOWN_MS = 26 * HOUR;
/** Every schedule has slots in one of these: on the first of a month, a weekday and a night. */
const DOWN_AT = [Date.UTC(2026, 5, 30, 12), Date.UTC(2026, 9, 31, 12)];
const BUFFER_MS = 20 * MINUTE;

test('a year of schedules in zones whose clocks change: every real miss is told, and nothing else', async () => {
  await using world = await World.start();
  const since = START + MINUTE;
  const steps: readonly { readonly at: number; readonly act: () => Promise<void> | void }[] = [
    { at: since, act: () => world.create(...WATCHED.map(toManifest), monitor('all', [], SPEC)) },
    { at: EVERY_FROM, act: () => world.create(toManifest(EVERY)) },
    { at: EVERY_UNTIL, act: () => world.patch(toManifest(EVERY), { spec: { suspend: true } }) },
    ...DOWN_AT.flatMap((at) => [
      { at, act: () => world.sandbox.pauseCronJobs() },
      { at: at + DOWN_MS, act: () => world.sandbox.resumeCronJobs() },
    ]),
  ];
  for (const { at, act } of steps.toSorted((a, b) => a.at - b.at)) {
    await world.runUntil(at - START);
    await act();
  }
  await world.runUntil(YEAR_MS);
  const all = [...WATCHED, EVERY];
  const told = new Map(all.map(({ name }) => [name, [] as string[]]));
  for (const { cronjobName, createdAt } of await missed(world)) told.get(cronjobName)!.unshift(createdAt);
  for (const watched of WATCHED) {
    assert.deepEqual(told.get(watched.name), expected(watched, since, Infinity), watched.name);
  }
  assert.deepEqual(told.get(EVERY.name), expected(EVERY, EVERY_FROM, EVERY_UNTIL));
  assert.ok(
    [...told.values()].every(({ length }) => length > 0),
    'each schedule has a real miss',
  );
});

const SPEC = { deadManSwitch: { autoFromSchedule: { buffer: '20m' } } };

function toManifest({ name, schedule, timeZone }: Watched): Manifest {
  return cronJob(name, { schedule, ...(timeZone === null ? {} : { spec: { timeZone } }) });
}

async function missed(world: World): Promise<readonly Alert[]> {
  const { items } = await world.get<{ items: readonly Alert[] }>('/api/v1/alerts');
  const others = items.filter(({ reason }) => reason !== 'MissedSchedule');
  assert.deepEqual(
    others.map(({ message }) => message),
    [],
  );
  return items;
}

/** One alert for each time that the controller was down over slots, from when the first of them was overdue. */
function expected({ schedule, timeZone }: Watched, createdAt: number, until: number): readonly string[] {
  const timetable = toTimetable({ schedule, timeZone }, UTC, [createdAt]);
  return DOWN_AT.filter((downAt) => downAt > createdAt && downAt < until).flatMap((downAt) => {
    const [first] = slotsAfter(timetable, downAt, downAt + DOWN_MS, 1);
    const isMissed = first !== undefined && first + BUFFER_MS < downAt + DOWN_MS;
    return isMissed ? [new Date(first + BUFFER_MS).toISOString().replace('.000Z', 'Z')] : [];
  });
}
