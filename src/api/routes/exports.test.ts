import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NO_RUNS } from '../../execution/run-statistics.ts';
import { DAY } from '../../lib/duration.ts';
import type { ExportedExecution } from '../answer/execution-columns.ts';
import { anExported, endless, nextChunk, open } from '../testing-export.ts';
import { send } from '../testing-send.ts';
import { aChannelEntry, aCronJob, aMonitor, anAlert, emptyPorts, NOW, startServer } from '../testing.ts';
import type { ExportReader } from './exports.ts';

const EXECUTIONS = '/api/v1/export/executions';
const ALERTS = '/api/v1/export/alerts';
const DELIVERIES = '/api/v1/export/deliveries';
const HEADER =
  'Execution ID,Namespace,CronJob,Job,Status,Start Time,Completion Time,Duration,Exit Code,Reason\r\n';

describe('the export of executions', () => {
  test('is a CSV file with a header row and a row for each run', async () => {
    const pages = [
      [anExported(), anExported({ outcome: 'failed', exitCode: -1, reason: '=cmd()', durationMs: 850 })],
      [anExported({ jobUid: 'uid-3' })],
    ];
    await using server = await startServer({ exports: exporting(pages) });
    const answer = await send(server.origin, EXECUTIONS);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(
      answer.headers['content-disposition'],
      'attachment; filename="punctual-executions-2026-01-31.csv"',
    );
    const times = '2026-01-31T11:00:00Z,2026-01-31T11:04:05Z';
    assert.equal(
      answer.body,
      `${HEADER}uid-1,shop,backup,backup-1,success,${times},4m5s,0,\r\n` +
        `uid-1,shop,backup,backup-1,failed,${times},850ms,-1,'=cmd()\r\n` +
        `uid-3,shop,backup,backup-1,success,${times},4m5s,0,\r\n`,
    );
  });

  test('is the header row alone where nothing matches', async () => {
    await using server = await startServer();
    assert.equal((await send(server.origin, EXECUTIONS)).body, HEADER);
  });

  test('is chosen by namespace, CronJob and start', async () => {
    const asked: unknown[] = [];
    const { exports } = emptyPorts();
    await using server = await startServer({
      exports: {
        ...exports,
        executions: (filter) => {
          asked.push(filter);
          return exports.executions(filter);
        },
      },
    });
    await send(server.origin, `${EXECUTIONS}?namespace=shop&cronjob=backup&from=2026-01-30T12:00:00Z`);
    await send(server.origin, `${EXECUTIONS}?to=2026-01-31T12:00:00Z`);
    assert.deepEqual(asked, [{ namespace: 'shop', cronJob: 'backup', from: NOW - DAY }, { to: NOW }]);
  });

  test('is chosen by outcome, and by state and name of the CronJob', async () => {
    let asked: unknown;
    const { exports } = emptyPorts();
    await using server = await startServer({
      exports: {
        ...exports,
        executions: (filter) => {
          asked = filter;
          return exports.executions(filter);
        },
      },
    });
    await send(server.origin, `${EXECUTIONS}?status=failed&state=suspended&search=back`);
    assert.deepEqual(asked, { outcome: 'failed', state: 'suspended', search: 'back' });
    assert.equal((await send(server.origin, `${EXECUTIONS}?state=ill`)).status, 400);
  });

  for (const query of ['from=yesterday', 'namespace=', 'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z']) {
    test(`refuses ${query}`, async () => {
      await using server = await startServer();
      const answer = await send(server.origin, `${EXECUTIONS}?${query}`);
      assert.equal(answer.status, 400);
      assert.equal(JSON.parse(answer.body).error, 'bad_request');
    });
  }

  test('has no HEAD, which would read the whole table for nobody', async () => {
    const reader = endless({ rows: 1_000 });
    await using server = await startServer({ exports: reader });
    const answer = await send(server.origin, EXECUTIONS, { method: 'HEAD' });
    assert.equal(answer.status, 404);
    assert.equal(reader.pages(), 0);
  });

  test('is a 500 like any other, and no file, when the first page cannot be read', async () => {
    await using server = await startServer({
      exports: {
        ...emptyPorts().exports,
        // oxlint-disable-next-line eslint/require-yield -- it fails before it has anything
        executions: async function* () {
          throw new Error('disk I/O error');
        },
      },
    });
    const answer = await send(server.origin, EXECUTIONS);
    assert.equal(answer.status, 500);
    assert.equal(JSON.parse(answer.body).error, 'internal_error');
    assert.equal(answer.headers['content-disposition'], undefined);
  });

  test('breaks off when a later page cannot be read: half a table must not pass for a whole one', async () => {
    await using server = await startServer({
      exports: {
        ...emptyPorts().exports,
        executions: async function* () {
          yield [anExported()];
          throw new Error('disk I/O error');
        },
      },
    });
    await assert.rejects(fetch(server.origin + EXECUTIONS).then((response) => response.text()));
  });
});

