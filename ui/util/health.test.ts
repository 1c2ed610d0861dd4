import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthOf } from './health.ts';

const CASES = [
  {
    name: 'an alert comes before a run in progress',
    status: 'critical',
    suspended: false,
    running: 1,
    health: 'critical',
  },
  {
    name: 'an alert is not hidden by a suspension',
    status: 'warning',
    suspended: true,
    running: 0,
    health: 'warning',
  },
  {
    name: 'a run in progress shows on a suspended CronJob',
    status: 'healthy',
    suspended: true,
    running: 1,
    health: 'running',
  },
  {
    name: 'suspended without alerts and runs',
    status: 'healthy',
    suspended: true,
    running: 0,
    health: 'suspended',
  },
  { name: 'nothing to report', status: 'healthy', suspended: false, running: 0, health: 'healthy' },
] as const;

for (const { name, health, ...cronJob } of CASES) {
  test(name, () => assert.equal(healthOf(cronJob), health));
}
