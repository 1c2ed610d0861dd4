import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scheduleProblem } from './schedule-problem.ts';
import { T0 } from '../execution/testing.ts';

const CASES: readonly {
  readonly name: string;
  readonly schedule: string;
  readonly timeZone?: string;
  readonly problem: RegExp | null;
}[] = [
  { name: 'a schedule that comes has no problem', schedule: '0 3 * * *', problem: null },
  { name: 'nor has one that counts from the last run', schedule: '@every 1h', problem: null },
  { name: 'one that cannot be read says why', schedule: '0 3 * *', problem: /field/i },
  { name: 'a date that never comes', schedule: '0 0 31 2 *', problem: /names no time that comes/ },
  {
    name: 'a zone that there is not',
    schedule: '0 3 * * *',
    timeZone: 'Mars/Base',
    problem: /no time zone `Mars\/Base`/,
  },
];

describe('scheduleProblem', () => {
  for (const { name, schedule, timeZone = null, problem } of CASES) {
    it(name, () => {
      const told = scheduleProblem({ schedule, timeZone }, T0);
      if (problem === null) assert.equal(told, null);
      else assert.match(told ?? '', problem);
    });
  }
});
