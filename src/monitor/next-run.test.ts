import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CronJob } from '../execution/cron-job.ts';
import { aCronJob } from '../execution/testing.ts';
import { findZone, UTC, type Zone } from '../schedule/zone.ts';
import { nextRunAt } from './next-run.ts';
import { timetableOf } from './timetable-of.ts';

const NOW = Date.UTC(2026, 0, 10, 12);

function nextOf(cronJob: CronJob, controllerZone: Zone): number | null {
  return nextRunAt(cronJob, timetableOf({ read: null }, cronJob, controllerZone), NOW);
}

const CASES: readonly {
  readonly name: string;
  readonly given: Partial<CronJob>;
  readonly next: number | null;
}[] = [
  { name: 'the next slot of the schedule', given: {}, next: Date.UTC(2026, 0, 11, 3) },
  { name: 'in its own time zone', given: { timeZone: 'Asia/Tokyo' }, next: Date.UTC(2026, 0, 10, 18) },
  { name: 'none while it is suspended', given: { suspend: true }, next: null },
  { name: 'none of a schedule that cannot be read', given: { schedule: 'daily' }, next: null },
  { name: 'none in a zone that there is not', given: { timeZone: 'Mars/Base' }, next: null },
  { name: 'none of a date that never comes', given: { schedule: '0 0 31 2 *' }, next: null },
  {
    name: '@every counts from the last slot, however long ago',
    given: { schedule: '@every 7h', lastScheduledFor: Date.UTC(2026, 0, 9, 12) },
    next: Date.UTC(2026, 0, 10, 16),
  },
  {
    name: '@every counts from the creation before the first slot',
    given: { schedule: '@every 7h', createdAt: Date.UTC(2026, 0, 10, 11) },
    next: Date.UTC(2026, 0, 10, 18),
  },
];

describe('nextRunAt', () => {
  for (const { name, given, next } of CASES) {
    it(name, () => assert.equal(nextOf(aCronJob(given), UTC), next));
  }

  it("in the controller's time zone where the CronJob names none", () => {
    const berlin = findZone('Europe/Berlin')!;
    assert.equal(nextOf(aCronJob(), berlin), Date.UTC(2026, 0, 11, 2));
  });
});
