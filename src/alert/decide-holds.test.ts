import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { HOUR, MINUTE } from '../lib/duration.ts';
import { aMonitorSpec } from '../rule/testing.ts';
import { decideHold, type HeldDelivery } from './decide-holds.ts';
import { aRoute } from './testing.ts';

const HOLDS_UNTIL = T0 + HOUR;

function aHeld(given: Partial<HeldDelivery> = {}): HeldDelivery {
  return {
    id: 'd-1',
    channel: 'chat',
    event: 'firing',
    createdAt: T0,
    heldUntil: HOLDS_UNTIL,
    reason: 'AlertDelay',
    alert: { severity: 'critical', openedAt: T0, resolvedAt: null },
    ...given,
  };
}

const END = {
  event: 'resolved',
  alert: { severity: 'critical', openedAt: T0 - HOUR, resolvedAt: T0 },
} as const;
const NOW = T0 + MINUTE;
/** In force at T0, for so many hours. */
const window = (hours: number) => [
  aMonitorSpec({ maintenanceWindows: [{ name: 'w', schedule: '0 3 * * *', duration: `${hours}h` }] })
    .maintenanceWindows,
];

interface Case {
  readonly name: string;
  readonly held: HeldDelivery;
  readonly route: Parameters<typeof decideHold>[1];
  /** `same`, `now`, or minutes after T0. */
  readonly becomes: 'same' | 'now' | number;
}

const CASES: readonly Case[] = [
  {
    name: 'an alarm waits for the same alertDelay',
    held: aHeld(),
    route: aRoute({ alertDelayMs: HOUR }),
    becomes: 'same',
  },
  {
    name: 'an alarm waits longer for a longer alertDelay, from the beginning of its alert',
    held: aHeld(),
    route: aRoute({ alertDelayMs: 2 * HOUR }),
    becomes: 120,
  },
  { name: 'an alarm goes when alertDelay is taken away', held: aHeld(), route: aRoute(), becomes: 'now' },
  {
    name: 'an alarm goes when its alertDelay is over by the new time',
    held: aHeld(),
    route: aRoute({ alertDelayMs: MINUTE }),
    becomes: 'now',
  },
  {
    name: 'an alarm waits for a window that was added',
    held: aHeld(),
    route: aRoute({ maintenance: window(2) }),
    becomes: 120,
  },
  {
    name: 'an alarm that waits for a window waits for its alertDelay still when the window is taken away',
    held: aHeld({ reason: 'Maintenance', heldUntil: T0 + 2 * HOUR }),
    route: aRoute({ alertDelayMs: HOUR }),
    becomes: 60,
  },
  {
    name: 'an end goes when its window is taken away',
    held: aHeld({ ...END, reason: 'Maintenance' }),
    route: aRoute(),
    becomes: 'now',
  },
  {
    name: 'an end waits for the new end of its window',
    held: aHeld({ ...END, reason: 'Maintenance' }),
    route: aRoute({ maintenance: window(4) }),
    becomes: 240,
  },
  {
    name: 'an end of an alert that comes and goes follows suppressDuplicatesFor',
    held: aHeld({ ...END, reason: 'Flapping' }),
    route: aRoute({ suppressDuplicatesForMs: 30 * MINUTE }),
    becomes: 30,
  },
  {
    name: 'a duplicate goes sooner by a shorter suppressDuplicatesFor',
    held: aHeld({ reason: 'Duplicate' }),
    route: aRoute({ suppressDuplicatesForMs: 10 * MINUTE }),
    becomes: 10,
  },
  {
    name: 'a duplicate waits no longer by a longer one',
    held: aHeld({ reason: 'Duplicate' }),
    route: aRoute({ suppressDuplicatesForMs: 5 * HOUR }),
    becomes: 'same',
  },
  {
    name: 'an end goes at once to a channel that no monitor names any more',
    held: aHeld({ ...END, reason: 'Maintenance' }),
    route: undefined,
    becomes: 'now',
  },
  {
    name: 'that no monitor names a channel any more is told at its time',
    held: aHeld({ event: 'resolved', reason: 'NotMonitored' }),
    route: undefined,
    becomes: 'same',
  },
];

for (const { name, held, route, becomes } of CASES) {
  test(name, () => {
    const changed = decideHold(held, route, NOW);
    const told =
      changed === null ? 'same' : changed.hold === null ? 'now' : (changed.hold.until - T0) / MINUTE;
    assert.equal(told, becomes);
  });
}
