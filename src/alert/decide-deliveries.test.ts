import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJob, aFailedExecution, anAttempt, T0 } from '../execution/testing.ts';
import { HOUR, MINUTE } from '../lib/duration.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import { decideDeliveries, type DecidedDeliveries, type DeliveryFacts } from './decide-deliveries.ts';
import type { Transition } from './decide-transition.ts';
import { anAlert, anEarlierDelivery, aRoute, aRouting } from './testing.ts';

const OPEN: Transition = { kind: 'open', alert: anAlert() };
const UPDATE: Transition = { kind: 'update', alert: anAlert({ occurrences: 2, jobUid: 'job-2' }) };
const RESOLVE: Transition = { kind: 'resolve', alert: anAlert({ resolvedAt: T0, resolution: 'It ended.' }) };

const HELD = { state: 'pending', heldUntil: T0 + 2 * HOUR } as const;
/** Two alerts before this one that came and went untold. */
const FLAPPED = ['alert-3', 'alert-4'].map((alertId) =>
  anEarlierDelivery({ id: `d-${alertId}`, alertId, state: 'withdrawn', createdAt: T0 + HOUR - 2 * MINUTE }),
);
// T0 is three in the morning.
const { maintenanceWindows: MAINTENANCE } = aMonitorSpec({
  maintenanceWindows: [{ name: 'night', schedule: '0 3 * * *', duration: '2h' }],
});
const { maintenanceWindows: LATER } = aMonitorSpec({
  maintenanceWindows: [{ name: 'morning', schedule: '0 4 * * *', duration: '2h' }],
});
const IN_MAINTENANCE = aRouting(aRoute({ maintenance: [MAINTENANCE] }));
const EVICTED = aFailedExecution({ attempts: [anAttempt({ reason: 'Evicted', nodeName: 'node-a' })] });

function facts(given: Partial<DeliveryFacts> = {}): DeliveryFacts {
  return {
    transition: OPEN,
    routing: aRouting(aRoute()),
    earlier: [],
    cronJob: aCronJob(),
    run: aFailedExecution(),
    evidence: { logs: [], events: [] },
    outages: [],
    now: T0,
    ...given,
  };
}

interface Case {
  readonly name: string;
  readonly facts: Partial<DeliveryFacts>;
  /** `channel event`, each. */
  readonly told?: readonly string[];
  /** Of the first message; null when it goes out at once. */
  readonly heldUntil?: number | null;
  readonly withdrawn?: readonly string[];
  readonly why?: readonly RegExp[];
}

