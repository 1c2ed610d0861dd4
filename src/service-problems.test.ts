import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE, SECOND } from './lib/duration.ts';
import { type ServiceState, serviceProblems } from './service-problems.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const WELL: ServiceState = {
  now: NOW,
  ready: true,
  watches: [{ resource: 'jobs', lastByteAt: NOW - 60 * SECOND }],
  storeWrittenAt: NOW - 30 * SECOND,
  failing: 0,
  dueSince: null,
};

const CASES: readonly {
  readonly name: string;
  readonly differs: Partial<ServiceState>;
  readonly problems: readonly string[];
}[] = [
  { name: 'all is well', differs: {}, problems: [] },
  {
    name: 'a message that is due since a moment is on its way',
    differs: { dueSince: NOW - SECOND },
    problems: [],
  },
  {
    name: 'a start that is not through',
    differs: { ready: false },
    problems: ['what was listed is still being recorded'],
  },
  {
    name: 'a watch that is silent for longer than it may be',
    differs: { watches: [{ resource: 'jobs', lastByteAt: NOW - 91 * SECOND }] },
    problems: ['the watch of jobs is silent'],
  },
  {
    name: 'a watch that never said anything',
    differs: { watches: [{ resource: 'pods', lastByteAt: null }] },
    problems: ['the watch of pods is silent'],
  },
  {
    name: 'a disk that is full',
    differs: { storeWrittenAt: NOW - 2 * MINUTE },
    problems: ['the store takes no writes'],
  },
  {
    name: 'a store that took none yet',
    differs: { storeWrittenAt: null },
    problems: ['the store takes no writes'],
  },
  {
    name: 'CronJobs that cannot be recorded',
    differs: { failing: 3 },
    problems: ['3 CronJobs could not be recorded'],
  },
  {
    name: 'an outbox that is stuck',
    differs: { dueSince: NOW - 5 * MINUTE },
    problems: ['a message has been due for 5m and is not sent'],
  },
];
for (const { name, differs, problems } of CASES) {
  test(`${problems.length === 0 ? 'no problem' : 'a problem'}: ${name}`, () =>
    assert.deepEqual(serviceProblems({ ...WELL, ...differs }), problems));
}
