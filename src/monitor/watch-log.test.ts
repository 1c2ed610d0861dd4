import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { HOUR } from '../lib/duration.ts';
import { silentLog } from '../lib/log.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { WatchLog } from './watch-log.ts';

interface Session {
  readonly startedAt: number;
  readonly until: number;
}

/** Keeps sessions as the store does; `fails` makes it refuse. */
class Sessions {
  fails = false;
  readonly #kept = new Map<number, number>();

  constructor(...kept: readonly Session[]) {
    for (const { startedAt, until } of kept) this.#kept.set(startedAt, until);
  }

  async extend({ startedAt, until }: Session): Promise<void> {
    if (this.fails) throw new Error('the disk is full');
    this.#kept.set(startedAt, until);
  }

  async since(): Promise<Session[]> {
    return [...this.#kept].map(([startedAt, until]) => ({ startedAt, until }));
  }

  /** In seconds after T0. */
  get all(): number[][] {
    return [...this.#kept].map((session) => session.map((at) => (at - T0) / 1_000));
  }
}

function aLogOf(store: Sessions, isFresh = () => true, heartbeatClock = new VirtualClock(0)) {
  const clock = new VirtualClock(T0 + 100_000);
  return { clock, log: new WatchLog({ store, clock, log: silentLog, isFresh, heartbeatClock }) };
}

const pass = (clock: VirtualClock, seconds: number) =>
  clock.runUntil(clock.now() + seconds * 1_000, () => new Promise((resolve) => setImmediate(resolve)));

describe('the log of the watch', () => {
  it('takes a silence of a minute for an outage, a shorter one for none, and keeps the latest', () => {
    const { clock, log } = aLogOf(new Sessions());
    const heard = (silentMs: number) => {
      log.isFresh();
      log.heardAgain(silentMs);
    };
    heard(59_999);
    assert.deepEqual([log.silences.length, log.outages], [1, []]);
    heard(60_000);
    assert.deepEqual(log.outages, [{ from: clock.now() - 60_000, to: clock.now() }]);
    for (let count = 1; count <= 100; count += 1) heard(60_000 + count);
    for (let count = 1; count <= 100; count += 1) heard(count);
    const kept = log.outages.map(({ from }) => clock.now() - from);
    assert.deepEqual([kept.length, kept.at(0), kept.at(-1)], [100, 60_001, 60_100]);
    assert.equal(log.silences.length, 100, 'short ones do not push out the outages');
  });

  it('counts a silence from the last byte, or from when the watches were heard last where time is virtual', async () => {
    const watches = { fresh: true };
    const { clock, log } = aLogOf(new Sessions(), () => watches.fresh);
    assert.equal(log.isFresh(), true);
    await pass(clock, 10);
    watches.fresh = false;
    assert.equal(log.isFresh(), false);
    await pass(clock, 3_600);
    log.heardAgain(5_000);
    assert.deepEqual(log.silences, [{ from: clock.now() - 3_610_000, to: clock.now() }]);
    log.heardAgain(7_200_000);
    assert.equal(log.silences.at(-1)?.from, clock.now() - 7_200_000);
  });

  it('knows that nobody watched before the first start', async () => {
    const store = new Sessions();
    const { clock, log } = aLogOf(store);
    await log.start(T0);
    assert.deepEqual(log.blind, [{ from: -Infinity, to: clock.now() }]);
    await log.stop();
  });

  it('knows the gaps between the sessions, and a gap of nothing is none', async () => {
    const store = new Sessions(
      { startedAt: T0, until: T0 + 10_000 },
      { startedAt: T0 + 20_000, until: T0 + 30_000 },
      { startedAt: T0 + 30_000, until: T0 + 100_000 },
    );
    const { log } = aLogOf(store);
    await log.start(T0);
    assert.deepEqual(log.blind, [
      { from: -Infinity, to: T0 },
      { from: T0 + 10_000, to: T0 + 20_000 },
    ]);
    assert.equal(log.startedAfter, null, 'it followed another at once');
    await log.stop();
  });

  it('ends its session with the process', async () => {
    const store = new Sessions();
    const { clock, log } = aLogOf(store);
    await log.start(T0);
    await pass(clock, 50);
    await log.stop();
    assert.deepEqual(store.all, [[100, 150]]);
  });

  it('does not claim to have watched while the watches were silent', async () => {
    const store = new Sessions();
    const { clock, log } = aLogOf(store, () => false);
    await log.start(T0);
    await pass(clock, 50);
    await log.stop();
    assert.deepEqual(store.all, [[100, 100]]);
  });

  it('begins another session when the watch had to list again', async () => {
    const store = new Sessions();
    const { clock, log } = aLogOf(store);
    await log.start(T0);
    await pass(clock, 50);
    log.listedAgain(20_000);
    assert.deepEqual(log.blind.at(-1), { from: T0 + 130_000, to: T0 + 150_000 });
    await pass(clock, 10);
    await log.stop();
    assert.deepEqual(store.all, [
      [100, 130],
      [150, 160],
    ]);
  });

  it('begins another when one kind had to be listed again that had seen nothing for longer than another', async () => {
    const store = new Sessions();
    const { clock, log } = aLogOf(store);
    await log.start(T0);
    await pass(clock, 50);
    log.listedAgain(1_000);
    await pass(clock, 2);
    log.listedAgain(30_000);
    assert.deepEqual(log.blind.at(-1), { from: T0 + 122_000, to: T0 + 152_000 });
    assert.equal(log.blind.length, 2, 'gaps that touch are one');
    await pass(clock, 10);
    await log.stop();
    assert.deepEqual(store.all, [
      [100, 122],
      [150, 150],
      [152, 162],
    ]);
    const next = aLogOf(store).log;
    await next.start(T0);
    assert.deepEqual(next.blind.slice(1), [
      { from: T0 + 122_000, to: T0 + 150_000 },
      { from: T0 + 150_000, to: T0 + 152_000 },
    ]);
    await next.stop();
  });

  it('takes nothing for unwatched by it that was before it, nor the beginning for later than it was', async () => {
    const { clock, log } = aLogOf(new Sessions());
    await log.start(T0);
    const beginning = { from: -Infinity, to: clock.now() };
    log.listedAgain(20_000);
    assert.deepEqual(log.blind, [beginning]);
    await pass(clock, 5);
    log.listedAgain(20_000);
    assert.deepEqual(log.blind, [beginning, { from: T0 + 100_000, to: T0 + 105_000 }]);
    await log.stop();
  });

  it('remembers its start longer than the sessions that came after it', async () => {
    const { clock, log } = aLogOf(new Sessions());
    await log.start(0);
    for (let count = 0; count < 150; count += 1) {
      await pass(clock, 20);
      log.listedAgain(1_000);
    }
    log.listedAgain(HOUR);
    assert.deepEqual(log.blind.at(-1), { from: T0 + 100_000, to: clock.now() });
    await log.stop();
  });

  it('writes a heartbeat every half minute of real time, and goes on when one could not be written', async () => {
    const store = new Sessions();
    const realTime = new VirtualClock(0);
    const { clock, log } = aLogOf(store, () => true, realTime);
    await log.start(T0);
    await pass(clock, 3_600);
    assert.deepEqual(store.all, [[100, 100]], 'virtual time by itself writes nothing');
    store.fails = true;
    await pass(realTime, 30);
    assert.deepEqual(store.all, [[100, 100]]);
    store.fails = false;
    await pass(realTime, 29);
    assert.deepEqual(store.all, [[100, 100]]);
    await pass(realTime, 1);
    assert.deepEqual(store.all, [[100, 3_700]]);
    await log.stop();
  });
});
