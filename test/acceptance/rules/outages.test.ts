import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '../../../src/api/contract/alert.ts';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import type { ContainerScript, ScriptContext } from '../../../src/sandbox/runners/script-runner.ts';
import { cronJob, failing, type Manifest, monitor, succeeding } from '../manifests.ts';
import { START, World } from '../world.ts';

interface Outage {
  readonly name: string;
  readonly lengthMs: number;
  /** Each with a phase of its own. */
  readonly seeds: number;
}

const OUTAGES: readonly Outage[] = [
  { name: '1 minute', lengthMs: MINUTE, seeds: 2 },
  { name: '1 hour', lengthMs: HOUR, seeds: 3 },
  { name: '1 day', lengthMs: DAY, seeds: 2 },
  { name: '3 days', lengthMs: 3 * DAY, seeds: 1 },
];

for (const { name, lengthMs, seeds } of OUTAGES) {
  for (let seed = 1; seed <= seeds; seed++) {
    test(`after an outage of ${name} (${seed}) the alerts are those of a service that was never down`, () =>
      compareWithTwin(`${name} ${seed}`, lengthMs));
  }
}

/** What becomes of the service that does not live on as its twin does. */
interface Hardship {
  readonly name: string;
  readonly begin: (world: World) => Promise<void>;
  readonly end: (world: World) => Promise<void>;
}

const DOWN: Hardship = {
  name: 'down',
  begin: (world) => world.stopService(),
  end: (world) => world.startService(),
};

const SILENCES: readonly Hardship[] = [
  {
    name: 'silence',
    begin: (world) => world.cutOff(),
    end: async (world) => {
      await world.reconnect();
      await world.recover();
    },
  },
  {
    name: 'silence and a stop before anything of it was judged',
    begin: (world) => world.cutOff(),
    end: async (world) => {
      await world.reconnect();
      await world.stopService();
      await world.startService();
    },
  },
  {
    name: 'silence that ends with a stop',
    begin: (world) => world.cutOff(),
    end: async (world) => {
      await world.stopService();
      await world.reconnect();
      await world.startService();
    },
  },
];

for (const hardship of SILENCES) {
  test(`after seven hours of ${hardship.name} the alerts are those of a service that heard all along`, () =>
    compareWithTwin(hardship.name, 7 * HOUR, hardship));
}

/** Hours before the outage, and after it. */
const MARGIN_MS = 6 * HOUR;

async function compareWithTwin(seed: string, lengthMs: number, hardship = DOWN): Promise<void> {
  const random = seededRandom(seed);
  const within = (from: number, to: number) => Math.round(from + random() * (to - from));
  const begin = within(MARGIN_MS, MARGIN_MS + 2 * HOUR);
  const end = begin + lengthMs;
  const events: { at: number; act: (world: World) => Promise<void> | void }[] = [
    { at: begin, act: hardship.begin },
    { at: end, act: hardship.end },
  ];
  // Real misses: before, across and within the outage.
  for (const around of [begin, begin + lengthMs / 2, end]) {
    const from = within(around - 3 * HOUR, around + HOUR);
    events.push({ at: from, act: (world) => world.sandbox.pauseCronJobs() });
    events.push({ at: from + within(HOUR, 4 * HOUR), act: (world) => world.sandbox.resumeCronJobs() });
  }
  await using world = await World.start({ script: byName(seed), canBeCutOff: true });
  const twinUrl = await world.startTwin('sqlite');
  await world.create(...cronJobs(), monitor('all', [], SPEC));
  for (const { at, act } of events.toSorted((a, b) => a.at - b.at)) {
    await world.runUntil(Math.max(at, world.clock.now() - START));
    await act(world);
    await world.settle();
  }
  await world.runUntil(end + MARGIN_MS);
  const expected = comparable(await world.alerts(twinUrl));
  assert.ok(
    new Set(expected.map(({ reason }) => reason)).size >= 4,
    'the world raises alerts of several kinds',
  );
  assert.deepEqual(comparable(await world.alerts()), expected);
}

const SPEC = {
  deadManSwitch: { maxTimeSinceLastSuccess: '3h', autoFromSchedule: { buffer: '10m' } },
  sla: { minSuccessRate: 80, windowDays: 1, maxDuration: '20m', minDuration: '20s' },
};

/** Their Jobs stay long enough to be seen afterwards. */
const KEPT = { successfulJobsHistoryLimit: 500, failedJobsHistoryLimit: 500 };

function cronJobs(): readonly Manifest[] {
  return [
    cronJob('steady', { schedule: '7 * * * *', spec: KEPT }),
    cronJob('flaky', { schedule: '23 * * * *', spec: KEPT }),
    cronJob('slow', { schedule: '41 */2 * * *', spec: KEPT }),
    cronJob('every', { schedule: '@every 90m', spec: KEPT }),
    cronJob('daily', { schedule: '0 3 * * *', spec: KEPT }),
  ];
}

/** What a run does follows from its name and the seed, whoever watches. */
function byName(seed: string): (context: ScriptContext) => ContainerScript {
  return ({ pod }) => {
    const job = pod.metadata.labels?.['job-name'] ?? '';
    const luck = seededRandom(`${seed} ${job}`)();
    if (job.startsWith('flaky') && luck < 0.5) return failing();
    if (job.startsWith('slow') && luck < 0.4) return succeeding(30 * MINUTE);
    if (job.startsWith('every') && luck < 0.3) return succeeding(5_000);
    return succeeding(MINUTE);
  };
}

function comparable(alerts: readonly Alert[]) {
  return alerts
    .map(({ id, reason, cronjobName, title, message, occurrences, createdAt, resolvedAt, resolution }) => ({
      id,
      reason,
      cronjobName,
      title,
      message,
      occurrences,
      createdAt,
      resolvedAt,
      resolution,
    }))
    .toSorted((a, b) => `${a.createdAt}${a.id}`.localeCompare(`${b.createdAt}${b.id}`));
}
