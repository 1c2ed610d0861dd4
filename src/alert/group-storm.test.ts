import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { MINUTE, SECOND } from '../lib/duration.ts';
import { groupStorm, type StormStep, type WaitingCause } from './group-storm.ts';

interface Case {
  readonly name: string;
  readonly waiting: Partial<WaitingCause>;
  readonly at: number;
  readonly step: StormStep;
}

const CASES: readonly Case[] = [
  {
    name: 'the first failure waits for others',
    waiting: { count: 1 },
    at: T0,
    step: { kind: 'wait', until: T0 + 30 * SECOND },
  },
  {
    name: 'many that came at once still wait for the rest',
    waiting: { count: 500 },
    at: T0 + 29 * SECOND,
    step: { kind: 'wait', until: T0 + 30 * SECOND },
  },
  {
    name: 'one that stayed alone goes out by itself',
    waiting: { count: 1 },
    at: T0 + 30 * SECOND,
    step: { kind: 'alone' },
  },
  { name: 'two may be chance', waiting: { count: 2 }, at: T0 + 30 * SECOND, step: { kind: 'alone' } },
  { name: 'three are a storm', waiting: { count: 3 }, at: T0 + 30 * SECOND, step: { kind: 'join' } },
  {
    name: 'a storm that goes on is waited for',
    waiting: { count: 400, lastAt: T0 + 29 * SECOND },
    at: T0 + 30 * SECOND,
    step: { kind: 'wait', until: T0 + 39 * SECOND },
  },
  {
    name: 'a storm that does not end is told after two minutes',
    waiting: { count: 900, lastAt: T0 + 2 * MINUTE - 1 },
    at: T0 + 2 * MINUTE,
    step: { kind: 'join' },
  },
  {
    name: 'no wait goes beyond those two minutes',
    waiting: { count: 900, lastAt: T0 + 119 * SECOND },
    at: T0 + 119 * SECOND,
    step: { kind: 'wait', until: T0 + 2 * MINUTE },
  },
];
for (const { name, waiting, at, step } of CASES) {
  test(name, () => {
    assert.deepEqual(
      groupStorm({ cause: 'node/a', count: 1, firstAt: T0, lastAt: T0, ...waiting }, at),
      step,
    );
  });
}