const CASES: readonly Case[] = [
  {
    name: 'every channel is told of a new alert',
    facts: { routing: aRouting(aRoute(), aRoute({ channel: 'hook' })) },
    told: ['chat firing', 'hook firing'],
  },
  {
    name: 'nobody is told when nothing changed',
    facts: { transition: { kind: 'none', why: 'all is well' } },
  },
  {
    name: 'a further failure within suppressDuplicatesFor is not told',
    facts: { transition: UPDATE, earlier: [anEarlierDelivery()], now: T0 + HOUR - 1 },
    why: [/within suppressDuplicatesFor/],
  },
  {
    name: 'a further failure after suppressDuplicatesFor is told',
    facts: { transition: UPDATE, earlier: [anEarlierDelivery()], now: T0 + HOUR },
    told: ['chat firing'],
  },
  {
    name: 'a channel that joins late is told though others were',
    facts: {
      transition: UPDATE,
      routing: aRouting(aRoute(), aRoute({ channel: 'hook' })),
      earlier: [anEarlierDelivery()],
    },
    told: ['hook firing'],
    why: [/within suppressDuplicatesFor/],
  },
  {
    name: 'an acknowledged alert sends no repeats',
    facts: {
      transition: { kind: 'update', alert: anAlert({ occurrences: 2, acknowledgedAt: T0 + 1 }) },
      earlier: [anEarlierDelivery()],
      now: T0 + 5 * HOUR,
    },
    why: [/acknowledged/],
  },
  {
    name: 'a message that still waits is not doubled',
    facts: { transition: UPDATE, earlier: [anEarlierDelivery({ state: 'pending' })], now: T0 + 5 * HOUR },
    why: [/still to be sent/],
  },
  {
    name: 'a message that the receiver rejected told nothing',
    facts: { transition: UPDATE, earlier: [anEarlierDelivery({ state: 'rejected' })], now: T0 + 1 },
    told: ['chat firing'],
  },
  {
    name: 'an alert that opens anew after a recovery was told waits until its alarm is no duplicate',
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      earlier: [anEarlierDelivery(), anEarlierDelivery({ event: 'resolved', createdAt: T0 + MINUTE })],
      now: T0 + 2 * MINUTE,
    },
    told: ['chat firing'],
    heldUntil: T0 + HOUR,
  },
  {
    name: 'an alert that opens anew after suppressDuplicatesFor is told at once',
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      earlier: [anEarlierDelivery(), anEarlierDelivery({ event: 'resolved', createdAt: T0 + MINUTE })],
      now: T0 + HOUR,
    },
    told: ['chat firing'],
  },
  {
    name: 'an alert that opens anew counts as a duplicate where recoveries are not told',
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      earlier: [anEarlierDelivery()],
      now: T0 + MINUTE,
    },
    why: [/within suppressDuplicatesFor/],
  },
  {
    name: 'a recovery is told where the alarm was',
    facts: { transition: RESOLVE, earlier: [anEarlierDelivery()] },
    told: ['chat resolved'],
  },
  {
    name: 'a recovery is not told where the alarm was not',
    facts: { transition: RESOLVE },
    why: [/never told/],
  },
  {
    name: 'a recovery follows an alarm that still waits to be sent',
    facts: { transition: RESOLVE, earlier: [anEarlierDelivery({ state: 'pending' })], now: T0 + MINUTE },
    told: ['chat resolved'],
  },
  {
    name: 'sendResolved: false tells no recovery',
    facts: {
      transition: RESOLVE,
      routing: aRouting(aRoute({ sendResolved: false })),
      earlier: [anEarlierDelivery()],
    },
    why: [/sendResolved is off/],
  },
  {
    name: 'an alert that ends within alertDelay is not told at all',
    facts: {
      transition: RESOLVE,
      routing: aRouting(aRoute({ alertDelayMs: 10 * MINUTE })),
      earlier: [anEarlierDelivery({ state: 'pending', reason: 'AlertDelay', heldUntil: T0 + 10 * MINUTE })],
      now: T0 + 9 * MINUTE,
    },
    withdrawn: ['d-1 the alert ended within alertDelay'],
  },
  {
    name: 'a repeat that still waits is not withdrawn: the channel learned of the alert before',
    facts: {
      transition: RESOLVE,
      routing: aRouting(aRoute({ alertDelayMs: 10 * MINUTE })),
      earlier: [
        anEarlierDelivery(),
        anEarlierDelivery({ id: 'd-2', createdAt: T0 + 2 * HOUR, state: 'pending' }),
      ],
      now: T0 + 2 * HOUR + MINUTE,
    },
    told: ['chat resolved'],
  },
  {
    name: "a new alert does not wait for its predecessor's message",
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      earlier: [anEarlierDelivery({ state: 'pending' })],
      now: T0 + HOUR,
    },
    told: ['chat firing'],
  },
  {
    name: 'an alert that ends after alertDelay is told, and so is its end',
    facts: {
      transition: RESOLVE,
      routing: aRouting(aRoute({ alertDelayMs: 10 * MINUTE })),
      earlier: [anEarlierDelivery({ state: 'pending' })],
      now: T0 + 10 * MINUTE,
    },
    told: ['chat resolved'],
  },
  {
    name: 'a test message is no alarm',
    facts: { transition: RESOLVE, earlier: [anEarlierDelivery({ event: 'test' })] },
    why: [/never told/],
  },
  {
    name: 'an alert that opens and ends while its alarm would be a duplicate is not told at all',
    facts: {
      transition: { kind: 'resolve', alert: anAlert({ id: 'alert-2', resolvedAt: T0 + 3 * MINUTE }) },
      earlier: [
        anEarlierDelivery(),
        anEarlierDelivery({ event: 'resolved', createdAt: T0 + MINUTE }),
        anEarlierDelivery({ ...HELD, id: 'd-2', alertId: 'alert-2', reason: 'Duplicate' }),
      ],
      now: T0 + 3 * MINUTE,
    },
    withdrawn: ['d-2 the alert ended within suppressDuplicatesFor'],
  },
  {
    name: 'of instants that were missed each is judged by what was written before it, whatever its time',
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      routing: aRouting(aRoute({ suppressDuplicatesForMs: 0 })),
      earlier: [
        anEarlierDelivery({ createdAt: T0 + HOUR }),
        anEarlierDelivery({ id: 'd-2', event: 'resolved', createdAt: T0 + MINUTE }),
      ],
      now: T0 + 2 * MINUTE,
    },
    told: ['chat firing'],
  },
  {
    name: 'an alarm that is on its way with others is not taken back',
    facts: {
      transition: RESOLVE,
      earlier: [anEarlierDelivery({ ...HELD, reason: 'Maintenance', joined: true })],
      now: T0 + MINUTE,
    },
    told: ['chat resolved'],
  },
  {
    name: 'the end of an alert that flaps waits until it lasts',
    facts: {
      transition: RESOLVE,
      earlier: [...FLAPPED, anEarlierDelivery({ createdAt: T0 + HOUR - MINUTE })],
      now: T0 + HOUR,
    },
    told: ['chat resolved'],
    heldUntil: T0 + 2 * HOUR,
  },
  {
    name: 'an alert that flaps on takes the end back that was not told yet, and is no news',
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      earlier: [
        ...FLAPPED,
        anEarlierDelivery({ createdAt: T0 + HOUR - MINUTE }),
        anEarlierDelivery({ ...HELD, id: 'd-2', event: 'resolved', createdAt: T0 + HOUR }),
      ],
      now: T0 + HOUR + MINUTE,
    },
    withdrawn: ['d-2 the alert began again'],
    why: [/not of its end/],
  },
  {
    name: 'an alert that flaps on is told again after twice suppressDuplicatesFor',
    facts: {
      transition: { kind: 'open', alert: anAlert({ id: 'alert-2' }) },
      earlier: [...FLAPPED, anEarlierDelivery({ createdAt: T0 - HOUR })],
      now: T0 + HOUR,
    },
    told: ['chat firing'],
  },
  {
    name: 'the end of an alert that was known by the one before it is told',
    facts: {
      transition: { kind: 'resolve', alert: anAlert({ id: 'alert-2', resolvedAt: T0 + 9 * HOUR }) },
      earlier: [
        anEarlierDelivery({ id: 'u', alertId: 'alert-2', state: 'untold', reason: 'KnownAsFailing' }),
      ],
      now: T0 + 9 * HOUR,
    },
    told: ['chat resolved'],
  },
  {
    name: 'an alert in maintenance waits for its end, and so does the rest of its life',
    facts: { routing: IN_MAINTENANCE },
    told: ['chat firing'],
    heldUntil: T0 + 2 * HOUR,
  },
  {
    name: 'an alert that ends within maintenance is not told at all',
    facts: {
      transition: RESOLVE,
      routing: IN_MAINTENANCE,
      earlier: [anEarlierDelivery({ ...HELD, reason: 'Maintenance' })],
      now: T0 + MINUTE,
    },
    withdrawn: ['d-1 the alert ended within a maintenance window'],
  },
  {
    name: 'an alert that was told before maintenance has its end told after it',
    facts: { transition: RESOLVE, routing: IN_MAINTENANCE, earlier: [anEarlierDelivery()], now: T0 + MINUTE },
    told: ['chat resolved'],
    heldUntil: T0 + 2 * HOUR,
  },
  {
    name: 'an alertDelay that ends within maintenance waits for its end',
    facts: {
      routing: aRouting(aRoute({ alertDelayMs: 10 * MINUTE, maintenance: [MAINTENANCE] })),
      now: T0 - 5 * MINUTE,
    },
    told: ['chat firing'],
    heldUntil: T0 + 2 * HOUR,
  },
  {
    name: 'a channel of a monitor out of maintenance is told, whatever another one says',
    facts: { routing: aRouting(aRoute({ maintenance: [MAINTENANCE, LATER] })) },
    told: ['chat firing'],
  },
  {
    name: 'a failure that others may share waits for them, and for no rule',
    facts: { run: EVICTED },
    told: ['chat firing'],
  },
  {
    name: 'a failure that the message about them all does not explain is told by itself',
    facts: {
      transition: UPDATE,
      earlier: [anEarlierDelivery({ joined: true, commonCause: 'node/node-a' })],
      now: T0 + MINUTE,
    },
    told: ['chat firing'],
  },
  {
    name: 'a failure that the message about them all explains is a duplicate',
    facts: {
      transition: UPDATE,
      run: EVICTED,
      earlier: [anEarlierDelivery({ joined: true, commonCause: 'node/node-a' })],
      now: T0 + MINUTE,
    },
    why: [/within suppressDuplicatesFor/],
  },
  {
    name: 'those whom the routing left out are passed on',
    facts: {
      routing: {
        routes: [],
        untold: [
          {
            channel: null,
            monitor: 'payments/m',
            why: { reason: 'AlertingDisabled', note: 'alerting is not enabled' },
          },
        ],
      },
    },
    why: [/alerting is not enabled/],
  },
];
for (const { name, facts: given, told = [], heldUntil = null, withdrawn = [], why = [] } of CASES) {
  test(name, () => {
    const decided: DecidedDeliveries = decideDeliveries(facts(given));
    assert.deepEqual(
      decided.deliveries.map(({ channel, event }) => `${channel} ${event}`),
      told,
    );
    assert.equal(decided.deliveries[0]?.heldUntil ?? null, heldUntil);
    assert.deepEqual(
      decided.withdrawn.map(({ id, why: { note } }) => `${id} ${note}`),
      withdrawn,
    );
    assert.equal(decided.untold.length, why.length);
    why.forEach((pattern, index) => assert.match(decided.untold[index]!.why.note, pattern));
  });
}

