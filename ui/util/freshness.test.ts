import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessOf } from './freshness.ts';

const NOW = 1_000_000_000;

test('without any answer the page waits, and never counts as fresh', () => {
  assert.deepEqual(freshnessOf([], NOW), { kind: 'waiting' });
  assert.deepEqual(freshnessOf([{ answeredAt: 0, failedAt: 0 }], NOW), { kind: 'waiting' });
});
test('one missing answer keeps the page waiting though the other has come', () => {
  const answers = [
    { answeredAt: NOW, failedAt: 0 },
    { answeredAt: 0, failedAt: 0 },
  ];
  assert.deepEqual(freshnessOf(answers, NOW), { kind: 'waiting' });
});
test('the oldest answer tells the age of the page', () => {
  const answers = [
    { answeredAt: NOW - 1_000, failedAt: 0 },
    { answeredAt: NOW - 9_000, failedAt: 0 },
  ];
  assert.deepEqual(freshnessOf(answers, NOW), { kind: 'fresh', at: NOW - 9_000 });
});
test('an answer that is older than an idle page lets it grow is stale though nothing failed', () => {
  assert.deepEqual(freshnessOf([{ answeredAt: NOW - 91_000, failedAt: 0 }], NOW), {
    kind: 'stale',
    at: NOW - 91_000,
  });
});
test('one failing answer makes the page failing, with the age of what is still shown', () => {
  const answers = [
    { answeredAt: NOW, failedAt: 0 },
    { answeredAt: NOW - 5_000, failedAt: NOW },
  ];
  assert.deepEqual(freshnessOf(answers, NOW), { kind: 'failing', at: NOW - 5_000 });
});
test('failing without ever an answer says that there is none', () => {
  assert.deepEqual(freshnessOf([{ answeredAt: 0, failedAt: NOW }], NOW), { kind: 'failing', at: null });
});
