import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJob, T0 } from '../execution/testing.ts';
import { HOUR, MINUTE } from '../lib/duration.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import { decideRepeats, type RepeatFacts } from './decide-repeats.ts';
import { anAlert, anEarlierDelivery, aRoute } from './testing.ts';

const ROUTE = aRoute({ repeatIntervalMs: 2 * HOUR });

function decide(given: Partial<RepeatFacts>) {
  return decideRepeats({
    alert: anAlert(),
    routes: [ROUTE],
    earlier: [anEarlierDelivery()],
    cronJob: aCronJob(),
    now: T0 + 2 * HOUR,
    ...given,
  });
}

interface Case {
  readonly name: string;
  readonly given: Partial<RepeatFacts>;
  readonly told?: readonly string[];
  readonly nextAt: number | null;
}

const CASES: readonly Case[] = [
  {
    name: 'an active alert is told again after repeatInterval, and again after that',
    given: {},
    told: ['chat'],
    nextAt: T0 + 4 * HOUR,
  },
  { name: 'not before', given: { now: T0 + 2 * HOUR - 1 }, nextAt: T0 + 2 * HOUR },
  { name: 'without repeatInterval it is not', given: { routes: [aRoute()] }, nextAt: null },
  {
    name: 'an acknowledged one is not',
    given: { alert: anAlert({ acknowledgedAt: T0 + MINUTE }) },
    nextAt: null,
  },
  { name: 'one that ended is not', given: { alert: anAlert({ resolvedAt: T0 + MINUTE }) }, nextAt: null },
  { name: 'a channel that was never told is not', given: { earlier: [] }, nextAt: null },
  {
    name: 'a channel that waits for the first message is not told a second one',
    given: { earlier: [anEarlierDelivery({ state: 'pending' })] },
    nextAt: T0 + 4 * HOUR,
  },
  {
    name: 'it is counted from the last message, which may have told of a further failure',
    given: { earlier: [anEarlierDelivery(), anEarlierDelivery({ id: 'd-2', createdAt: T0 + HOUR })] },
    nextAt: T0 + 3 * HOUR,
  },
  {
    name: 'a message that a rule held back counts from when it was let go',
    given: { earlier: [anEarlierDelivery({ heldUntil: T0 + HOUR })] },
    nextAt: T0 + 3 * HOUR,
  },
  {
    name: 'what was not told, and what was rejected, is no message',
    given: {
      earlier: [
        anEarlierDelivery(),
        anEarlierDelivery({ id: 'u', state: 'untold', createdAt: T0 + HOUR }),
        anEarlierDelivery({ id: 'r', state: 'rejected', createdAt: T0 + HOUR }),
      ],
    },
    told: ['chat'],
    nextAt: T0 + 4 * HOUR,
  },
  {
    name: 'each channel has its own time',
    given: {
      routes: [ROUTE, aRoute({ channel: 'hook', repeatIntervalMs: 3 * HOUR })],
      earlier: [anEarlierDelivery(), anEarlierDelivery({ channel: 'hook' })],
    },
    told: ['chat'],
    nextAt: T0 + 3 * HOUR,
  },
];
for (const { name, given, told = [], nextAt } of CASES) {
  test(name, () => {
    const decided = decide(given);
    assert.deepEqual(
      decided.deliveries.map(({ channel }) => channel),
      told,
    );
    assert.equal(decided.nextAt, nextAt);
  });
}

test('deciding the same again writes the same row, and the next time another', () => {
  const [first] = decide({}).deliveries;
  const [same] = decide({ now: T0 + 3 * HOUR }).deliveries;
  const [next] = decide({
    now: T0 + 5 * HOUR,
    earlier: [anEarlierDelivery({ id: first!.id, createdAt: T0 + 2 * HOUR })],
  }).deliveries;
  assert.equal(first?.id, same?.id);
  assert.notEqual(first?.id, next?.id);
  assert.match(first!.context.title, /^Still active: /);
});

test('in maintenance it waits', () => {
  const { maintenanceWindows } = aMonitorSpec({
    maintenanceWindows: [{ name: 'night', schedule: '0 4 * * *', duration: '3h' }],
  });
  const [delivery] = decide({ routes: [{ ...ROUTE, maintenance: [maintenanceWindows] }] }).deliveries;
  assert.deepEqual([delivery?.heldUntil, delivery?.why?.reason], [T0 + 4 * HOUR, 'Maintenance']);
});
