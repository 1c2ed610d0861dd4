import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldMessage } from './told-message.ts';

test('a termination message is kept without its secrets', () => {
  assert.equal(toldMessage('login failed: password=hunter2\0'), 'login failed: password=[redacted]');
  assert.equal(toldMessage('read a\0b'), 'read a␀b');
  assert.equal(toldMessage(null), null);
});

test('a message without end is cut and says so', () => {
  const told = toldMessage('x'.repeat(10_000))!;
  assert.equal(told.length, 4_096);
  assert.ok(told.endsWith('x…'));
});