describe('the export of alerts', () => {
  test('is a CSV file of their history', async () => {
    const exports: ExportReader = {
      ...emptyPorts().exports,
      alerts: async function* () {
        yield [anAlert({ message: 'a, "b"\nc', resolvedAt: NOW, resolution: 'A run succeeded.' })];
      },
    };
    await using server = await startServer({ exports });
    const { body } = await send(server.origin, ALERTS);
    assert.equal(
      body,
      'Alert ID,Namespace,CronJob,Type,Reason,Severity,Title,Message,Job,Occurrences,Created At,' +
        'Resolved At,Resolution,Acknowledged At,Acknowledged By,Acknowledge Comment,Suggested Fix\r\n' +
        'alert-1,shop,backup,failure,JobFailed,critical,shop/backup failed,"a, ""b""\nc",' +
        'backup-29496240,1,2026-01-31T11:59:00Z,2026-01-31T12:00:00Z,A run succeeded.,,,,\r\n',
    );
  });

  test('takes the filters of the list', async () => {
    let asked: unknown;
    const { exports } = emptyPorts();
    await using server = await startServer({
      exports: {
        ...exports,
        alerts: (filter) => {
          asked = filter;
          return exports.alerts(filter);
        },
      },
    });
    const query = 'type=failure&severity=critical&active=false&cronjob=backup&namespace=shop';
    await send(server.origin, `${ALERTS}?${query}`);
    assert.deepEqual(asked, {
      namespace: 'shop',
      cronJob: 'backup',
      type: 'failure',
      severity: 'critical',
      active: false,
    });
    assert.equal((await send(server.origin, `${ALERTS}?type=all`)).status, 400);
  });
});

describe('the export of messages', () => {
  const HEAD =
    'Delivery ID,Channel,Event,State,Alert ID,Severity,Namespace,CronJob,Title,Created At,Sent At,Attempts,' +
    'Last Status,Last Latency ms,Last Error,Reason,Note,Times,Joined Into\r\n';

  test('is a CSV file with a row for each alert and channel', async () => {
    const error = 'the receiver answered HTTP 503: "=1+1"';
    const exports: ExportReader = {
      ...emptyPorts().exports,
      deliveries: async function* () {
        const tries = [{ at: NOW, status: 503, latencyMs: 20, error }];
        yield [aChannelEntry({ attempts: 1, lastError: error, tries, digestId: 'd1' })];
      },
    };
    await using server = await startServer({ exports });
    const { body } = await send(server.origin, DELIVERIES);
    assert.equal(
      body,
      `${HEAD}delivery-1,ops,firing,pending,alert-1,critical,shop,backup,shop/backup failed,` +
        '2026-01-31T12:00:00Z,,1,503,20,"the receiver answered HTTP 503: ""=1+1""",,,1,d1\r\n',
    );
  });

  test('is of one channel, one state and a time when asked for', async () => {
    let asked: unknown;
    const { exports } = emptyPorts();
    await using server = await startServer({
      exports: {
        ...exports,
        deliveries: (filter) => {
          asked = filter;
          return exports.deliveries(filter);
        },
      },
    });
    const query = 'channel=ops&state=rejected&from=2026-01-31T12:00:00Z';
    assert.equal((await send(server.origin, `${DELIVERIES}?${query}`)).body, HEAD);
    assert.deepEqual(asked, { channel: 'ops', state: 'rejected', from: NOW });
    assert.equal((await send(server.origin, `${DELIVERIES}?state=lost`)).status, 400);
  });
});

