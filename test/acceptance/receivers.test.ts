import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AlertDetail } from '../../src/api/contract/alert.ts';
import { MINUTE, SECOND } from '../../src/lib/duration.ts';
import {
  answering,
  type Behaviour,
  dripping,
  drippingHeaders,
  flooding,
  HostileReceiver,
} from './hostile-receiver.ts';
import { channel, cronJob, failing, monitor } from './manifests.ts';
import { START, World } from './world.ts';

/** What becomes of the alarm of 5m10s at a receiver, seen a minute later. */
interface Case {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly state: 'sent' | 'pending' | 'rejected';
  /** What the ledger says went wrong; null where nothing did. */
  readonly error: RegExp | null;
  /** Most attempts in that minute; 1 unless given. */
  readonly attempts?: number;
}

const ALARM_AT = 5 * MINUTE + 10 * SECOND;
/** Tries after about 5, 10, 20 and 40 s. */
const SEVERAL = 6;

const CASES: readonly Case[] = [
  { name: '200', behaviour: answering(200, {}, 'ok'), state: 'sent', error: null },
  { name: '204', behaviour: answering(204), state: 'sent', error: null },
  {
    name: '301',
    behaviour: answering(301, { location: '/elsewhere' }),
    state: 'rejected',
    error: /redirects are not followed/,
  },
  {
    name: '400',
    behaviour: answering(400, {}, 'invalid_payload'),
    state: 'rejected',
    error: /HTTP 400: invalid_payload/,
  },
  { name: '401', behaviour: answering(401), state: 'rejected', error: /HTTP 401/ },
  { name: '404', behaviour: answering(404), state: 'rejected', error: /HTTP 404/ },
  { name: '410', behaviour: answering(410), state: 'rejected', error: /HTTP 410/ },
  {
    name: '429 with Retry-After in seconds',
    behaviour: answering(429, { 'retry-after': '600' }),
    state: 'pending',
    error: /HTTP 429/,
  },
  {
    name: '429 with Retry-After as a date',
    behaviour: answering(429, { 'retry-after': new Date(START + 20 * MINUTE).toUTCString() }),
    state: 'pending',
    error: /HTTP 429/,
  },
  {
    name: '500',
    behaviour: answering(500, {}, 'oops'),
    state: 'pending',
    error: /HTTP 500: oops/,
    attempts: SEVERAL,
  },
  { name: 'nothing', behaviour: () => {}, state: 'pending', error: /no answer within/, attempts: SEVERAL },
  { name: '200 and then one byte a second', behaviour: dripping(200), state: 'sent', error: null },
  {
    name: '500 and then one byte a second',
    behaviour: dripping(500),
    state: 'pending',
    error: /HTTP 500/,
    attempts: SEVERAL,
  },
  {
    name: 'headers of one byte a second',
    behaviour: drippingHeaders(),
    state: 'pending',
    error: /no answer within/,
    attempts: SEVERAL,
  },
  { name: '200 and 100 MB', behaviour: flooding(200), state: 'sent', error: null },
  {
    name: '500 and 100 MB',
    behaviour: flooding(500),
    state: 'pending',
    error: /HTTP 500: flood/,
    attempts: SEVERAL,
  },
  {
    name: 'garbage',
    behaviour: (socket) => void socket.end('\u0000\u0001 220 mail.example ESMTP\r\n'),
    state: 'pending',
    error: /not HTTP/,
    attempts: SEVERAL,
  },
  {
    name: 'a reset of the connection',
    behaviour: (socket) => void socket.resetAndDestroy(),
    state: 'pending',
    error: /reset|closed/,
    attempts: SEVERAL,
  },
];

type Ledger = Pick<AlertDetail['deliveries'][number], 'channel' | 'state' | 'attempts' | 'lastError'>;

// One world with a channel for each receiver: what one of them does must not touch the others.
describe('a receiver that answers', () => {
  const receivers: HostileReceiver[] = [];
  let world: World;
  let ledger: readonly Ledger[] = [];

  before(async () => {
    world = await World.start({ sendTimeoutMs: 1_000 });
    for (const { behaviour } of CASES) receivers.push(await HostileReceiver.start(behaviour));
    const names = CASES.map((_, index) => `r${index}`);
    for (const [index, name] of names.entries()) {
      await world.create(...channel(name, 'webhook', receivers[index]!.url));
    }
    await world.create(
      monitor('all', names),
      cronJob('nightly', { script: failing(3), schedule: '5 * * * *' }),
    );
    await world.runUntil(ALARM_AT + MINUTE);
    const [alert] = await world.alerts();
    ledger = (await world.get<AlertDetail>(`/api/v1/alerts/${alert!.id}`)).deliveries;
  });

  after(async () => {
    for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  for (const [index, { name, state, error, attempts = 1 }] of CASES.entries()) {
    const becomes = state === 'pending' ? 'is tried again' : `has its message ${state}`;
    test(`${name} ${becomes}, and the ledger says so`, () => {
      const row = ledger.find(({ channel: own }) => own === `r${index}`)!;
      assert.equal(row.state, state);
      if (error === null) assert.equal(row.lastError, null);
      else assert.match(row.lastError ?? '', error);
      assert.ok(row.attempts >= 1 && row.attempts <= attempts, `${row.attempts} attempts`);
      const { keys } = receivers[index]!;
      assert.equal(keys.length, row.attempts);
      assert.equal(new Set(keys).size, 1, 'every attempt carries the same key');
    });
  }

  test('Retry-After is waited for, in seconds and as a date, and then the message arrives', async () => {
    for (const receiver of receivers) receiver.behaviour = answering(200);
    await world.runUntil(14 * MINUTE);
    const counts = () => retrying().map((index) => receivers[index]!.keys.length);
    assert.deepEqual(counts(), [1, 1]);
    await world.runUntil(15 * MINUTE + 30 * SECOND);
    assert.deepEqual(counts(), [2, 1]);
    await world.runUntil(20 * MINUTE + 5 * SECOND);
    assert.deepEqual(counts(), [2, 2]);
  });

  test('nothing for a while has every message in the end, each with the key of its first attempt', async () => {
    const [alert] = await world.alerts();
    const { deliveries } = await world.get<AlertDetail>(`/api/v1/alerts/${alert!.id}`);
    for (const [index, { name, state }] of CASES.entries()) {
      const row = deliveries.find(({ channel: own }) => own === `r${index}`)!;
      assert.equal(row.state, state === 'pending' ? 'sent' : state, name);
      assert.equal(new Set(receivers[index]!.keys).size, 1, name);
    }
  });

  test('no receiver was asked for a second path by a redirect', () => {
    const paths = receivers.flatMap(({ requests }) => requests.map((request) => request.split(' ')[1]));
    assert.ok(
      paths.every((path) => /^\/r\d+$/.test(path ?? '')),
      paths.join(' '),
    );
  });

  function retrying(): number[] {
    return [...CASES.keys()].filter((index) => CASES[index]!.name.startsWith('429'));
  }
});
