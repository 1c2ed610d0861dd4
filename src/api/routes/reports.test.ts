import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY } from '../../lib/duration.ts';
import { A_JPEG, aPng } from '../../lib/testing-images.ts';
import { NO_RUNS } from '../../execution/run-statistics.ts';
import { textOfPdf } from '../report/testing-pdf.ts';
import { aCronJob, aMonitor, anAlert, emptyPorts, NOW, startServer } from '../testing.ts';

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
  const text = textOfPdf(Buffer.from(await response.arrayBuffer()));
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

test('letters of other scripts are in a report as they are, in embedded fonts', async () => {
  const title = 'Łódź, Ωμέγα, Жук – “ночной” отчёт…';
  await using server = await startServer({
    ...PORTS,
    reportHeader: { ...PORTS.reportHeader, organisation: 'Škoda Öğ' },
  });
  const query = new URLSearchParams({ cronjob: 'shop/backup', title });
  const pdf = await download(server.origin, query);
  const text = textOfPdf(pdf);
  assert.ok(text.includes(title) && text.includes('Škoda Öğ'), text.slice(0, 200));
  assert.match(pdf.toString('latin1'), /\/FontFile2 /);
  assert.ok(!pdf.toString('latin1').includes('/Helvetica'), 'a font of the reader is used');
  assert.ok(pdf.length < 100_000, `${pdf.length} bytes`);
});

const LOGOS: readonly { readonly name: string; readonly logo: Uint8Array }[] = [
  { name: 'PNG', logo: aPng(40, 20, 128) },
  { name: 'JPEG', logo: A_JPEG },
];
for (const { name, logo } of LOGOS) {
  test(`a ${name} logo is drawn at the head of a report`, async () => {
    await using server = await startServer({ ...PORTS, reportHeader: { ...PORTS.reportHeader, logo } });
    const source = (await download(server.origin, new URLSearchParams())).toString('latin1');
    assert.match(source, /\/Subtype \/Image/);
    assert.ok(textOfPdf(Buffer.from(source, 'latin1')).includes('Weekly batch report'));
  });
}

test('a regression is told with what is allowed, and drawn against its baseline', async () => {
  const durations = (p95DurationMs: number) => ({
    ...NO_RUNS,
    finished: 30,
    succeeded: 30,
    p50DurationMs: 1,
    p95DurationMs,
  });
  const between = async (_id: number, from: number) => durations(from < NOW - DAY ? 100_000 : 180_000);
  await using server = await startServer({
    ...PORTS,
    dailyStatistics: { ...PORTS.dailyStatistics, between },
  });
  const text = textOfPdf(await download(server.origin, new URLSearchParams({ cronjob: 'shop/backup' })));
  assert.match(
    text,
    /Slower: the P95 of the last 24 hours is 80 % above that of the 14 days before; the default allows 50 %\./,
  );
  assert.match(text, /Dotted: P95 of the 14 days before/);
});

test('the report of many has a line for each and no durations by day', async () => {
  await using server = await startServer(PORTS);
  const response = await fetch(`${server.origin}/api/v1/export/report.pdf?title=Mine`);
  const text = textOfPdf(Buffer.from(await response.arrayBuffer()));
  assert.ok(text.includes('All CronJobs') && text.includes('Mine') && text.includes('export'));
  assert.ok(!text.includes('Duration of successful runs'));
});

describe('the report of a monitor is of its CronJobs, their runs and their alerts', () => {
  const CASES = [
    {
      name: 'named with its namespace',
      monitor: 'shop/nightly',
      filter: { namespace: 'shop', name: 'nightly' },
    },
    {
      name: 'named alone, in whatever namespaces',
      monitor: 'nightly',
      filter: { namespace: null, name: 'nightly' },
    },
  ];
  for (const { name, monitor, filter } of CASES) {
    test(name, async () => {
      const asked: unknown[] = [];
      const ask = (one: { readonly monitor?: unknown }) => void asked.push(one.monitor);
      await using server = await startServer({
        ...PORTS,
        monitors: { ...PORTS.monitors, list: async () => [aMonitor()] },
        cronJobs: { ...PORTS.cronJobs, list: async (one) => (ask(one), { items: [aCronJob()], total: 1 }) },
        timeline: { ...PORTS.timeline, density: async (one: object) => (ask(one), []) },
        alerts: { ...PORTS.alerts, list: async (one) => (ask(one), { items: [], total: 0 }) },
      });
      const text = textOfPdf(await download(server.origin, new URLSearchParams({ monitor })));
      assert.ok(text.includes(`Monitor ${monitor}`), text.slice(0, 200));
      assert.deepEqual(asked, [filter, filter, filter]);
    });
  }
});

const REFUSED = [
  { query: 'cronjob=shop/nothing', status: 404 },
  { query: 'monitor=shop/nothing', status: 404 },
  { query: 'monitor=nothing', status: 404 },
  { query: 'monitor=a/b/c', status: 400 },
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

async function download(origin: string, query: URLSearchParams): Promise<Buffer> {
  const response = await fetch(`${origin}/api/v1/export/report.pdf?${query.toString()}`);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}
