import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareAlerts } from '../../bench/simulate/compare-alerts.ts';
import { expectAlerts } from '../../bench/simulate/expect-alerts.ts';
import { planWorld } from '../../bench/simulate/plan-world.ts';
import { playWorld } from '../../bench/simulate/play-world.ts';

// The same on a large scale: `npm run simulate`.
test('a cluster with faults of every kind raises the alerts that these call for, and no other', async () => {
  const world = planWorld({ cronJobs: 25, days: 10, seed: 'small' });
  const expected = expectAlerts(world);
  assert.ok(expected.length >= 10);
  const { alerts } = await playWorld(world);
  const { missed, falseAlerts, reasons } = compareAlerts(world, expected, alerts);
  assert.deepEqual({ missed, falseAlerts }, { missed: [], falseAlerts: [] });
  for (const { reason, trueNegatives } of reasons) {
    assert.ok(trueNegatives > 5, `only ${trueNegatives} trials of ${reason} were to raise nothing`);
  }
});
