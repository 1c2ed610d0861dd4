import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLE, type PatternDraft, patternYaml, toRequest } from './pattern-draft.ts';

const EMPTY: PatternDraft = {
  exitCode: '',
  matchExitCode: '',
  matchReason: '',
  reasonPattern: '',
  logPattern: '',
  eventPattern: '',
  suggestion: '',
  reason: '',
  log: '',
  events: '',
};
const requestOf = (fields: Partial<PatternDraft>, run?: string) => toRequest({ ...EMPTY, ...fields }, run);

test('a failure that is made up is told whole, its empty parts too', () => {
  assert.deepEqual(requestOf({ exitCode: '137', log: 'killed' }).request, {
    exitCode: 137,
    reason: '',
    log: 'killed',
    events: '',
  });
});
test('with a recorded run, what is left empty is as it was there', () => {
  assert.deepEqual(requestOf({ log: 'killed' }, 'run-1').request, { executionId: 'run-1', log: 'killed' });
});
test('a pattern counts from its first condition and its suggestion on', () => {
  assert.equal(requestOf({ suggestion: 'Look.' }).request.pattern, undefined);
  assert.equal(requestOf({ logPattern: 'x' }).request.pattern, undefined);
  assert.deepEqual(
    requestOf({ logPattern: 'x', matchExitCode: ' 1 - 125 ', suggestion: 'Look.' }).request.pattern,
    {
      name: 'my-pattern',
      match: { exitCodeRange: { min: 1, max: 125 }, logPattern: 'x' },
      suggestion: 'Look.',
    },
  );
});
test('a number that is none is a problem of its field', () => {
  const { problems } = requestOf({ exitCode: 'one', matchExitCode: '1-999' });
  assert.deepEqual(Object.keys(problems), ['exitCode', 'matchExitCode']);
  assert.deepEqual(requestOf({ exitCode: '-1', matchExitCode: '0' }).problems, {});
});
test('the pattern is written as a monitor has it', () => {
  assert.match(
    patternYaml(EXAMPLE)!,
    /^suggestedFixPatterns:\n {2}- name: my-pattern\n {4}match:\n {6}logPattern: /,
  );
  assert.equal(patternYaml(EMPTY), null);
});
