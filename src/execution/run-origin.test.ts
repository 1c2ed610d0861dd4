import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from './job.ts';
import { isManual, scheduledFor } from './run-origin.ts';
import { aJob, T0 } from './testing.ts';

const OWNER = { uid: 'cron-job-1', name: 'nightly-backup' };
const BY_NAME = { scheduledTimestamp: null };

const CASES: readonly { name: string; job: Partial<Job>; manual: boolean; slot: number | null }[] = [
  { name: 'the annotation tells the slot', job: { name: 'whatever' }, manual: false, slot: T0 },
  { name: 'the name tells the slot in Unix minutes', job: BY_NAME, manual: false, slot: T0 },
  {
    name: 'on old clusters the name tells it in Unix seconds',
    job: { ...BY_NAME, name: `nightly-backup-${T0 / 1_000}` },
    manual: false,
    slot: T0,
  },
  {
    name: 'a name of another form is manual',
    job: { ...BY_NAME, name: 'nightly-backup-manual-x7k2p' },
    manual: true,
    slot: null,
  },
  {
    name: 'few digits are no slot',
    job: { ...BY_NAME, name: 'nightly-backup-42' },
    manual: true,
    slot: null,
  },
  {
    name: "another CronJob's name with a slot is none of ours",
    job: { ...BY_NAME, name: `nightly-${T0 / 60_000}` },
    manual: true,
    slot: null,
  },
  {
    name: 'the annotation of kubectl create job --from is manual',
    job: { instantiate: 'manual' },
    manual: true,
    slot: null,
  },
  {
    name: 'a Job that its CronJob does not control is manual',
    job: { owner: { ...OWNER, controller: false } },
    manual: true,
    slot: null,
  },
  { name: 'a Job that no CronJob owns is manual', job: { owner: null }, manual: true, slot: null },
];
for (const { name, job, manual, slot } of CASES) {
  test(name, () => {
    assert.equal(isManual(aJob(job)), manual);
    assert.equal(scheduledFor(aJob(job)), slot);
  });
}
