import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../../../src/lib/duration.ts';
import { alertsIn, DeliveryWorld } from './world.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `job-${String(index).padStart(2, '0')}`);
const MONITOR = { deadManSwitch: { autoFromSchedule: { buffer: '10m' } } };
const SILENT_MS = 110 * MINUTE;
/** From 03:30 to 05:20, with two slots in it. */
const BACK_AT = 30 * MINUTE + SILENT_MS;
const OUT_OF_REACH = 'The API server was out of reach from 2026-03-02T03:30:00Z to 2026-03-02T05:20:00Z';

/** Hourly CronJobs, none of which could start while the API server was out of reach. */
async function afterAnOutage(silentMs = SILENT_MS): Promise<DeliveryWorld> {
  const world = await DeliveryWorld.open({ monitor: MONITOR });
  for (const name of NAMES) world.cronJob(name);
  await world.runUntil(30 * MINUTE);
  world.fallSilent();
  await world.runUntil(BACK_AT);
  assert.deepEqual(world.told(), [], 'nothing is concluded from silence');
  await world.heardAgain(silentMs);
  return world;
}

function titles(world: DeliveryWorld): readonly string[] {
  return world.told().map(({ at, body }) => `${(at - BACK_AT) / SECOND} s: ${body.title}`);
}

test('the slots that were missed in an outage of the API server are told in one message, all of them', async () => {
  await using world = await afterAnOutage();
  await world.runUntil(BACK_AT + 10 * MINUTE);
  assert.deepEqual(titles(world), [`30 s: ${OUT_OF_REACH}: 40 alerts firing`]);
  const [message] = world.told();
  assert.deepEqual(
    alertsIn(message!)
      .map(({ cronJobName }) => cronJobName)
      .sort(),
    NAMES,
  );
  const { items } = await world.store.alerts.list({ limit: 100, offset: 0 });
  for (const { id } of items) {
    const [entry] = await world.store.deliveries.ofAlert(id);
    assert.deepEqual([entry?.state, entry?.digestId], ['sent', message!.key], 'each names its message');
  }
});

test('their ends go together, and one that outlives the outage is told by itself', async () => {
  await using world = await afterAnOutage();
  const [lost, ...others] = NAMES;
  await world.runUntil(BACK_AT + MINUTE);
  for (const name of others) world.succeed(name);
  await world.runUntil(3 * HOUR + MINUTE);
  for (const name of others) world.succeed(name);
  await world.runUntil(3 * HOUR + 20 * MINUTE);
  assert.deepEqual(titles(world), [
    `30 s: ${OUT_OF_REACH}: 40 alerts firing`,
    `90 s: ${OUT_OF_REACH}: 39 alerts resolved`,
    `3000.5 s: ${lost} missed 3 slots in a row`,
  ]);
  assert.match(world.told()[2]!.body.message, /No run started for the slot of .*06:00/);
});

test('two of them are no storm, and a moment of silence is no outage', async () => {
  await using few = await DeliveryWorld.open({ monitor: MONITOR });
  for (const name of NAMES.slice(0, 2)) few.cronJob(name);
  await few.runUntil(30 * MINUTE);
  few.fallSilent();
  await few.runUntil(BACK_AT);
  await few.heardAgain(SILENT_MS);
  await few.runUntil(BACK_AT + MINUTE);
  assert.deepEqual(
    few.told().map(({ body }) => body.cronJobName),
    ['job-00', 'job-01'],
  );
  await using brief = await afterAnOutage(30 * SECOND);
  await brief.runUntil(BACK_AT + 10 * MINUTE);
  assert.ok(brief.told().every(({ body }) => !body.title.includes('out of reach')));
});
