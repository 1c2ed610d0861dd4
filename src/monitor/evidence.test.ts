import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import { VirtualClock } from '../lib/virtual-clock.ts';
import { EvidenceCollector, type SavedEvidence } from './evidence.ts';
import type { ClusterEvent, EvidenceCluster, PodLogRequest } from './evidence-fetcher.ts';
import { evidencePolicy } from './evidence-policy.ts';
import { aContainer, aJob, anExit, aPod } from '../execution/testing.ts';
import { aLog, anEndedPod, until } from './testing.ts';
import { EMPTY_ATTEMPT_LOG, observePod } from '../execution/attempt-log.ts';
import type { Pod } from '../execution/pod.ts';

const NOT_FOUND = Object.assign(new Error('pods "p" not found'), { code: 404 });

const NOTHING_SAVED: SavedEvidence = { logs: [], hasEvents: false };
const POLICY = () => evidencePolicy([]);

function aCollector(
  cluster: Partial<EvidenceCluster>,
  deadlineMs = 5_000,
  saved: SavedEvidence = NOTHING_SAVED,
) {
  const logs: CapturedLog[] = [];
  const events: CapturedEvent[] = [];
  const settled: string[] = [];
  const log = aLog();
  const clock = new VirtualClock(1_000);
  const collector = new EvidenceCollector({
    cluster: {
      podLog: async () => ({ text: 'boom\n', truncated: false }),
      podLogHead: async () => 'begin\n',
      eventsAbout: async () => [],
      ...cluster,
    },
    store: {
      saveLog: async (captured) => logs.push(captured),
      saveEvents: async (_jobUid, captured) => events.push(...captured),
      savedOf: async () => saved,
    },
    clock,
    log,
    onSettled: (jobUid) => settled.push(jobUid),
    deadlineMs,
  });
  const settle = () => until(() => collector.idle());
  return { collector, clock, logs, events, settled, log, settle };
}

function seen(...pods: readonly Pod[]) {
  return pods.reduce(observePod, EMPTY_ATTEMPT_LOG);
}

const failedPod = seen(anEndedPod(1, 5, { uid: 'p1', name: 'pod-1' }));

function anEvent(eventUid: string): ClusterEvent {
  const about = { objectKind: 'Pod', objectName: 'pod-1', count: 3, firstAt: 1, lastAt: 2 };
  return { eventUid, type: 'Warning', reason: 'BackOff', message: 'token=abc', ...about };
}

