import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../lib/duration.ts';
import { UTC } from '../schedule/zone.ts';
import type { CronJob } from '../execution/cron-job.ts';
import { judgeSlots } from './judge-slots.ts';
import type { SlotFacts } from './slot-facts.ts';
import { aCronJob, T0 } from '../execution/testing.ts';
import { toTimetable } from '../schedule/timetable.ts';
import { aStartedRun } from './testing.ts';

/** Slots every ten minutes from T0 on, the first at T0 + 10 minutes, looked at after half an hour. */
function factsWith(given: Partial<SlotFacts> & { readonly spec?: Partial<CronJob> }): SlotFacts {
  const { spec, ...facts } = given;
  const cronJob = facts.cronJob ?? aCronJob({ schedule: '*/10 * * * *', createdAt: T0, ...spec });
  return {
    cronJob,
    current: cronJob,
    timetable: toTimetable(cronJob, UTC),
    after: T0,
    until: T0 + 30 * MINUTE,
    changed: false,
    suspension: null,
    runs: [],
    remaining: [],
    blind: [],
    silences: [],
    events: { askedAt: Infinity, events: [] },
    ...facts,
  };
}

function aRun(slotMinute: number, given: Parameters<typeof aStartedRun>[0] = {}) {
  const slot = T0 + slotMinute * MINUTE;
  return aStartedRun({
    jobUid: `job-${slotMinute}`,
    jobName: `job-${slotMinute}`,
    slot,
    startedAt: slot,
    endedAt: slot + MINUTE,
    ...given,
  });
}

interface Case {
  readonly name: string;
  readonly given: Parameters<typeof factsWith>[0];
  /** Minutes after T0 and reason of each empty slot. */
  readonly empty: readonly string[];
  /** Minutes after T0. */
  readonly judgedUntil: number;
  /** Seconds after T0; null for never. */
  readonly recheckAt: number | null;
  readonly asks?: boolean;
}

const CASES: readonly Case[] = [
  {
    name: 'every slot has its run: nothing is empty, and nothing waits',
    given: { runs: [aRun(10), aRun(20), aRun(30)] },
    empty: [],
    judgedUntil: 30,
    recheckAt: null,
  },
  {
    name: 'a slot without a run waits until ten seconds after the next one',
    given: { runs: [aRun(10), aRun(20)], until: T0 + 31 * MINUTE },
    empty: [],
    judgedUntil: 20,
    recheckAt: 2_410,
  },
  {
    name: 'and was skipped then',
    given: { runs: [aRun(10)], until: T0 + 30 * MINUTE + 10 * SECOND },
    empty: ['20 NotStarted'],
    judgedUntil: 20,
    recheckAt: 1_815,
  },
  {
    name: 'a run for a later slot decides the ones before it at once',
    given: { runs: [aRun(30)] },
    empty: ['10 NotStarted', '20 NotStarted'],
    judgedUntil: 30,
    recheckAt: null,
  },
  {
    name: 'a deadline that passes before the next slot decides sooner',
    given: { spec: { startingDeadlineSeconds: 60 }, until: T0 + 11 * MINUTE + 10 * SECOND },
    empty: ['10 DeadlinePassed'],
    judgedUntil: 11 + 1 / 6,
    recheckAt: null,
  },
  {
    name: 'a change of the spec decides all that passed before it',
    given: { changed: true },
    empty: ['10 NotStarted', '20 NotStarted', '30 NotStarted'],
    judgedUntil: 30,
    recheckAt: null,
  },
  {
    name: 'slots of a suspended CronJob are decided ten seconds later, and the next is looked at too',
    given: { suspension: { from: T0 + 15 * MINUTE, to: Infinity }, runs: [aRun(10)] },
    empty: ['20 Suspended'],
    judgedUntil: 20,
    recheckAt: 1_810,
  },
  {
    name: 'a suspended CronJob without a slot yet is looked at after its first one',
    given: { suspension: { from: T0, to: Infinity }, until: T0 + MINUTE },
    empty: [],
    judgedUntil: 1,
    recheckAt: 610,
  },
  {
    name: 'a run that Forbid waits for explains the slots that it was active at',
    given: {
      spec: { concurrencyPolicy: 'Forbid' },
      runs: [aRun(10, { endedAt: T0 + 25 * MINUTE })],
      until: T0 + 30 * MINUTE + 10 * SECOND,
    },
    empty: ['20 Forbidden'],
    judgedUntil: 20,
    recheckAt: 1_815,
  },
  {
    name: 'a run that somebody started by hand is none that Forbid waits for',
    given: {
      spec: { concurrencyPolicy: 'Forbid' },
      runs: [aRun(10), aRun(11, { slot: null, endedAt: null })],
      until: T0 + 30 * MINUTE + 10 * SECOND,
    },
    empty: ['20 NotStarted'],
    judgedUntil: 20,
    recheckAt: 1_815,
  },
  {
    name: 'an overdue slot that nothing explains is looked at after 15 s, to ask the controller',
    given: { events: null, until: T0 + 10 * MINUTE + SECOND },
    empty: [],
    judgedUntil: 0,
    recheckAt: 615,
  },
  {
    name: 'the controller is asked then, once',
    given: { events: null, until: T0 + 10 * MINUTE + 15 * SECOND },
    empty: [],
    judgedUntil: 0,
    recheckAt: 1_210,
    asks: true,
  },
  {
    name: 'a slot that is over waits for the answer',
    given: { events: null, until: T0 + 20 * MINUTE + 10 * SECOND },
    empty: [],
    judgedUntil: 0,
    recheckAt: null,
    asks: true,
  },
  {
    name: 'what the controller reported is the reason',
    given: {
      until: T0 + 20 * MINUTE + 10 * SECOND,
      events: {
        askedAt: T0 + 10 * MINUTE + 15 * SECOND,
        events: [
          {
            reason: 'FailedCreate',
            message: 'Error creating job: no',
            firstAt: null,
            lastAt: T0 + 10 * MINUTE,
          },
        ],
      },
    },
    empty: ['10 CreationFailed'],
    judgedUntil: 10,
    recheckAt: 1_215,
  },
  {
    name: 'nobody is asked about what the cluster has forgotten',
    given: { events: null, until: T0 + 2 * HOUR + SECOND, spec: { schedule: '0 4 * * *' } },
    empty: [],
    judgedUntil: 0,
    recheckAt: 25 * 3_600 + 10,
  },
  {
    name: 'a schedule that never comes has no slots',
    given: { spec: { schedule: '0 0 31 2 *' } },
    empty: [],
    judgedUntil: 30,
    recheckAt: null,
  },
  {
    name: 'a schedule that cannot be read has no slots',
    given: { spec: { schedule: 'daily' } },
    empty: [],
    judgedUntil: 30,
    recheckAt: null,
  },
  {
    name: '@every goes on from the slot of a run',
    given: { spec: { schedule: '@every 10m' }, runs: [aRun(13)], changed: true },
    empty: ['10 NotStarted', '23 NotStarted'],
    judgedUntil: 30,
    recheckAt: null,
  },
  {
    name: 'a slot that the CronJob passed while nobody watched is decided at once',
    given: {
      spec: { schedule: '0 4 * * *', lastScheduledFor: T0 + HOUR },
      until: T0 + 2 * HOUR,
      blind: [{ from: T0, to: T0 + 90 * MINUTE }],
    },
    empty: ['60 unknown'],
    judgedUntil: 120,
    recheckAt: null,
  },
];

