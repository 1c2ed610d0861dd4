import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from '../lib/log.ts';
import type { KubeObject } from './kube-object.ts';
import type { Change } from './collection.ts';
import { Reflector } from './reflector.ts';
import { ChaosServer, type Dice, diceOf } from './testing-chaos.ts';
import { accessTo } from './testing.ts';
import { Transport } from './transport.ts';

interface Item {
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: number;
  readonly phase: string;
}

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const CHAOS_MS = 4_000;
/** On a slow machine the chaos goes on until it has struck. */
const LONGEST_CHAOS_MS = 15_000;
const CONVERGE_MS = 12_000;

/** The faults that all seeds together must have met, or the test proves nothing. */
const FAULTS = [
  'answers 401',
  'answers 403',
  'answers 404',
  'answers 429',
  'answers 500',
  'answers HTML',
  'answers other JSON',
  'ends within a line',
  'expires a continue token',
  'expires a resourceVersion',
  'falls silent',
  'never answers',
  'resets the connection',
  'resets within a line',
  'sends an ERROR event',
  'sends an event without an object',
  'sends garbage',
];

describe('a reflector on a server that fails in every way', { concurrency: SEEDS.length + 1 }, () => {
  const met = new Set<string>();
  const runs = SEEDS.map((seed) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    test(`seed ${seed}: the copy equals the cluster, each change was told once and in order`, async () => {
      try {
        await withstandChaos(seed, met);
      } finally {
        resolve();
      }
    });
    return promise;
  });
  test('all seeds together met every fault', async () => {
    await Promise.all(runs);
    assert.deepEqual([...met].sort(), FAULTS);
  });
});

async function withstandChaos(seed: number, met: Set<string>): Promise<void> {
  const server = new ChaosServer(seed);
  const dice = diceOf(seed * 7919);
  for (let count = 0; count < 300; count++) server.mutate();
  await using transport = new Transport({ access: accessTo(await server.start()), headersTimeoutMs: 1_000 });
  const told = new ToldView();
  const reflector = new Reflector<Item>({
    transport,
    path: '/api/v1/pods',
    transform: toItem,
    onChange: (change) => told.take(change),
    log: silentLog,
    random: () => dice(1_000_000) / 1_000_000,
    timing: { pageSize: 50, pageTimeoutMs: 1_500, stallMs: 700, firstBackoffMs: 20, longestBackoffMs: 200 },
  });
  reflector.start();
  try {
    await playChaos(server, dice);
    server.chaotic = false;
    await until(CONVERGE_MS, () => reflector.resourceVersion === String(server.resourceVersion));
    assert.deepEqual(reflector.store, expected(server));
    assert.deepEqual(told.items, expected(server));
    assert.deepEqual(told.violations, []);
    assert.equal(reflector.stats.handlerErrors + reflector.stats.transformErrors, 0);
    await reflector.stop();
    await until(1_000, () => server.openWatches === 0);
    assert.equal(server.openWatches, 0);
    for (const fault of server.faults.keys()) met.add(fault);
  } finally {
    await reflector.stop();
    await server.stop();
  }
}

async function playChaos(server: ChaosServer, dice: Dice): Promise<void> {
  const begin = Date.now();
  while (Date.now() - begin < (server.hasStruck ? CHAOS_MS : LONGEST_CHAOS_MS)) {
    for (let count = 1 + dice(8); count > 0; count--) server.mutate();
    await wait(5 + dice(40));
    // Long enough at times for the history to run past a watch that is waiting.
    if (dice(60) === 0) for (let count = 0; count < 350; count++) server.mutate();
  }
}

async function until(ms: number, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + ms; !holds() && Date.now() < end;) await wait(20);
}

function toItem(object: KubeObject): Item {
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const { status } = object as KubeObject & { readonly status: { readonly phase: string } };
  return { key: `${namespace}/${name}`, uid, resourceVersion: Number(resourceVersion), phase: status.phase };
}

function expected(server: ChaosServer): Map<string, Item> {
  return new Map(
    [...server.objects].map(([key, { uid, resourceVersion, phase }]) => [
      key,
      { key, uid, resourceVersion, phase },
    ]),
  );
}

/** What one knows who only listens to the changes; notes each that contradicts what was told before. */
class ToldView {
  readonly items = new Map<string, Item>();
  readonly violations: string[] = [];

  take(change: Change<Item>): void {
    const item = change.kind === 'deleted' ? change.last : change.next;
    const known = this.items.get(item.key);
    const problem = contradiction(change, known);
    if (problem) this.violations.push(`${change.kind} ${item.key}: ${problem}`);
    if (change.kind === 'deleted') this.items.delete(item.key);
    else this.items.set(item.key, item);
  }
}

function contradiction(change: Change<Item>, known: Item | undefined): string | null {
  if (change.kind === 'added') return known ? 'it was there' : null;
  if (!known) return 'it was not there';
  if (change.kind === 'deleted') return change.last.uid === known.uid ? null : 'it was another';
  if (change.previous !== known) return 'it was told otherwise before';
  if (change.next.resourceVersion <= known.resourceVersion) return 'it is no news';
  return (change.kind === 'modified') === (change.next.uid === known.uid) ? null : 'the uid does not fit';
}
