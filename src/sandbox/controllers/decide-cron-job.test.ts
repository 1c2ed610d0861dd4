import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import { cronJobSlots, readCronJobSpec } from './cron-job-spec.ts';
import { type CronJobDecision, decideCronJob } from './decide-cron-job.ts';

interface Given {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly created?: string;
  readonly lastScheduleTime?: string;
  /** Names of Jobs in status.active. */
  readonly active?: readonly string[];
  readonly lastSuccessfulTime?: string;
  readonly jobs?: readonly KubeObject[];
  readonly deleted?: boolean;
  readonly now: string;
}

interface Expected {
  /** The slot that is started; null when none is. */
  readonly start: string | null;
  /** Null for never. */
  readonly requeueAt?: string | null;
  /** Their reasons. */
  readonly events?: readonly string[];
  readonly expired?: readonly string[];
  readonly replaced?: readonly string[];
  readonly active?: readonly string[];
  readonly lastSuccessfulTime?: string;
}

function decide(given: Given): CronJobDecision {
  const { spec, created, active, lastScheduleTime, lastSuccessfulTime, jobs = [], now } = given;
  const cronJob: KubeObject = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name: 'report',
      namespace: 'test',
      uid: 'cj',
      resourceVersion: '1',
      creationTimestamp: created ?? '2026-03-01T00:30:00Z',
      ...(given.deleted === true ? { deletionTimestamp: now } : {}),
    },
    spec: { schedule: '0 * * * *', ...spec },
    status: {
      ...(lastScheduleTime === undefined ? {} : { lastScheduleTime }),
      ...(lastSuccessfulTime === undefined ? {} : { lastSuccessfulTime }),
      ...(active === undefined ? {} : { active: active.map((name) => ({ name, uid: name })) }),
    },
  };
  return decideCronJob(cronJob, jobs, cronJobSlots(readCronJobSpec(cronJob)), Date.parse(now));
}

function aJob(name: string, condition: 'Complete' | 'Failed' | null, at: string): KubeObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'test', uid: name, resourceVersion: '1', creationTimestamp: at },
    status: {
      startTime: at,
      ...(condition === 'Complete' ? { completionTime: at } : {}),
      conditions: condition === null ? [] : [{ type: condition, status: 'True' }],
    },
  };
}