describe('judgeSlots', () => {
  for (const { name, given, empty, judgedUntil, recheckAt, asks = false } of CASES) {
    it(name, () => {
      const judged = judgeSlots(factsWith(given));
      assert.deepEqual(
        judged.empty.map(({ at, reason, outcome }) => `${(at - T0) / MINUTE} ${reason ?? outcome}`),
        empty,
      );
      assert.deepEqual(
        [judged.judgedUntil, judged.recheckAt, judged.asks],
        [T0 + judgedUntil * MINUTE, recheckAt === null ? null : T0 + recheckAt * SECOND, asks],
      );
    });
  }

  it('judges a long outage of a frequent CronJob in pieces, each slot once', () => {
    const seen: number[] = [];
    const until = T0 + HOUR;
    let after = T0;
    let pieces = 0;
    for (; after < until; pieces += 1) {
      const facts = factsWith({
        spec: { schedule: '@every 1s' },
        suspension: { from: T0, to: Infinity },
        after,
        until,
      });
      const { empty, judgedUntil, recheckAt } = judgeSlots(facts);
      seen.push(...empty.map(({ at }) => at));
      if (recheckAt !== until) break;
      after = judgedUntil;
    }
    assert.equal(pieces, 7);
    assert.deepEqual(
      seen,
      Array.from({ length: 3_590 }, (_, index) => T0 + (index + 1) * SECOND),
    );
  });

  it('asks about a CronJob whose slots come every second no more than every ten seconds', () => {
    const spec = { schedule: '@every 1s' };
    const asked = factsWith({
      spec,
      until: T0 + 30 * SECOND,
      events: { askedAt: T0 + 25 * SECOND, events: [] },
    });
    assert.equal(judgeSlots(asked).asks, false);
    const longAgo = factsWith({
      spec,
      until: T0 + 36 * SECOND,
      events: { askedAt: T0 + 25 * SECOND, events: [] },
    });
    assert.equal(judgeSlots(longAgo).asks, true);
  });

  it('knows no slots of a time that a DST change skips', () => {
    const day = Date.UTC(2026, 2, 28, 12);
    const cronJob = aCronJob({ schedule: '30 2 * * *', timeZone: 'Europe/Berlin', createdAt: day });
    const { empty } = judgeSlots(factsWith({ cronJob, after: day, until: day + 2 * DAY, changed: true }));
    assert.deepEqual(
      empty.map(({ at }) => new Date(at).toISOString()),
      ['2026-03-30T00:30:00.000Z'],
    );
  });
});
