import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from '../../src/lib/duration.ts';
import { DATABASES, type DatabaseType, World } from './world.ts';

/** One entry of a timeline. Instants are Go durations since the world's start (Monday, noon UTC). */
export type Step = DoStep | ExpectStep;

interface DoStep {
  readonly kind: 'do';
  readonly at: string;
  readonly act: (world: World) => Promise<void>;
}

interface ExpectStep {
  readonly kind: 'expect';
  readonly after: string;
  readonly before: string;
  readonly what: string;
  readonly check: Check;
  readonly how: 'becomes' | 'stays';
}

/** Null where it holds; else what is seen instead. */
export type Check = (world: World) => Promise<string | null>;

/** At that instant, do something to the cluster or to the service. */
export function at(instant: string, act: DoStep['act']): Step {
  return { kind: 'do', at: instant, act };
}

/** Not true yet at `after`, true at `before`: it came about in between. */
export function between(after: string, before: string, what: string, check: Check): Step {
  return { kind: 'expect', after, before, what, check, how: 'becomes' };
}

/** True throughout, looked at once a minute and at both ends. */
export function throughout(after: string, before: string, what: string, check: Check): Step {
  return { kind: 'expect', after, before, what, check, how: 'stays' };
}

interface Action {
  readonly at: number;
  readonly order: number;
  readonly run: (world: World) => Promise<void>;
}

/**
 * A test that is a timeline on the virtual clock, against the sandbox and the service over real HTTP; once
 * on each kind of database.
 */
export function timeline(name: string, steps: readonly Step[]): void {
  for (const database of DATABASES) void test(`${database}: ${name}`, () => play(steps, database));
}

async function play(steps: readonly Step[], database: DatabaseType): Promise<void> {
  const actions = steps.flatMap(toActions).sort((a, b) => a.at - b.at || a.order - b.order);
  await using world = await World.start({ database });
  for (const action of actions) {
    await world.runUntil(action.at);
    await action.run(world);
  }
}

function toActions(step: Step): Action[] {
  if (step.kind === 'do') {
    const run = async (world: World) => {
      await step.act(world);
      await world.settle();
    };
    return [{ at: ms(step.at), order: 1, run }];
  }
  return step.how === 'becomes' ? becomes(step) : stays(step);
}

/** What is to be seen at an instant is looked for before anything else is done at it. */
function becomes({ after, before, what, check }: ExpectStep): Action[] {
  return [
    {
      at: ms(after),
      order: 0,
      run: async (world) => {
        const seen = await check(world);
        assert.notEqual(
          seen,
          null,
          `already at ${after}, though expected between then and ${before}: ${what}`,
        );
      },
    },
    { at: ms(before), order: 0, run: (world) => mustHold(world, before, what, check) },
  ];
}

function stays({ after, before, what, check }: ExpectStep): Action[] {
  const end = ms(before);
  const actions: Action[] = [];
  for (let instant = ms(after); instant < end; instant += 60_000) {
    const run = (world: World) => mustHold(world, `${instant / 1_000}s`, what, check);
    actions.push({ at: instant, order: 2, run });
  }
  actions.push({ at: end, order: 0, run: (world) => mustHold(world, before, what, check) });
  return actions;
}

async function mustHold(world: World, instant: string, what: string, check: Check): Promise<void> {
  const seen = await check(world);
  assert.equal(seen, null, `at ${instant}: expected ${what}, but ${seen}`);
}

function ms(text: string): number {
  const parsed = parseDuration(text);
  assert.ok(parsed !== null, `${text} is no duration`);
  return parsed;
}
