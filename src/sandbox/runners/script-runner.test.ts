import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../lib/virtual-clock.ts';
import type { KubeObject } from '../cluster-types.ts';
import { type ContainerScript, SCRIPT_ANNOTATION, ScriptRunner } from './script-runner.ts';

const GIVEN: ContainerScript = {
  startAfterMs: 100,
  durationMs: 1_000,
  exitCode: 2,
  reason: 'OOMKilled',
  log: [{ atMs: 400, text: 'half way\n' }],
};

/** What the callbacks of one run are told, and when. */
async function play(options: {
  readonly script?: ContainerScript;
  readonly annotation?: string;
  readonly stop?: { readonly at: number; readonly graceSeconds: number };
  readonly abandonAt?: number;
}): Promise<readonly string[]> {
  const clock = new VirtualClock(0);
  const told: string[] = [];
  const tell = (text: string) => void told.push(`${clock.now()} ${text}`);
  const pod: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'one',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: '',
      annotations: options.annotation === undefined ? {} : { [SCRIPT_ANNOTATION]: options.annotation },
    },
  };
  const runner = new ScriptRunner({ clock, script: () => options.script ?? null });
  const running = runner.start(
    pod,
    { name: 'main', image: 'i' },
    { restartCount: 0, env: {} },
    {
      onStarted: () => tell('started'),
      onOutput: (text) => tell(text.trim()),
      onExit: ({ exitCode, reason }) => tell(`exit ${exitCode}${reason === undefined ? '' : ` ${reason}`}`),
    },
  );
  const { stop, abandonAt } = options;
  if (stop !== undefined) clock.setTimer(stop.at, () => running.stop(stop.graceSeconds));
  if (abandonAt !== undefined) clock.setTimer(abandonAt, () => running.abandon());
  assert.deepEqual(told, []);
  await clock.runUntil(60_000, () => Promise.resolve());
  return told;
}

const CASES: readonly { name: string; given: Parameters<typeof play>[0]; told: readonly string[] }[] = [
  {
    name: 'a script is played on the clock',
    given: { script: GIVEN },
    told: ['100 started', '500 half way', '1100 exit 2 OOMKilled'],
  },
  {
    name: 'the annotation of the Pod is used where no script is given',
    given: { annotation: '{"durationMs": 5000, "exitCode": 3}' },
    told: ['0 started', '5000 exit 3'],
  },
  {
    name: 'a given script wins over the annotation',
    given: { script: { durationMs: 1, exitCode: 0 }, annotation: '{"exitCode": 3}' },
    told: ['0 started', '1 exit 0'],
  },
  { name: 'without any a run takes a second and succeeds', given: {}, told: ['0 started', '1000 exit 0'] },
  {
    name: 'being asked to stop ends it with SIGTERM',
    given: { script: GIVEN, stop: { at: 200, graceSeconds: 30 } },
    told: ['100 started', '200 exit 143'],
  },
  {
    name: 'one that is slow to stop is killed when the grace is over',
    given: { script: { ...GIVEN, stopAfterMs: 9_000 }, stop: { at: 200, graceSeconds: 2 } },
    told: ['100 started', '2200 exit 137'],
  },
  {
    name: 'an abandoned run is never heard of again',
    given: { script: GIVEN, abandonAt: 200 },
    told: ['100 started'],
  },
];

for (const { name, given, told } of CASES) {
  test(name, async () => {
    assert.deepEqual(await play(given), told);
  });
}

test('an annotation that cannot be read fails the run and says why', async () => {
  const [, why, exit] = await play({ annotation: '{' });
  assert.match(why!, /annotation sandbox.punctual.dev\/script is not JSON/);
  assert.equal(exit, '0 exit 1');
});
