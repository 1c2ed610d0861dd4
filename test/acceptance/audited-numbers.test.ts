// Every rate and percentile that the API publishes, computed again from the rows that it lists: over random
// histories, while runs are recorded, slots are missed, windows move on and old runs are pruned. The page asks
// with the tag of its last answer, and so does the test: an answer that is said to be unchanged has to be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../src/api/testing.ts';
import type { SkipReason } from '../../src/slot/slot.ts';
import { DAY, HOUR, SECOND } from '../../src/lib/duration.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { VirtualClock } from '../../src/lib/virtual-clock.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { aCronJob, anAttempt, anExecution } from '../conformance/store/builders.ts';

const START = Date.UTC(2026, 2, 10, 12);
const STEPS = 12;
const NAMES = ['backup', 'report', 'sync'];
const WINDOW_DAYS = 2;
const SLA_TARGET = 90;
const SPEC = {
  sla: { minSuccessRate: SLA_TARGET, windowDays: WINDOW_DAYS },
  maintenanceWindows: [{ name: 'night', schedule: '0 2 * * *', duration: '2h' }],
};

for (const seed of ['one', 'two', 'three', 'four']) {
  test(`the numbers of world ${seed} are those of its rows`, async (t) => {
    const random = seededRandom(seed);
    const store = await openStore({ path: ':memory:', log: { info: () => undefined } });
    t.after(() => store.close());
    const clock = new VirtualClock(START);
    const ids = await aWorld(store);
    await using server = await startServer({ ...store, knownCronJobs: store.cronJobs, clock });
    const page = new Page(`${server.origin}/api/v1`);
    for (let step = 0; step < STEPS; step++) {
      await change(store, ids, clock.now(), random);
      await audit(page, store, ids, clock.now());
      const later = clock.now() + Math.floor(random() * 9 * HOUR);
      await clock.runUntil(later, async () => {});
      await audit(page, store, ids, later);
    }
    assert.ok(page.unchanged > 0, 'no answer was ever unchanged');
  });
}

async function aWorld(store: Store): Promise<number[]> {
  const ids = await Promise.all(
    NAMES.map((name) =>
      store.cronJobs.upsert(aCronJob({ namespace: 'shop', name }), {
        nextRunAt: null,
        windowDays: WINDOW_DAYS,
        observedAt: START,
      }),
    ),
  );
  const resource = { uid: 'm', namespace: 'shop', name: 'all', generation: 1, spec: SPEC };
  await store.monitors.replaceMembers(await store.monitors.upsert(resource), ids);
  return ids;
}

/** Some runs end, some of them told late; a slot is missed; once in a while old runs are pruned. */
async function change(
  store: Store,
  ids: readonly number[],
  now: number,
  random: () => number,
): Promise<void> {
  const integer = (below: number): number => Math.floor(random() * below);
  for (let count = integer(8); count > 0; count--) {
    const completedAt = now - integer(3) * integer(20 * HOUR);
    const startedAt = completedAt - integer(600) * SECOND;
    const manual = random() < 0.2;
    const run = anExecution({
      startedAt,
      completedAt,
      manual,
      scheduledFor: manual ? null : startedAt - integer(90) * SECOND,
      outcome: random() < 0.3 ? 'failed' : 'success',
      attempts: random() < 0.3 ? [anAttempt(), anAttempt({ number: 2 })] : [],
    });
    await store.executions.insert(ids[integer(ids.length)]!, run, now);
  }
  const reasons: readonly (SkipReason | null)[] = ['NotStarted', 'Forbidden', 'Suspended', null];
  const reason = reasons[integer(reasons.length)]!;
  const slot = { at: now - integer(5 * HOUR), reason, message: null };
  await store.slots.insert(ids[integer(ids.length)]!, [
    { ...slot, outcome: reason === null ? 'unknown' : 'skipped' },
  ]);
  if (random() < 0.1)
    await store.prune({ before: now - integer(60) * HOUR, keeps: () => false, dryRun: false });
}

