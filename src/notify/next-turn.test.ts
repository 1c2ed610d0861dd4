import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, SECOND } from '../lib/duration.ts';
import { type Allowance, nextTurn, refillTime, type Turn } from './next-turn.ts';

const NOW = Date.UTC(2026, 2, 2);
const DEFAULT = { burstLimit: 10, maxAlertsPerHour: 100 };
const REFILL = 36 * SECOND;

/** So many messages were sent, all of them `age` ago. */
function sent(messages: number, age = 0): Allowance {
  return { fullAt: NOW - age + messages * REFILL, lastSentAt: NOW - age };
}

interface Case {
  readonly name: string;
  readonly due: number;
  readonly allowance: Allowance;
  readonly limits?: typeof DEFAULT;
  readonly turn: Turn;
}

const CASES: readonly Case[] = [
  {
    name: 'a channel that never sent anything sends at once',
    due: 1,
    allowance: { fullAt: 0, lastSentAt: null },
    turn: { kind: 'send', most: 10 },
  },
  {
    name: 'as many as the burst go out each by itself',
    due: 10,
    allowance: sent(0),
    turn: { kind: 'send', most: 10 },
  },
  { name: 'more than the burst are joined', due: 11, allowance: sent(0), turn: { kind: 'join' } },
  {
    name: 'a second message follows the first at once',
    due: 1,
    allowance: sent(1),
    turn: { kind: 'send', most: 9 },
  },
  {
    name: 'after a fifth of the burst messages are gathered for a quarter of the refill',
    due: 1,
    allowance: sent(2, SECOND),
    turn: { kind: 'wait', until: NOW - SECOND + REFILL / 4 },
  },
  {
    name: 'what was gathered goes out each by itself while it fits',
    due: 8,
    allowance: { fullAt: NOW + 2 * REFILL, lastSentAt: NOW - REFILL / 4 },
    turn: { kind: 'send', most: 8 },
  },
  {
    name: 'what was gathered and fits no more is joined',
    due: 9,
    allowance: { fullAt: NOW + 2 * REFILL, lastSentAt: NOW - REFILL / 4 },
    turn: { kind: 'join' },
  },
  {
    name: 'after three tenths of the burst messages are gathered for a whole refill',
    due: 100,
    allowance: sent(3, SECOND),
    turn: { kind: 'wait', until: NOW - SECOND + REFILL },
  },
  {
    name: 'with the burst used up nothing goes out until one more may',
    due: 1,
    allowance: { fullAt: NOW + 10 * REFILL, lastSentAt: NOW - HOUR },
    turn: { kind: 'wait', until: NOW + REFILL },
  },
  {
    name: 'a limit that was lowered holds for what was sent before',
    due: 1,
    allowance: { fullAt: NOW + 5 * REFILL, lastSentAt: NOW - HOUR },
    limits: { burstLimit: 2, maxAlertsPerHour: 100 },
    turn: { kind: 'wait', until: NOW + 4 * REFILL },
  },
  {
    name: 'a burst of one sends one, joined of many',
    due: 7,
    allowance: sent(0),
    limits: { burstLimit: 1, maxAlertsPerHour: 1 },
    turn: { kind: 'join' },
  },
];
for (const { name, due, allowance, limits = DEFAULT, turn } of CASES) {
  test(name, () => assert.deepEqual(nextTurn(due, limits, allowance, NOW), turn));
}

test('in no hour more messages go out than the burst and what is refilled, however many alerts come', () => {
  let allowance: Allowance = { fullAt: 0, lastSentAt: null };
  const instants: number[] = [];
  for (let now = NOW; now < NOW + 3 * HOUR; now += SECOND) {
    const turn = nextTurn(5, DEFAULT, allowance, now);
    if (turn.kind === 'wait') continue;
    const messages = turn.kind === 'join' ? 1 : Math.min(turn.most, 5);
    for (let index = 0; index < messages; index += 1) {
      instants.push(now);
      allowance = { fullAt: Math.max(allowance.fullAt, now) + refillTime(DEFAULT), lastSentAt: now };
    }
  }
  for (const from of instants) {
    const within = instants.filter((at) => at >= from && at < from + HOUR).length;
    assert.ok(within <= 110, `${within} messages in the hour from ${from}`);
  }
  assert.ok(instants.length > 100, 'the limit is also made use of');
});
