import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, MINUTE } from '../lib/duration.ts';
import { UTC } from '../schedule/zone.ts';
import type { CronJob } from '../execution/cron-job.ts';
import { judgeUnheardSlot, judgeUnseenSlot } from './judge-unseen-slot.ts';
import type { StartedRun } from './started-run.ts';
import { aCronJob, T0 } from '../execution/testing.ts';
import { toTimetable } from '../schedule/timetable.ts';
import { aStartedRun } from './testing.ts';

const NOW = T0 + 6 * HOUR;

interface Case {
  readonly name: string;
  /** The CronJob before nobody watched, and what is different since. */
  readonly before?: Partial<CronJob>;
  readonly since?: Partial<CronJob>;
  /** Hours after T0 of the successes, and of the failures, that remain. */
  readonly successes?: readonly number[];
  readonly failures?: readonly number[];
  readonly runs?: readonly StartedRun[];
  /** Since when nobody watched, in hours after T0; 0 unless given. */
  readonly blindSince?: number;
  readonly becomes: string;
  readonly message?: RegExp;
}

function aRemaining(hour: number, outcome: 'success' | 'failed'): StartedRun {
  const slot = T0 + hour * HOUR;
  return aStartedRun({ slot, startedAt: slot, endedAt: slot + MINUTE, outcome });
}

/** An hourly CronJob; the slot is at T0 + 2 hours, now is T0 + 6 hours. */
const CASES: readonly Case[] = [
  {
    name: 'the last slot lies before it: nothing was started',
    since: { lastScheduledFor: T0 + HOUR },
    becomes: 'NotStarted',
  },
  {
    name: 'the last slot is this one: it was started, and that is all that is known',
    since: { lastScheduledFor: T0 + 2 * HOUR },
    becomes: 'unknown',
    message: /was started for it/,
  },
  {
    name: 'fewer Jobs remain than the history keeps: one of this slot would be among them',
    since: { lastScheduledFor: T0 + 5 * HOUR },
    successes: [4, 5],
    becomes: 'NotStarted',
  },
  {
    name: 'the history is full of later Jobs: one of this slot may have been deleted',
    since: { lastScheduledFor: T0 + 5 * HOUR },
    successes: [3, 4, 5],
    becomes: 'unknown',
    message: /no trace/,
  },
  {
    name: 'the history reaches back before the slot: one of it would remain',
    since: { lastScheduledFor: T0 + 5 * HOUR },
    successes: [1, 4, 5],
    becomes: 'NotStarted',
  },
  {
    name: 'a later failure may have pushed out one of this slot',
    since: { lastScheduledFor: T0 + 5 * HOUR },
    successes: [4],
    failures: [5],
    becomes: 'unknown',
  },
  {
    name: 'no failures are kept: one of this slot would be gone',
    since: { lastScheduledFor: T0 + 5 * HOUR, failedJobsHistoryLimit: 0 },
    becomes: 'unknown',
  },
  {
    name: 'Jobs are deleted an hour after their end: one of this slot would be gone',
    since: { lastScheduledFor: T0 + 5 * HOUR, ttlSecondsAfterFinished: 3_600 },
    becomes: 'unknown',
  },
  {
    name: 'Jobs are deleted a day after their end: one of this slot would be there',
    since: { lastScheduledFor: T0 + 5 * HOUR, ttlSecondsAfterFinished: 86_400 },
    becomes: 'NotStarted',
  },
  {
    name: 'under Replace a later run may have deleted it',
    since: { lastScheduledFor: T0 + 5 * HOUR, concurrencyPolicy: 'Replace' },
    becomes: 'unknown',
  },
  {
    name: 'the CronJob was made anew: nothing of the one before remains',
    since: { uid: 'another', lastScheduledFor: T0 + HOUR },
    becomes: 'unknown',
    message: /made anew/,
  },
  {
    name: 'the schedule was changed: nobody knows which slots there were',
    since: { schedule: '0 0 * * *', lastScheduledFor: T0 + HOUR },
    becomes: 'unknown',
    message: /schedule was changed/,
  },
  {
    name: 'it is suspended now and was not before: it was after its last slot',
    since: { suspend: true, lastScheduledFor: T0 + HOUR },
    becomes: 'Suspended',
    message: /was suspended while nobody watched/,
  },
  {
    name: 'it is suspended now, and was seen not to be at its slot',
    since: { suspend: true, lastScheduledFor: T0 + HOUR },
    blindSince: 2.5,
    becomes: 'NotStarted',
  },
  {
    name: 'it was resumed meanwhile, and later slots have their runs',
    before: { suspend: true },
    since: { suspend: false, lastScheduledFor: T0 + 5 * HOUR },
    successes: [5],
    becomes: 'Suspended',
    message: /was resumed while nobody watched/,
  },
  {
    name: 'a run that remains was in its way',
    before: { concurrencyPolicy: 'Forbid' },
    since: { concurrencyPolicy: 'Forbid', lastScheduledFor: T0 + HOUR },
    runs: [aStartedRun({ jobName: 'long', slot: T0 + HOUR, startedAt: T0 + HOUR, endedAt: NOW })],
    becomes: 'Forbidden',
    message: /^Job long was still running/,
  },
];