async function audit(page: Page, store: Store, ids: readonly number[], now: number): Promise<void> {
  const list = await page.get('/cronjobs');
  const sla = await page.get('/sla');
  const monitor = await page.get('/monitors/shop/all');
  const everyRun: Run[] = [];
  for (const [index, name] of NAMES.entries()) {
    const runs: Run[] = (await page.get(`/cronjobs/shop/${name}/executions?limit=1000`)).items.map(toRun);
    const inWindow = runs.filter(({ startedAt }) => startedAt >= now - WINDOW_DAYS * DAY);
    everyRun.push(...inWindow);
    const metrics = recomputed(inWindow);
    const detail = await page.get(`/cronjobs/shop/${name}`);
    const item = list.items.find((each: Json) => each.name === name);
    assertClose(detail.metrics, metrics, `${name} at ${now}`);
    assertClose(
      { successRate: item.successRate, totalExecutions: item.totalExecutions, p50Duration: item.p50Duration },
      {
        successRate: metrics.successRate,
        totalExecutions: metrics.totalExecutions,
        p50Duration: metrics.p50Duration,
      },
      `${name} in the list at ${now}`,
    );
    const slots = await store.slots.list(ids[index]!, { from: 0, to: now, limit: 1_000 });
    const standing = sla.items.find((each: Json) => each.cronjobName === name);
    assertClose(
      { rate: standing.successRate, counted: standing.evaluatedRuns, missed: standing.missedRuns },
      slaOf(runs, slots, now),
      `the SLA of ${name} at ${now}`,
    );
    assert.equal(standing.compliant, standing.successRate >= SLA_TARGET);
  }
  const { percentileShare, ...metrics } = monitor.metrics;
  assert.equal(percentileShare, 1);
  assertClose(metrics, recomputed(everyRun), `the monitor at ${now}`);
}

interface Run {
  readonly startedAt: number;
  readonly slot: number | null;
  readonly succeeded: boolean;
  readonly attempts: number;
  /** Seconds. */
  readonly duration: number;
}

function toRun({ startTime, completionTime, scheduledTime, status, attempts }: Json): Run {
  const startedAt = Date.parse(startTime);
  return {
    startedAt,
    slot: scheduledTime === null ? null : Date.parse(scheduledTime),
    succeeded: status === 'success',
    attempts,
    duration: (Date.parse(completionTime) - startedAt) / 1_000,
  };
}

function recomputed(runs: readonly Run[]) {
  const succeeded = runs.filter((run) => run.succeeded);
  const durations = succeeded.map(({ duration }) => duration).toSorted((a, b) => a - b);
  const flaky = succeeded.filter(({ attempts }) => attempts > 1).length;
  return {
    successRate: runs.length === 0 ? 100 : (succeeded.length / runs.length) * 100,
    avgDuration: durations.reduce((sum, each) => sum + each, 0) / Math.max(1, durations.length),
    p50Duration: percentile(durations, 0.5),
    p95Duration: percentile(durations, 0.95),
    p99Duration: percentile(durations, 0.99),
    totalExecutions: runs.length,
    flakyExecutions: flaky,
    flakyRate: succeeded.length === 0 ? 0 : (flaky / succeeded.length) * 100,
  };
}

/** Linear interpolation between the closest ranks; 0 of nothing. */
function percentile(sorted: readonly number[], fraction: number): number {
  if (sorted.length === 0) return 0;
  const rank = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(rank)]!;
  return below + (sorted[Math.ceil(rank)]! - below) * (rank - Math.floor(rank));
}

function slaOf(
  runs: readonly Run[],
  slots: readonly { readonly at: number; readonly outcome: string; readonly reason: string | null }[],
  now: number,
): Record<string, number> {
  const counts = (at: number): boolean =>
    at > now - WINDOW_DAYS * DAY && at <= now && !(at % DAY >= 2 * HOUR && at % DAY < 4 * HOUR);
  const ran = runs.filter(({ slot }) => slot !== null && counts(slot));
  const missed = slots.filter(
    ({ at, outcome, reason }) => counts(at) && outcome === 'skipped' && reason !== 'Suspended',
  ).length;
  const counted = ran.length + missed;
  const succeeded = ran.filter((run) => run.succeeded).length;
  return { rate: counted === 0 ? 100 : (succeeded / counted) * 100, counted, missed };
}

/** Durations are published in whole milliseconds. */
function assertClose(
  actual: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
  what: string,
): void {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort());
  for (const [key, value] of Object.entries(expected)) {
    assert.ok(
      Math.abs(actual[key]! - value) <= 0.000_501,
      `${key} of ${what}: ${actual[key]} is not ${value}`,
    );
  }
}

/** Asks as a browser does: with the tag of the last answer, which a 304 says is still true. */
class Page {
  readonly #api: string;
  readonly #known = new Map<string, { readonly etag: string; readonly body: Json }>();
  unchanged = 0;

  constructor(api: string) {
    this.#api = api;
  }

  async get(path: string): Promise<Json> {
    const known = this.#known.get(path);
    const headers = known === undefined ? null : { 'if-none-match': known.etag };
    const response = await fetch(`${this.#api}${path}`, { ...(headers && { headers }) });
    if (response.status === 304) {
      this.unchanged += 1;
      return known!.body;
    }
    assert.equal(response.status, 200, path);
    const body = await response.json();
    this.#known.set(path, { etag: response.headers.get('etag')!, body });
    return body;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers as they come over the wire
type Json = any;
