// kill -9 at every step from an alert to its message, and at random instants: nothing is lost, and what
// comes twice had been answered and not yet marked, and comes with the same key.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import type { CrashPoint } from './crash-points/crash-plan.ts';
import { CrashingWorld } from './crash-points/crashing-world.ts';

const UNLIMITED = { burstLimit: 1_000_000, maxAlertsPerHour: 1_000_000 };
/** So few at once that alerts wait and are joined, so many an hour that the test need not wait for long. */
const LIMITED = { burstLimit: 1, maxAlertsPerHour: 36_000 };

/** Between the receiver's answer and the mark, and only there, a message may come twice. */
const POINTS: readonly { readonly at: CrashPoint; readonly mayRepeat: boolean }[] = [
  { at: 'raise:before', mayRepeat: false },
  { at: 'raise:after', mayRepeat: false },
  { at: 'claim:before', mayRepeat: false },
  { at: 'claim:after', mayRepeat: false },
  { at: 'send:before', mayRepeat: false },
  { at: 'send:after', mayRepeat: true },
  { at: 'mark:before', mayRepeat: true },
  { at: 'mark:after', mayRepeat: false },
];

/** Two worlds at a time, as there are two cores. */
const KILLS_IN_EACH = 50;
const LONGEST_LIFE_MS = 150;

// Claims of a dead process end by themselves on a database that others may share: tests wait beside each other.
const DATABASES = [
  { database: 'sqlite', name: 'SQLite', concurrency: 2 },
  { database: 'postgres', name: 'PostgreSQL', concurrency: 5 },
] as const;
const LIMITS = [UNLIMITED, LIMITED, UNLIMITED, LIMITED];

for (const { database, name, concurrency } of DATABASES) {
  describe(`${name}: a process that is killed`, { concurrency }, () => {
    for (const { at, mayRepeat } of POINTS) {
      test(`at ${at} loses no alert and repeats ${mayRepeat ? 'one message' : 'none'}`, async () => {
        await using world = await CrashingWorld.start({ database, rateLimiting: UNLIMITED });
        assert.equal(await world.crash({ at, nth: 3, oneByOne: true }), 'SIGKILL');
        await world.drain();
        await assertNothingLost(world);
        assert.equal(repeated(world).length, mayRepeat ? 1 : 0);
      });
    }

    for (const at of ['join:before', 'join:after'] as const) {
      test(`at ${at}, while a digest is made, loses no alert`, async () => {
        await using world = await CrashingWorld.start({ database, rateLimiting: LIMITED });
        assert.equal(await world.crash({ at, nth: 2, oneByOne: false }), 'SIGKILL');
        await world.drain();
        await assertNothingLost(world);
      });
    }
  });

  describe(`${name}: a process that is killed at random instants`, { concurrency: 2 }, () => {
    for (const [index, rateLimiting] of LIMITS.entries()) {
      const how = rateLimiting === LIMITED ? 'with a limit that makes digests' : 'without a limit';
      test(`${KILLS_IN_EACH} times, ${how} (${index + 1}), loses no alert`, async () => {
        await using world = await CrashingWorld.start({ database, rateLimiting });
        const random = seededRandom(`crash-${index}`);
        for (let kill = 0; kill < KILLS_IN_EACH; kill++) await world.killAfter(random() * LONGEST_LIFE_MS);
        await world.drain();
        await assertNothingLost(world);
      });
    }
  });
}

async function assertNothingLost(world: CrashingWorld): Promise<void> {
  const raised = await world.raised();
  assert.ok(raised.length > 0, 'nothing was raised');
  assert.deepEqual(
    raised.filter((id) => !world.told.has(id)),
    [],
    'alerts that nobody was told of',
  );
  assert.deepEqual(await world.unsent(), []);
  assert.deepEqual(
    repeated(world).filter((key) => !world.unmarked.has(key)),
    [],
    'messages that came twice although they were marked',
  );
}

function repeated({ answered }: CrashingWorld): string[] {
  return [...answered].filter(([, times]) => times > 1).map(([key]) => key);
}
