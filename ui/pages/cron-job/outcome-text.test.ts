import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeText } from './outcome-text.ts';

test('a failure names its reason and its exit code', () => {
  const run = { status: 'failed', reason: 'BackoffLimitExceeded', exitCode: 137, manual: false } as const;
  assert.equal(outcomeText(run), 'BackoffLimitExceeded, exit code 137');
});
test('a failure without any exit does not show -1 as if it were a code', () => {
  const run = { status: 'failed', reason: 'DeadlineExceeded', exitCode: -1, manual: false } as const;
  assert.equal(outcomeText(run), 'DeadlineExceeded, no container exited');
});
test('a success has nothing to explain', () => {
  assert.equal(outcomeText({ status: 'success', reason: null, exitCode: 0, manual: false }), '');
});
test('a run started by hand says so', () => {
  assert.equal(
    outcomeText({ status: 'success', reason: null, exitCode: 0, manual: true }),
    'started by hand',
  );
});