const CASES: readonly { readonly name: string; readonly given: Given; readonly expected: Expected }[] = [
  {
    name: 'before its first slot a CronJob waits until 100 ms after it',
    given: { now: '2026-03-01T00:31:00Z' },
    expected: { start: null, requeueAt: '2026-03-01T01:00:00.100Z' },
  },
  {
    name: 'a slot that is due starts, and the next one is waited for',
    given: { now: '2026-03-01T01:00:00.100Z' },
    expected: { start: '2026-03-01T01:00:00Z', requeueAt: '2026-03-01T02:00:00.100Z' },
  },
  {
    name: 'of several missed slots only the latest starts',
    given: { lastScheduleTime: '2026-03-01T01:00:00Z', now: '2026-03-01T07:20:00Z' },
    expected: { start: '2026-03-01T07:00:00Z', requeueAt: '2026-03-01T08:00:00.100Z' },
  },
  {
    name: 'more than a hundred missed slots are warned of, and the latest still starts',
    given: { lastScheduleTime: '2026-03-01T01:00:00Z', now: '2026-03-08T07:20:00Z' },
    expected: { start: '2026-03-08T07:00:00Z', events: ['TooManyMissedTimes'] },
  },
  {
    name: 'the latest slot of an irregular schedule is found after a long gap',
    given: {
      spec: { schedule: '30 6-16/4 * * 1-5' },
      lastScheduleTime: '2026-03-05T14:30:00Z',
      now: '2026-03-09T11:00:00Z',
    },
    expected: { start: '2026-03-09T10:30:00Z', requeueAt: '2026-03-09T14:30:00.100Z' },
  },
  {
    name: 'a slot within its deadline starts late',
    given: { spec: { startingDeadlineSeconds: 600 }, now: '2026-03-01T01:09:59Z' },
    expected: { start: '2026-03-01T01:00:00Z' },
  },
  {
    name: 'a slot past its deadline is passed over without a word',
    given: { spec: { startingDeadlineSeconds: 600 }, now: '2026-03-01T01:10:01Z' },
    expected: { start: null, events: [], requeueAt: '2026-03-01T02:00:00.100Z' },
  },
  {
    name: 'Forbid skips while a Job is active, and says so',
    given: {
      spec: { concurrencyPolicy: 'Forbid' },
      lastScheduleTime: '2026-03-01T01:00:00Z',
      active: ['a'],
      jobs: [aJob('a', null, '2026-03-01T01:00:00Z')],
      now: '2026-03-01T02:00:00.100Z',
    },
    expected: {
      start: null,
      events: ['JobAlreadyActive'],
      active: ['a'],
      requeueAt: '2026-03-01T03:00:00.100Z',
    },
  },
  {
    name: 'Forbid starts the slot that it skipped when the active Job has ended',
    given: {
      spec: { concurrencyPolicy: 'Forbid' },
      lastScheduleTime: '2026-03-01T01:00:00Z',
      active: ['a'],
      jobs: [aJob('a', 'Complete', '2026-03-01T02:20:00Z')],
      now: '2026-03-01T02:20:00Z',
    },
    expected: {
      start: '2026-03-01T02:00:00Z',
      events: ['SawCompletedJob'],
      active: [],
      lastSuccessfulTime: '2026-03-01T02:20:00Z',
    },
  },
  {
    name: 'Forbid lets the skipped slot go when the active Job ends past the deadline',
    given: {
      spec: { concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 600 },
      lastScheduleTime: '2026-03-01T01:00:00Z',
      active: ['a'],
      jobs: [aJob('a', 'Complete', '2026-03-01T02:20:00Z')],
      now: '2026-03-01T02:20:00Z',
    },
    expected: { start: null, events: ['SawCompletedJob'] },
  },
  {
    name: 'Replace makes the active Job go for the new one',
    given: {
      spec: { concurrencyPolicy: 'Replace' },
      lastScheduleTime: '2026-03-01T01:00:00Z',
      active: ['a'],
      jobs: [aJob('a', null, '2026-03-01T01:00:00Z')],
      now: '2026-03-01T02:00:00.100Z',
    },
    expected: { start: '2026-03-01T02:00:00Z', replaced: ['a'] },
  },
  {
    name: 'Allow starts beside the active Job',
    given: {
      lastScheduleTime: '2026-03-01T01:00:00Z',
      active: ['a'],
      jobs: [aJob('a', null, '2026-03-01T01:00:00Z')],
      now: '2026-03-01T02:00:00.100Z',
    },
    expected: { start: '2026-03-01T02:00:00Z', replaced: [], active: ['a'] },
  },
  {
    name: 'a suspended CronJob starts nothing and is not looked at again by itself',
    given: { spec: { suspend: true }, now: '2026-03-01T05:00:00.100Z' },
    expected: { start: null, requeueAt: null },
  },
  {
    name: 'without a deadline the latest slot starts at once when the suspension ends',
    given: { lastScheduleTime: '2026-03-01T01:00:00Z', now: '2026-03-04T13:37:00Z' },
    expected: { start: '2026-03-04T13:00:00Z' },
  },
  {
    name: 'a slot that was processed already is not started twice',
    given: { lastScheduleTime: '2026-03-01T01:00:00Z', now: '2026-03-01T01:00:05Z' },
    expected: { start: null, requeueAt: '2026-03-01T02:00:00.100Z' },
  },
  {
    name: 'a local time that the clock change skips has no slot that day',
    given: {
      spec: { schedule: '30 2 * * *', timeZone: 'Europe/Berlin' },
      created: '2026-03-28T12:00:00Z',
      now: '2026-03-29T12:00:00Z',
    },
    expected: { start: null, requeueAt: '2026-03-30T00:30:00.100Z' },
  },
  {
    name: 'a local time that the clock change doubles has two slots',
    given: {
      spec: { schedule: '30 2 * * *', timeZone: 'Europe/Berlin' },
      lastScheduleTime: '2026-10-25T00:30:00Z',
      now: '2026-10-25T01:30:00.100Z',
    },
    expected: { start: '2026-10-25T01:30:00Z', requeueAt: '2026-10-26T01:30:00.100Z' },
  },
  {
    name: '@every counts from the last slot',
    given: {
      spec: { schedule: '@every 7m' },
      lastScheduleTime: '2026-03-01T01:01:30Z',
      now: '2026-03-01T01:30:00Z',
    },
    expected: { start: '2026-03-01T01:29:30Z', requeueAt: '2026-03-01T01:36:30.100Z' },
  },
  {
    name: 'an unknown time zone is told even while suspended',
    given: { spec: { timeZone: 'Mars/Olympus', suspend: true }, now: '2026-03-01T01:00:00Z' },
    expected: { start: null, events: ['UnknownTimeZone'], requeueAt: null },
  },
  {
    name: 'a schedule that cannot be read is told',
    given: { spec: { schedule: '0 25 * * *' }, now: '2026-03-01T01:00:00Z' },
    expected: { start: null, events: ['UnparseableSchedule'], requeueAt: null },
  },
  {
    name: 'a schedule without any slot is told',
    given: { spec: { schedule: '0 0 31 2 *' }, now: '2026-03-01T01:00:00Z' },
    expected: { start: null, events: ['InvalidSchedule'], requeueAt: null },
  },
  {
    name: 'an active Job that vanished is struck off',
    given: { lastScheduleTime: '2026-03-01T01:00:00Z', active: ['a'], now: '2026-03-01T01:30:00Z' },
    expected: { start: null, events: ['MissingJob'], active: [] },
  },
  {
    name: 'a running Job that nobody noted down is warned of',
    given: {
      lastScheduleTime: '2026-03-01T01:00:00Z',
      jobs: [aJob('b', null, '2026-03-01T01:00:00Z')],
      now: '2026-03-01T01:30:00Z',
    },
    expected: { start: null, events: ['UnexpectedJob'] },
  },
  {
    name: 'the oldest finished Jobs beyond each limit expire, three successes and one failure staying',
    given: {
      lastScheduleTime: '2026-03-01T08:00:00Z',
      jobs: [
        aJob('c1', 'Complete', '2026-03-01T01:00:00Z'),
        aJob('c3', 'Complete', '2026-03-01T03:00:00Z'),
        aJob('c2', 'Complete', '2026-03-01T02:00:00Z'),
        aJob('c4', 'Complete', '2026-03-01T04:00:00Z'),
        aJob('f1', 'Failed', '2026-03-01T05:00:00Z'),
        aJob('f2', 'Failed', '2026-03-01T06:00:00Z'),
      ],
      now: '2026-03-01T08:30:00Z',
    },
    expected: { start: null, expired: ['c1', 'f1'], lastSuccessfulTime: '2026-03-01T04:00:00Z' },
  },
  {
    name: 'with a limit of 0 a Job goes as soon as it has ended, unmentioned but with its success noted',
    given: {
      spec: { successfulJobsHistoryLimit: 0 },
      lastScheduleTime: '2026-03-01T01:00:00Z',
      active: ['a'],
      jobs: [aJob('a', 'Complete', '2026-03-01T01:10:00Z')],
      now: '2026-03-01T01:10:00Z',
    },
    expected: {
      start: null,
      expired: ['a'],
      active: [],
      events: [],
      lastSuccessfulTime: '2026-03-01T01:10:00Z',
    },
  },
  {
    name: 'a CronJob that is being deleted starts nothing',
    given: { deleted: true, now: '2026-03-01T01:00:00.100Z' },
    expected: { start: null, requeueAt: null },
  },
];

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().replace('.000Z', 'Z');
}

for (const { name, given, expected } of CASES) {
  test(name, () => {
    const decision = decide(given);
    assert.equal(decision.start === null ? null : iso(decision.start.slot), expected.start);
    const actual: Required<Omit<Expected, 'start' | 'lastSuccessfulTime'>> &
      Pick<Expected, 'lastSuccessfulTime'> = {
      requeueAt: iso(decision.requeueAt),
      events: decision.events.map(({ reason }) => reason),
      expired: decision.expired.map(({ metadata }) => metadata.name),
      replaced: decision.replaced.map((job) => job.name),
      active: (decision.status.active ?? []).map((job) => job.name),
      ...(decision.status.lastSuccessfulTime === undefined
        ? {}
        : { lastSuccessfulTime: decision.status.lastSuccessfulTime }),
    };
    const { start: _, ...rest } = expected;
    assert.partialDeepStrictEqual(actual, rest);
    if (expected.events?.length === 0) assert.deepEqual(actual.events, []);
    if (expected.active?.length === 0) assert.deepEqual(actual.active, []);
  });
}
