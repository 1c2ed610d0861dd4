import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAxis } from './day-axis.ts';

test('a place in a column is its day, and beyond the ends the first and the last', () => {
  const axis = dayAxis(14, 40, 740);
  for (let index = 0; index < 14; index += 1) assert.equal(axis.indexAt(axis.middle(index)), index);
  assert.equal(axis.indexAt(0), 0);
  assert.equal(axis.indexAt(900), 13);
});
test('the columns stay between the edges', () => {
  const axis = dayAxis(90, 40, 400);
  assert.ok(axis.left(0) >= 40 && axis.left(89) + axis.column <= 400);
});
test('labels have room, and the newest day is among them', () => {
  const { labelled, middle } = dayAxis(90, 40, 400);
  assert.equal(labelled.at(-1), 89);
  assert.ok(middle(labelled[1]!) - middle(labelled[0]!) >= 60);
});
