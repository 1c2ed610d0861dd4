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

/** Together two hundred; two worlds at a time, as there are two cores. */
const KILLS_IN_EACH = 50;
const LONGEST_LIFE_MS = 150;

describe('a process that is killed', () => {
  for (const { at, mayRepeat } of POINTS) {
    test(`at ${at} loses no alert and repeats ${mayRepeat ? 'one message' : 'none'}`, async () => {
      await using world = await CrashingWorld.start(UNLIMITED);
      assert.equal(await world.crash({ at, nth: 3, oneByOne: true }), 'SIGKILL');
      await world.drain();
      assertNothingLost(world);
      assert.equal(repeated(world).length, mayRepeat ? 1 : 0);
    });
  }

  for (const at of ['join:before', 'join:after'] as const) {
    test(`at ${at}, while a digest is made, loses no alert`, async () => {
      await using world = await CrashingWorld.start(LIMITED);
      assert.equal(await world.crash({ at, nth: 2, oneByOne: false }), 'SIGKILL');
      await world.drain();
      assertNothingLost(world);
    });
  }

  describe('at random instants', { concurrency: 2 }, () => {
    for (const [index, limit] of [UNLIMITED, LIMITED, UNLIMITED, LIMITED].entries()) {
      const how = limit === LIMITED ? 'with a limit that makes digests' : 'without a limit';
      test(`${KILLS_IN_EACH} times, ${how} (${index + 1}), loses no alert`, async () => {
        await using world = await CrashingWorld.start(limit);
        const random = seededRandom(`crash-${index}`);
        for (let kill = 0; kill < KILLS_IN_EACH; kill++) await world.killAfter(random() * LONGEST_LIFE_MS);
        await world.drain();
        assertNothingLost(world);
      });
    }
  });
});

function assertNothingLost(world: CrashingWorld): void {
  const raised = world.raised();
  assert.ok(raised.length > 0, 'nothing was raised');
  assert.deepEqual(
    raised.filter((id) => !world.told.has(id)),
    [],
    'alerts that nobody was told of',
  );
  assert.deepEqual(world.unsent(), []);
  assert.deepEqual(
    repeated(world).filter((key) => !world.unmarked.has(key)),
    [],
    'messages that came twice although they were marked',
  );
}

function repeated({ answered }: CrashingWorld): string[] {
  return [...answered].filter(([, times]) => times > 1).map(([key]) => key);
}