describe('the exports of lists', () => {
  test('have a row for each CronJob that the filters leave, without a rate where nothing ran', async () => {
    let asked: unknown;
    await using server = await startServer({
      cronJobs: {
        ...emptyPorts().cronJobs,
        list: async (filter) => {
          asked = filter;
          return { items: [aCronJob({ name: '=new', statistics: NO_RUNS, nextRunAt: null })], total: 1 };
        },
      },
    });
    const query = 'namespace=shop&state=healthy&search=new&monitor=shop/all';
    const { body } = await send(server.origin, `/api/v1/export/cronjobs?${query}`);
    assert.deepEqual(asked, {
      namespace: 'shop',
      state: 'healthy',
      search: 'new',
      monitor: { namespace: 'shop', name: 'all' },
    });
    const [header, row] = body.split('\r\n').map((line) => line.split(','));
    const cells = Object.fromEntries(header!.map((name, index) => [name, row![index]]));
    assert.equal(cells['CronJob'], "'=new");
    assert.equal(cells['Success Rate'], '');
    assert.equal(cells['Executions'], '0');
    assert.equal(cells['Next Run'], '');
  });

  test('have a row for each monitor', async () => {
    const monitor = aMonitor({ cronJobCount: 3, healthy: 1, warning: 0, critical: 2 });
    await using server = await startServer({
      monitors: { ...emptyPorts().monitors, list: async () => [monitor] },
    });
    const { body } = await send(server.origin, '/api/v1/export/monitors');
    assert.match(body, /^Namespace,Monitor,CronJobs,Healthy,Warning,Critical,Ready\r\n/);
    assert.match(body, new RegExp(`\r\n${monitor.namespace},${monitor.name},3,1,0,2,True\r\n$`));
  });
});

describe('a long export', () => {
  const ROWS = 200_000;

  test('needs no more memory for its last row than for its first', async () => {
    await using server = await startServer({ exports: endless({ rows: ROWS }) });
    const response = await open(server.origin);
    const heap: number[] = [];
    let rows = 0;
    for await (const chunk of response) {
      for (const byte of chunk as Buffer) if (byte === 0x0a) rows++;
      if (rows > (heap.length + 1) * 20_000) heap.push(heapUsed());
    }
    assert.equal(rows, ROWS + 1);
    const growth = Math.max(...heap) - heap[0]!;
    // The table itself has 25 MB.
    assert.ok(growth < 3_000_000, `the heap grew by ${growth} bytes`);
  });

  for (const encoding of ['identity', 'gzip']) {
    test(`waits for its reader (${encoding})`, async () => {
      const reader = endless({ rows: Number.POSITIVE_INFINITY });
      await using server = await startServer({ exports: reader });
      const response = await open(server.origin, { encoding });
      response.pause();
      await settled(() => reader.pages());
      const whileStalled = reader.pages();
      for (let chunk = 0; chunk < 200; chunk++) await nextChunk(response);
      await settled(() => reader.pages());
      assert.ok(reader.pages() > whileStalled, 'it goes on when the reader does');
      response.destroy();
    });

    test(`reads no further when its reader has gone (${encoding})`, async () => {
      const reader = endless({ rows: Number.POSITIVE_INFINITY });
      await using server = await startServer({ exports: reader });
      const response = await open(server.origin, { encoding });
      await nextChunk(response);
      response.destroy();
      await reader.ended;
    });
  }

  test('does not hold up the end of the server when its reader has stalled', async () => {
    const reader = endless({ rows: Number.POSITIVE_INFINITY });
    const server = await startServer({ exports: reader });
    const response = await open(server.origin);
    response.pause();
    response.on('error', () => undefined);
    await settled(() => reader.pages());
    await server[Symbol.asyncDispose]();
    await reader.ended;
  });
});

function exporting(pages: readonly (readonly ExportedExecution[])[]): ExportReader {
  return {
    ...emptyPorts().exports,
    executions: async function* () {
      yield* pages;
    },
  };
}

/** Resolves once `value` has stayed the same for many turns of the event loop. */
async function settled(value: () => number): Promise<void> {
  let last = -1;
  for (let same = 0; same < 200;) {
    await new Promise(setImmediate);
    same = value() === last ? same + 1 : 0;
    last = value();
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
