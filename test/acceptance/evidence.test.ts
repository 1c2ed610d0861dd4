import { executions, onlyRun, webhookMessages } from './expect.ts';
import { channel, cronJob, failing, type Manifest, monitor } from './manifests.ts';
import { at, between, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

/** Once, at five minutes past the start; the next slot is an hour later. */
const ONCE = '5 * * * *';

function create(manifest: Manifest) {
  return at('1s', (world) => world.create(manifest));
}

/** What a container prints that fails after ten seconds. */
function printing(text: string) {
  return { durationMs: 10_000, exitCode: 3, log: [{ atMs: 0, text }] };
}

/** Somewhat more than 100 KB. */
const LONG = `the first line\n${'x'.repeat(99)}\n`.concat(`${'y'.repeat(99)}\n`.repeat(1_500), 'the end\n');

/** More lines than are asked for at the end of a log. */
const MANY_LINES = `the first line\n${`${'z'.repeat(29)}\n`.repeat(8_000)}the end\n`;

timeline('a long log keeps its beginning and its end, and says how much is missing between', [
  create(cronJob('chatty', { schedule: ONCE, script: printing(LONG) })),
  between(
    '5m',
    '6m',
    'both ends',
    onlyRun('chatty', {
      logs: [
        {
          truncated: true,
          text: /^the first line\nx+\ny+\n[^]*\[… 47\.\dKB cut out here …\]\ny+\n[^]*\nthe end\n$/,
        },
      ],
    }),
  ),
]);

timeline('a log that the kubelet is not asked to read whole keeps both ends too', [
  create(cronJob('endless', { schedule: ONCE, script: printing(MANY_LINES) })),
  between(
    '5m',
    '6m',
    'both ends',
    onlyRun('endless', {
      logs: [
        {
          truncated: true,
          text: /^the first line\n[^]*\[… more than \d+(\.\d)?[KM]B cut out here …\]\n[^]*\nthe end\n$/,
        },
      ],
    }),
  ),
]);

timeline('a monitor says how much of a log is kept, and whether any', [
  create(monitor('small', [], { selector: { matchNames: ['small'] }, dataRetention: { maxLogSizeKB: 1 } })),
  create(
    monitor('none', [], {
      selector: { matchNames: ['none'] },
      dataRetention: { storeLogs: false, storeEvents: false },
    }),
  ),
  create(cronJob('small', { schedule: ONCE, script: printing(LONG) })),
  create(cronJob('none', { schedule: ONCE, script: printing(LONG) })),
  between('5m', '6m', 'a kilobyte', onlyRun('small', { logs: [{ text: /^[^]{900,1100}$/ }] })),
  throughout('6m', '7m', 'nothing', onlyRun('none', { logs: [], events: [] })),
]);

timeline('what is no text, and what is secret, is kept in a form that can be read', [
  create(
    cronJob('odd', {
      schedule: ONCE,
      script: {
        ...printing('a\0b\ncurl -u ann:hunter2 https://ann:hunter2@example.org\nDB_PASSWORD=hunter2\n'),
        message: 'login with password=hunter2 failed\0',
      },
    }),
  ),
  between(
    '5m',
    '6m',
    'the log',
    onlyRun('odd', {
      logs: [
        {
          text: 'a␀b\ncurl -u [redacted] https://[redacted]@example.org\nDB_PASSWORD=[redacted]\n',
        },
      ],
      attempts: [{ message: 'login with password=[redacted] failed␀' }],
      containers: [{ message: 'login with password=[redacted] failed␀' }],
    }),
  ),
]);

timeline('a Job that is deleted with its Pod as soon as it ended is recorded with its log', [
  at('0s', async (world) => {
    await world.create(...channel('hook', 'webhook', world.receiver.url));
    await world.create(monitor('all', ['hook']));
  }),
  create(
    cronJob('fleeting', { schedule: ONCE, script: failing(3), jobSpec: { ttlSecondsAfterFinished: 0 } }),
  ),
  between('5m5s', '5m15s', 'a failed run', executions('fleeting', [{ status: 'failed', exitCode: 3 }])),
  throughout('5m15s', '6m', 'its log', onlyRun('fleeting', { logs: [{ text: 'hello\noops\n' }] })),
  throughout('5m15s', '6m', 'an alarm with it', webhookMessages('hook', [{ logs: 'hello\noops' }])),
  throughout('5m15s', '6m', 'no Job left', async (world) =>
    countJobs(world) === 0 ? null : 'there still was one',
  ),
]);

function countJobs({ sandbox }: World): number {
  return [...sandbox.cluster.list(sandbox.cluster.findType('batch', 'jobs')!, 'default')].length;
}