describe('of a slot that nobody watched', () => {
  for (const given of CASES) {
    const { name, before, since, successes = [], failures = [], runs = [], becomes, message } = given;
    it(name, () => {
      const cronJob = aCronJob({ schedule: '0 * * * *', ...before });
      const slot = T0 + 2 * HOUR;
      const judged = judgeUnseenSlot(slot, slot + HOUR, {
        cronJob,
        current: { ...cronJob, ...since },
        timetable: toTimetable(cronJob, UTC),
        after: T0,
        until: NOW,
        changed: false,
        suspension: null,
        runs,
        remaining: [
          ...successes.map((hour) => aRemaining(hour, 'success')),
          ...failures.map((hour) => aRemaining(hour, 'failed')),
        ],
        blind: [{ from: T0 + (given.blindSince ?? 0) * HOUR, to: NOW }],
        silences: [],
        events: null,
      });
      assert.deepEqual([judged.at, judged.reason ?? judged.outcome], [slot, becomes]);
      if (message !== undefined) assert.match(judged.message ?? '', message);
    });
  }
});

const UNHEARD: readonly Pick<Case, 'name' | 'since' | 'becomes'>[] = [
  { name: 'suspended: it was at its slot', since: { suspend: true }, becomes: 'Suspended' },
  {
    name: 'given another schedule: nobody knows which it had',
    since: { schedule: '0 0 * * *' },
    becomes: 'unknown',
  },
  { name: 'made anew: nobody knows how long it was gone', since: { uid: 'another' }, becomes: 'unknown' },
];

describe('of a slot of a CronJob that the watches were silent about until it was', () => {
  for (const { name, since, becomes } of UNHEARD) {
    it(name, () => {
      const cronJob = aCronJob({ schedule: '0 * * * *', concurrencyPolicy: 'Replace' });
      const slot = T0 + 2 * HOUR;
      const facts = {
        cronJob,
        current: { ...cronJob, lastScheduledFor: T0 + 5 * HOUR, ...since },
        timetable: toTimetable(cronJob, UTC),
        after: T0,
        until: NOW,
        changed: true,
        suspension: null,
        runs: [],
        remaining: [],
        blind: [],
        silences: [{ from: T0 + HOUR, to: NOW }],
        events: null,
      };
      const judged = judgeUnheardSlot(slot, slot + HOUR, facts);
      assert.equal(judged.reason ?? judged.outcome, becomes);
      const before = judgeUnheardSlot(T0, T0 + HOUR, { ...facts, current: { ...cronJob, suspend: true } });
      assert.equal(before.reason, 'NotStarted', 'a slot before the silence was no suspended one');
    });
  }
});
