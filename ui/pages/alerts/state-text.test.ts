import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateText } from './state-text.ts';
import { anAlert } from './testing.ts';

test('an alert that nobody has taken up is active', () => assert.equal(stateText(anAlert()), 'active'));
test('an acknowledged alert says so while it is active', () => {
  assert.equal(stateText(anAlert({ acknowledgedAt: '2026-11-21T10:05:00Z' })), 'acknowledged');
});
test('a resolved alert says how long it lasted, acknowledged or not', () => {
  const resolved = anAlert({ acknowledgedAt: '2026-11-21T10:05:00Z', resolvedAt: '2026-11-21T10:20:00Z' });
  assert.equal(stateText(resolved), 'resolved after 20 m');
});
