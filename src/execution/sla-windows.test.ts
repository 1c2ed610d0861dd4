import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { emptyWindows, moveWindows, type SlaEvent, type SlaWindows } from './sla-windows.ts';

const WIDTH = 100;
const inMaintenance = (at: number): boolean => at % 50 >= 40;

const anEvent = fc.record({
  at: fc.integer({ min: -300, max: 500 }),
  kind: fc.constantFrom('succeeded', 'failed', 'missed', 'manual', 'suspended', 'unknown' as const),
}) as fc.Arbitrary<SlaEvent>;

test('windows that move, step by step, hold what a fresh count finds', () => {
  const steps = fc.array(fc.record({ by: fc.integer({ min: 0, max: 90 }), entered: fc.array(anEvent) }));
  fc.assert(
    fc.property(steps, (moves) => {
      const known: SlaEvent[] = [];
      let windows = emptyWindows(0, WIDTH);
      for (const { by, entered } of moves) {
        const to = windows.to + by;
        // Nothing lies ahead of the windows: what has not happened cannot have been counted.
        const past = entered.filter(({ at }) => at <= to);
        const passed = known.filter(({ at }) => place(at, windows.to) !== place(at, to));
        windows = moveWindows(windows, to, { entered: past, passed }, inMaintenance);
        known.push(...past);
        assert.deepEqual(windows, counted(known, to));
      }
    }),
  );
});

test('an event at the end of a window is in it, one at its beginning in the one before', () => {
  const { current, previous } = counted(
    [0, 1, 100, 101, 200, 201].map((at) => ({ at, kind: 'succeeded' })),
    200,
  );
  assert.deepEqual([current.succeeded, previous.succeeded], [2, 2]);
});

test('maintenance excludes slots of every kind, and leaves runs by hand what they are', () => {
  const kinds = ['succeeded', 'failed', 'missed', 'manual', 'suspended', 'unknown'] as const;
  const { current } = counted(
    kinds.map((kind) => ({ at: 45, kind })),
    60,
  );
  assert.deepEqual(current, {
    succeeded: 0,
    failed: 0,
    missed: 0,
    excluded: { manual: 1, maintenance: 5, suspended: 0, unknown: 0 },
  });
});

function counted(events: readonly SlaEvent[], to: number): SlaWindows {
  return moveWindows(emptyWindows(to, WIDTH), to, { entered: events, passed: [] }, inMaintenance);
}

function place(at: number, to: number): 'ahead' | 'current' | 'previous' | 'gone' {
  if (at > to) return 'ahead';
  if (at > to - WIDTH) return 'current';
  return at > to - 2 * WIDTH ? 'previous' : 'gone';
}
