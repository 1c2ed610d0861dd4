import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortMonitors, worstHealth } from './sort-monitors.ts';
import { aMonitorSummary } from './testing.ts';

test('critical ones outweigh any number of warnings, and equals keep their order', () => {
  const sorted = sortMonitors([
    aMonitorSummary('fine', { healthy: 9 }),
    aMonitorSummary('empty', {}),
    aMonitorSummary('warned', { warning: 7 }),
    aMonitorSummary('one', { critical: 1 }),
    aMonitorSummary('two', { critical: 2 }),
    aMonitorSummary('one-and-warned', { critical: 1, warning: 1 }),
  ]);
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['two', 'one-and-warned', 'one', 'warned', 'fine', 'empty'],
  );
});
test('the worst CronJob tells the health of the monitor', () => {
  assert.equal(worstHealth(aMonitorSummary('a', { healthy: 9, critical: 1 })), 'critical');
  assert.equal(worstHealth(aMonitorSummary('a', { healthy: 9, warning: 1 })), 'warning');
  assert.equal(worstHealth(aMonitorSummary('a', { healthy: 9 })), 'healthy');
});
test('a monitor that selects nothing is not healthy', () => {
  assert.equal(worstHealth(aMonitorSummary('a', {})), null);
});