test('deciding the same again gives the same ids, and every message has its own', () => {
  const routing = aRouting(aRoute(), aRoute({ channel: 'hook' }));
  const ids = (transition: Transition, now: number): readonly string[] =>
    decideDeliveries(
      facts({ transition, routing, now, earlier: transition.kind === 'resolve' ? earlier : [] }),
    ).deliveries.map(({ id }) => id);
  const earlier = [anEarlierDelivery(), anEarlierDelivery({ channel: 'hook' })];
  assert.deepEqual(ids(OPEN, T0), ids(OPEN, T0 + 5_000));
  const all = [...ids(OPEN, T0), ...ids(UPDATE, T0), ...ids(RESOLVE, T0)];
  assert.equal(all.length, 6);
  assert.equal(new Set(all).size, 6);
});

test('a new alert waits for alertDelay, a further failure does not', () => {
  const routing = aRouting(aRoute({ alertDelayMs: 10 * MINUTE }));
  assert.equal(decideDeliveries(facts({ routing })).deliveries[0]?.nextAttemptAt, T0 + 10 * MINUTE);
  assert.equal(decideDeliveries(facts({ routing, transition: UPDATE })).deliveries[0]?.nextAttemptAt, T0);
});

test('a delivery begins unsent, with the message as it stands now', () => {
  const [delivery] = decideDeliveries(facts()).deliveries;
  assert.partialDeepStrictEqual(delivery, {
    alertId: 'alert-1',
    state: 'pending',
    attempts: 0,
    sentAt: null,
    lastError: null,
    createdAt: T0,
    context: { alertId: 'alert-1', event: 'firing', at: T0 },
  });
});
