import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from './report.ts';
import { ReportPress } from './report-press.ts';
import { textOfPdf } from './testing-pdf.ts';

const REPORT: Report = {
  title: 'Report',
  organisation: null,
  logo: null,
  subject: 'All CronJobs',
  from: 0,
  to: Date.UTC(2026, 0, 31),
  summary: [],
  days: [{ date: '2026-01-30', runs: 2, failed: 1, p50Duration: 0, p95Duration: 0 }],
  durations: null,
  cronJobs: [],
  alerts: [],
  moreCronJobs: 0,
  moreAlerts: 0,
};

test('a report that cannot be drawn says why, and holds up none of those after it', async () => {
  const press = new ReportPress();
  const [broken, first, second] = await Promise.allSettled([
    press.print({ ...REPORT, summary: null } as unknown as Report),
    press.print({ ...REPORT, subject: 'the first' }),
    press.print({ ...REPORT, subject: 'the second' }),
  ]);
  assert.equal(broken.status, 'rejected');
  assert.match(String(broken.reason), /TypeError/);
  for (const [printed, subject] of [[first, 'the first'] as const, [second, 'the second'] as const]) {
    assert.equal(printed.status, 'fulfilled');
    assert.ok(textOfPdf(Buffer.from(printed.value)).includes(subject));
  }
});
