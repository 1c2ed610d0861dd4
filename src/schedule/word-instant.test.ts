import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordInstant } from './word-instant.ts';
import { findZone, UTC } from './zone.ts';

test('an instant is told as the wall clock of its zone shows it, on both sides of a clock change', () => {
  const berlin = findZone('Europe/Berlin')!;
  assert.equal(wordInstant(Date.UTC(2026, 2, 2, 8), berlin), 'Mon 2026-03-02 09:00 Europe/Berlin');
  assert.equal(wordInstant(Date.UTC(2026, 6, 5, 23, 30), berlin), 'Mon 2026-07-06 01:30 Europe/Berlin');
});

test('seconds are told only where there are any', () => {
  assert.equal(wordInstant(Date.UTC(2026, 2, 2, 8, 0, 30), UTC), 'Mon 2026-03-02 08:00:30 UTC');
});