describe('EvidenceCollector', () => {
  it('saves the log of a failed container once, with its secrets redacted', async () => {
    let asked = 0;
    const { collector, logs, settled, settle } = aCollector({
      podLog: async () => {
        asked += 1;
        return { text: 'connect\npassword=hunter2\n', truncated: false };
      },
    });
    collector.captureLogs('j1', failedPod, POLICY);
    collector.captureLogs('j1', failedPod, POLICY);
    assert.equal(collector.pending('j1'), true);
    await settle();
    assert.equal(asked, 1);
    assert.deepEqual(logs, [
      {
        jobUid: 'j1',
        podUid: 'p1',
        podName: 'pod-1',
        container: 'backup',
        restartCount: 0,
        text: 'connect\npassword=[redacted]\n',
        truncated: false,
        capturedAt: 1_000,
      },
    ]);
    assert.equal(collector.pending('j1'), false);
    assert.deepEqual(settled, ['j1']);
  });

  it('keeps the previous log of a restarted container rather than what may be the next run', async () => {
    const { collector, logs, settle } = aCollector({
      podLog: async ({ previous }) => ({
        text: previous ? 'the run itself' : 'perhaps the next',
        truncated: false,
      }),
    });
    const ended = aPod({ containers: [aContainer({ state: anExit(1, 5) })] });
    collector.captureLogs('j1', seen(ended), POLICY);
    const state = { kind: 'running', startedAt: 0 } as const;
    const container = aContainer({ restartCount: 1, state, lastTerminated: anExit(1, 5) });
    const restarted = seen(ended, aPod({ containers: [container] }));
    collector.captureLogs('j1', restarted, POLICY);
    collector.captureLogs('j1', restarted, POLICY);
    await settle();
    assert.deepEqual(
      logs.map(({ restartCount, text }) => ({ restartCount, text })),
      [
        { restartCount: 0, text: 'perhaps the next' },
        { restartCount: 0, text: 'the run itself' },
      ],
    );
  });

  it('takes a Pod that is gone for one without a log, and says nothing', async () => {
    const { collector, logs, settled, log, settle } = aCollector({ podLog: () => Promise.reject(NOT_FOUND) });
    collector.captureLogs('j1', failedPod, POLICY);
    await settle();
    assert.deepEqual([logs, settled, log.lines], [[], ['j1'], []]);
  });

  it('gives up a request that does not answer, and warns', async () => {
    const { collector, log, settled, settle } = aCollector({ podLog: () => new Promise(() => {}) }, 5);
    collector.captureLogs('j1', failedPod, POLICY);
    await settle();
    assert.deepEqual(settled, ['j1']);
    assert.deepEqual(
      log.lines.map((line) => line.message),
      ['evidence could not be fetched'],
    );
  });

  it('asks the cluster for no more than eight things at once', async () => {
    let running = 0;
    let most = 0;
    const { collector, logs, settle } = aCollector({
      podLog: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return { text: 'x', truncated: false };
      },
    });
    for (let n = 0; n < 30; n++)
      collector.captureLogs(`j${n}`, seen(anEndedPod(1, 5, { uid: `p${n}` })), POLICY);
    await settle();
    assert.equal(most, 8);
    assert.equal(logs.length, 30);
  });

  it('keeps the first 25 KB and the last 75 KB of a long log, and says what is missing', async () => {
    const asked: object[] = [];
    const { collector, logs, settle } = aCollector({
      podLog: async ({ limitBytes }) => ({
        text: `${'x'.repeat(99)}\n`.repeat(limitBytes / 100),
        truncated: true,
        omittedBytes: 1_000_000,
      }),
      podLogHead: async (request) => {
        asked.push(request);
        return `password=hunter2\n${`${'y'.repeat(99)}\n`.repeat(800)}`;
      },
    });
    collector.captureLogs('j1', failedPod, POLICY);
    await settle();
    const { text, truncated } = logs[0]!;
    assert.match(text, /^password=\[redacted\]\ny+\n[^]*y\n\[… 1.1MB cut out here …\]\nx+\n[^]*x\n$/);
    assert.ok(text.length > 102_000 && text.length < 102_500, `${text.length}`);
    assert.equal(truncated, true);
    assert.deepEqual(asked, [
      { namespace: 'payments', pod: 'pod-1', container: 'backup', previous: false, limitBytes: 91_136 },
    ]);
  });

  it('asks for no beginning where the log may be shorter than the cap', async () => {
    const { collector, logs, settle } = aCollector({
      podLog: async () => ({ text: 'x\n'.repeat(5_000), truncated: true, omittedBytes: null }),
      podLogHead: () => Promise.reject(new Error('was asked')),
    });
    collector.captureLogs('j1', failedPod, POLICY);
    await settle();
    assert.match(logs[0]!.text, /^\[… cut out here …\]\nx\n/);
  });

  it('keeps what is no text in a form that every database takes', async () => {
    const { collector, logs, settle } = aCollector({
      podLog: async () => ({ text: 'a\0b\ud800', truncated: false }),
    });
    collector.captureLogs('j1', failedPod, POLICY);
    await settle();
    assert.equal(logs[0]!.text, 'a␀b\ufffd');
  });

  it('keeps no more of a log than the monitors want, and none where they want none', async () => {
    const { collector, logs, events, settle } = aCollector({
      podLog: async () => ({ text: 'line\n'.repeat(1_000), truncated: false }),
      eventsAbout: async () => [anEvent('e')],
    });
    collector.captureLogs('j1', failedPod, () => ({ ...POLICY(), maxLogBytes: 1_024 }));
    collector.captureLogs('j2', failedPod, () => ({ ...POLICY(), storeLogs: false }));
    collector.captureEvents(aJob(), failedPod, () => ({ ...POLICY(), storeEvents: false }));
    await settle();
    assert.deepEqual([logs.map(({ jobUid }) => jobUid), events], [['j1'], []]);
    assert.ok(logs[0]!.text.length < 1_100);
  });

  it('fetches nothing again that was saved before a restart, but for what is surer now', async () => {
    const saved = (certainty: 'likely' | 'certain'): SavedEvidence => ({
      logs: [{ podUid: 'p1', container: 'backup', restartCount: 0, certainty }],
      hasEvents: true,
    });
    for (const [certainty, asked] of [
      ['certain', 0],
      ['likely', 1],
    ] as const) {
      const { collector, clock, logs, events, settled, settle } = aCollector(
        { eventsAbout: async () => [anEvent('e')] },
        5_000,
        saved(certainty),
      );
      const job = aJob({ uid: 'j1' });
      collector.captureLogs('j1', failedPod, POLICY);
      collector.captureEvents(job, failedPod, POLICY);
      await settle();
      assert.deepEqual([logs.length, events.length, settled], [asked, 0, ['j1']]);
      // Of the events some may be new, for which nobody waits.
      await clock.runUntil(10_000, settle);
      assert.equal(events.length, 2);
    }
  });

  it('asks why a run does not start, again after a while, and holds no run up for it', async () => {
    let asked = 0;
    const { collector, clock, settled, settle } = aCollector({
      eventsAbout: async ({ kind }) => (kind === 'Job' ? [anEvent(`e${++asked}`)] : []),
    });
    const job = aJob({ uid: 'j1' });
    collector.captureStartEvents(job, seen());
    collector.captureStartEvents(job, seen());
    assert.equal(collector.pending('j1'), false);
    await settle();
    assert.deepEqual(
      collector.startEvents('j1').map(({ message }) => message),
      ['token=[redacted]'],
    );
    assert.deepEqual([asked, settled], [1, ['j1']]);
    await clock.runUntil(500_000, settle);
    collector.captureStartEvents(job, seen());
    await settle();
    assert.equal(asked, 2);
  });

  it('saves the events about a failed Job and its Pods, and those that come a little later', async () => {
    const asked: string[] = [];
    const { collector, clock, events, settled, settle } = aCollector({
      eventsAbout: async ({ kind, name }) => {
        asked.push(`${kind}/${name}`);
        if (kind === 'Job') throw NOT_FOUND;
        return [anEvent(asked.length > 2 ? 'late' : 'early')];
      },
    });
    const job = aJob({ uid: 'j1', name: 'job-1' });
    collector.captureEvents(job, failedPod, POLICY);
    collector.captureEvents(job, failedPod, POLICY);
    await settle();
    assert.deepEqual(asked, ['Job/job-1', 'Pod/pod-1']);
    assert.deepEqual(
      events.map(({ jobUid, eventUid, message }) => ({ jobUid, eventUid, message })),
      [{ jobUid: 'j1', eventUid: 'early', message: 'token=[redacted]' }],
    );
    collector.forget('j1');
    await clock.runUntil(4_000, settle);
    assert.deepEqual(
      events.map(({ eventUid }) => eventUid),
      ['early', 'late'],
    );
    // The run has been recorded meanwhile; nobody waits for more of it.
    assert.deepEqual(settled, ['j1']);
  });

  it('tells a failure that goes on only once', async () => {
    const refusal = Object.assign(new Error('forbidden'), { code: 403 });
    const { collector, log, settle } = aCollector({ podLog: () => Promise.reject(refusal) });
    for (const n of [1, 2, 3]) collector.captureLogs(`j${n}`, failedPod, POLICY);
    await settle();
    assert.equal(log.lines.length, 1);
  });

  it('asks for what a container of the same Pod logs in its next run', async () => {
    const asked: PodLogRequest[] = [];
    const { collector, logs, settle } = aCollector({
      podLog: async (request) => {
        asked.push(request);
        return { text: String(asked.length), truncated: false };
      },
    });
    let log = EMPTY_ATTEMPT_LOG;
    for (const restartCount of [0, 1, 2]) {
      const state = { kind: 'waiting', reason: 'CrashLoopBackOff', message: null } as const;
      const lastTerminated = anExit(1, restartCount);
      log = observePod(log, aPod({ containers: [aContainer({ restartCount, state, lastTerminated })] }));
      collector.captureLogs('j1', log, POLICY);
    }
    await settle();
    assert.deepEqual(
      logs.map((log) => log.restartCount),
      [0, 1, 2],
    );
    assert.ok(asked.every((request) => request.previous));
  });

  it('lets go of everything when it stops', async () => {
    const { collector, settled, log, settle } = aCollector({ podLog: () => new Promise(() => {}) });
    collector.captureLogs('j1', failedPod, POLICY);
    collector.stop();
    await settle();
    assert.deepEqual([settled, log.lines], [[], []]);
  });
});
