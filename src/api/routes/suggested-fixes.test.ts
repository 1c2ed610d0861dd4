import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServerPorts } from '../server.ts';
import type { SuggestedFixResult } from '../contract/suggested-fix.ts';
import {
  aKnownCronJob,
  aLog,
  aMonitor,
  anAttempt,
  anEvent,
  anExecution,
  emptyPorts,
  startServer,
} from '../testing.ts';
import { send } from '../testing-send.ts';

const PATH = '/api/v1/suggested-fixes/test';
const ports = emptyPorts();

/** A failed run of shop/backup, which the monitor shop/nightly selects with a pattern of its own. */
function aRecordedFailure(): Partial<ServerPorts> {
  const execution = anExecution({
    outcome: 'failed',
    reason: 'BackoffLimitExceeded',
    exitCode: 3,
    attempts: [anAttempt({ exitCode: 3, reason: 'Error', signal: null })],
  });
  const suggestedFixPatterns = [
    { name: 'lock', match: { logPattern: 'lock held' }, suggestion: 'free {{ .JobName }}', priority: 5 },
  ];
  return {
    executions: { ...ports.executions, get: async (id) => (id === 'uid-1' ? execution : null) },
    evidence: {
      logsOf: async () => [aLog({ text: 'lock held by 7\nconnection refused\n' })],
      eventsOf: async () => [anEvent()],
    },
    knownCronJobs: { find: async () => aKnownCronJob({ id: 4 }) },
    monitors: {
      ...ports.monitors,
      ofCronJob: async (id) => (id === 4 ? [{ namespace: 'shop', name: 'nightly' }] : []),
      get: async (namespace, name) =>
        name === 'nightly' ? aMonitor({ namespace, spec: { alerting: { suggestedFixPatterns } } }) : null,
    },
  };
}

async function ask(
  body: object,
  given: Partial<ServerPorts> = {},
): Promise<{
  readonly status: number;
  readonly body: SuggestedFixResult & { details: object; message: string };
}> {
  await using server = await startServer(given);
  const answer = await send(server.origin, PATH, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.body) };
}

describe('the tester of suggested fixes', () => {
  test('answers the built-in fixes for a failure that is made up, the best first', async () => {
    const { status, body } = await ask({ exitCode: 137, log: 'java.lang.OutOfMemoryError' });
    assert.equal(status, 200);
    assert.deepEqual(
      body.matches.map(({ name, source, priority }) => [name, source, priority]),
      [
        ['program ran out of memory', 'builtIn', null],
        ['killed', 'builtIn', null],
      ],
    );
    assert.deepEqual(body.fix, body.matches[0]);
    assert.match(body.fix.suggestion, /kubectl -n <namespace> get cronjob <cronjob>/);
  });

  test('holds a pattern that nobody has saved against it, and tells which conditions hold', async () => {
    const pattern = { name: 'own', match: { exitCode: 3, logPattern: 'quota' }, suggestion: 'ask for more' };
    const misses = await ask({ pattern, exitCode: 3, log: 'no room' });
    assert.deepEqual(misses.body, {
      fix: null,
      matches: [],
      conditions: [
        { field: 'exitCode', holds: true },
        { field: 'logPattern', holds: false },
      ],
    });
    const hits = await ask({ pattern, exitCode: 3, log: 'over quota' });
    assert.deepEqual(hits.body.fix, {
      name: 'own',
      source: 'draft',
      monitor: null,
      priority: 0,
      suggestion: 'ask for more',
    });
  });

  test('takes the facts of a recorded run, and the patterns of its monitors', async () => {
    const { body } = await ask({ executionId: 'uid-1' }, aRecordedFailure());
    assert.deepEqual(body.fix, {
      name: 'lock',
      source: 'monitor',
      monitor: { namespace: 'shop', name: 'nightly' },
      priority: 5,
      suggestion: 'free backup-29496240',
    });
    assert.deepEqual(
      body.matches.map(({ name }) => name),
      ['lock', 'connection refused', 'retries used up'],
    );
  });

  test('lets what is given take the place of what the run tells', async () => {
    const { body } = await ask({ executionId: 'uid-1', log: '', reason: 'OOMKilled' }, aRecordedFailure());
    assert.deepEqual(
      body.matches.map(({ name }) => name),
      ['out of memory'],
    );
  });

  test('takes the patterns of the monitor that is named, without a run', async () => {
    const { body } = await ask({ monitor: 'shop/nightly', log: 'lock held' }, aRecordedFailure());
    assert.equal(body.fix?.name, 'lock');
  });

  const REFUSED: readonly {
    readonly name: string;
    readonly body: object;
    readonly status: number;
    readonly details: object;
  }[] = [
    {
      name: 'an expression that is none',
      body: { pattern: { name: 'x', match: { logPattern: '(' }, suggestion: 's' } },
      status: 400,
      details: { field: 'pattern.match.logPattern' },
    },
    {
      name: 'a pattern without a condition',
      body: { pattern: { name: 'x', match: {}, suggestion: 's' } },
      status: 400,
      details: { field: 'pattern.match' },
    },
    {
      name: 'an exit code beyond a byte',
      body: { exitCode: 256 },
      status: 400,
      details: { field: 'exitCode' },
    },
    {
      name: 'a monitor without its namespace',
      body: { monitor: 'x' },
      status: 400,
      details: { field: 'monitor' },
    },
    {
      name: 'a monitor that is not there',
      body: { monitor: 'shop/x' },
      status: 404,
      details: { namespace: 'shop', name: 'x' },
    },
    { name: 'a run that is not there', body: { executionId: 'x' }, status: 404, details: { id: 'x' } },
    {
      name: 'a body above 64 KiB',
      body: { log: 'x'.repeat(70_000) },
      status: 400,
      details: { field: 'body' },
    },
  ];
  for (const { name, body, status, details } of REFUSED) {
    test(`refuses ${name}`, async () => {
      const answer = await ask(body);
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body.details, details);
    });
  }

  test('refuses a run that did not fail, and a monitor that is not valid', async () => {
    const success = { executions: { ...ports.executions, get: async () => anExecution() } };
    assert.partialDeepStrictEqual(await ask({ executionId: 'uid-1' }, success), {
      status: 400,
      body: { details: { field: 'executionId' } },
    });
    const spec = { alerting: { alertDelay: 'soon' } };
    const invalid = { monitors: { ...ports.monitors, get: async () => aMonitor({ spec }) } };
    const { status, body } = await ask({ monitor: 'shop/nightly' }, invalid);
    assert.equal(status, 400);
    assert.match(body.message, /spec\.alerting\.alertDelay is "soon"/);
  });
});

test('the built-in fixes are listed in their order, as a monitor would spell them', async () => {
  await using server = await startServer();
  const response = await fetch(`${server.origin}/api/v1/suggested-fixes`);
  const { items } = (await response.json()) as { items: { name: string }[] };
  assert.deepEqual(items[0], {
    name: 'out of memory',
    reasons: ['OOMKilled'],
    exitCodes: [],
    signals: [],
    logPattern: null,
    eventPattern: '\\bOOMKilling\\b',
    suggestion:
      'The container needed more memory than its limit and was killed. Raise resources.limits.memory or make the ' +
      'job use less. See the limit: kubectl -n <namespace> get cronjob <cronjob> ' +
      "-o jsonpath='{.spec.jobTemplate.spec.template.spec.containers[*].resources}'",
  });
  assert.partialDeepStrictEqual(
    items.find(({ name }) => name === 'disk full'),
    { logPattern: '(?i)No space left on device|\\bENOSPC\\b|Disk quota exceeded|\\bEDQUOT\\b' },
  );
});
