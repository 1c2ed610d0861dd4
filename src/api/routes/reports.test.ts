import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { DAY } from '../../lib/duration.ts';
import { NO_RUNS } from '../../execution/run-statistics.ts';
import { aCronJob, anAlert, emptyPorts, NOW, startServer } from '../testing.ts';

const TODAY = Math.floor(NOW / DAY);
const PORTS = {
  ...emptyPorts(),
  reportHeader: { title: 'Weekly batch report', organisation: 'Example Ltd', logo: null },
  cronJobs: {
    list: async () => ({ items: [aCronJob(), aCronJob({ id: 2, name: 'export' })], total: 2 }),
    get: async (_namespace: string, name: string) => (name === 'backup' ? aCronJob() : null),
  },
  alerts: { ...emptyPorts().alerts, list: async () => ({ items: [anAlert()], total: 1 }) },
  dailyStatistics: {
    ...emptyPorts().dailyStatistics,
    ofDays: async () => [
      { ...NO_RUNS, day: TODAY, manual: 0, missed: 0, finished: 4, succeeded: 3, p50DurationMs: 90_000 },
    ],
  },
};

test('the report of a CronJob has its numbers, its charts and its alerts', async () => {
  await using server = await startServer(PORTS);
  const response = await fetch(`${server.origin}/api/v1/export/report.pdf?cronjob=shop/backup&days=7`);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.match(response.headers.get('content-disposition')!, /punctual-report-2026-01-31\.pdf/);
  const text = textOf(Buffer.from(await response.arrayBuffer()));
  for (const part of [
    'Example Ltd',
    'Weekly batch report',
    'shop/backup',
    '75.0 %',
    'Duration of successful runs by day',
    'Health by day',
    'shop/backup failed',
    'still active',
    'Page 1 of 2',
  ]) {
    assert.ok(text.includes(part), `${part} is missing`);
  }
});

test('the report of many has a line for each and no durations by day', async () => {
  await using server = await startServer(PORTS);
  const response = await fetch(`${server.origin}/api/v1/export/report.pdf?title=Mine`);
  const text = textOf(Buffer.from(await response.arrayBuffer()));
  assert.ok(text.includes('All CronJobs') && text.includes('Mine') && text.includes('export'));
  assert.ok(!text.includes('Duration of successful runs'));
});

const REFUSED = [
  { query: 'cronjob=shop/nothing', status: 404 },
  { query: 'monitor=shop/nothing', status: 404 },
  { query: 'cronjob=backup', status: 400 },
  { query: 'days=8', status: 400 },
];
for (const { query, status } of REFUSED) {
  test(`a report with ${query} is ${status}`, async () => {
    await using server = await startServer(PORTS);
    const response = await fetch(`${server.origin}/api/v1/export/report.pdf?${query}`);
    assert.equal(response.status, status);
  });
}

/** The texts of a PDF of pdfkit, whose pages are deflated and whose letters are hexadecimal. */
function textOf(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  const pages = [...source.matchAll(/stream\n([^]*?)\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [...pages.join('\n').matchAll(/\[(.*?)\] TJ/g)]
    .map(([, line]) =>
      [...line!.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}
