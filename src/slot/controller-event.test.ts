import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ControllerEvent, reportedReason } from './controller-event.ts';
import { T0 } from '../execution/testing.ts';

function anEvent(reason: string, second: number, message = reason): ControllerEvent {
  return { reason, message, firstAt: T0 + second * 1_000, lastAt: T0 + second * 1_000 };
}

const CASES: readonly {
  readonly name: string;
  readonly events: readonly ControllerEvent[];
  readonly reason: string | null;
  readonly message?: string;
}[] = [
  { name: 'no event is no reason', events: [], reason: null },
  {
    name: 'a refused Job is told in the words of what refused it',
    events: [anEvent('FailedCreate', 1, 'Error creating job: admission webhook "x" denied the request')],
    reason: 'CreationFailed',
    message: 'admission webhook "x" denied the request',
  },
  {
    name: 'what was reported before the slot, or after it was decided, is of another one',
    events: [anEvent('FailedCreate', -5), anEvent('FailedCreate', 61)],
    reason: null,
  },
  {
    name: 'an event that is repeated covers all the time between its first and its last',
    events: [{ ...anEvent('UnknownTimeZone', -600), lastAt: T0 + 600_000 }],
    reason: 'UnknownTimeZone',
  },
  {
    name: 'a second is too short to tell two instants apart',
    events: [{ ...anEvent('FailedCreate', 0), lastAt: T0 - 900, firstAt: T0 - 900 }],
    reason: 'CreationFailed',
  },
  {
    name: 'of what the controller only tells or warns of nothing follows',
    events: [anEvent('SawCompletedJob', 1), anEvent('UnsupportedSchedule', 1)],
    reason: null,
  },
  {
    name: 'a run in the way comes before a refused Job, and that before a missed deadline',
    events: [anEvent('MissSchedule', 1), anEvent('FailedCreate', 2), anEvent('JobAlreadyActive', 3)],
    reason: 'Forbidden',
  },
  {
    name: 'whatever the controller calls a schedule that it cannot read, it is invalid',
    events: [anEvent('UnparseableSchedule', 1)],
    reason: 'InvalidSchedule',
  },
];

describe('what the controller reported', () => {
  for (const { name, events, reason, message } of CASES) {
    it(name, () => {
      const reported = reportedReason(events, T0, T0 + 60_000);
      assert.equal(reported?.reason ?? null, reason);
      if (message !== undefined) assert.equal(reported?.message, message);
    });
  }
});
