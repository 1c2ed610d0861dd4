import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutOf } from './shortcut-of.ts';

const press = (key: string) => ({ key, modified: false, typing: false });

test('a slash goes to the search', () => assert.equal(shortcutOf(press('/'), null), 'search'));
test('g and then o goes to the overview', () => assert.equal(shortcutOf(press('o'), 'g'), 'go /'));
test('g and then c goes to the channels', () => assert.equal(shortcutOf(press('c'), 'g'), 'go /channels'));
test('g and then m goes to the monitors', () => assert.equal(shortcutOf(press('m'), 'g'), 'go /monitors'));
test('o alone means nothing', () => assert.equal(shortcutOf(press('o'), null), null));
test('after g a single key is no shortcut of its own', () => {
  assert.equal(shortcutOf(press('j'), 'g'), null);
  assert.equal(shortcutOf(press('t'), 'g'), 'go /settings');
});
test('a key typed into a field is text', () => {
  assert.equal(shortcutOf({ key: '/', modified: false, typing: true }, null), null);
});
test('a key with Ctrl, Alt or Cmd is left to the browser', () => {
  assert.equal(shortcutOf({ key: 't', modified: true, typing: false }, null), null);
});

test('a acknowledges, and after g goes to the alerts', () => {
  assert.equal(shortcutOf(press('a'), null), 'acknowledge');
  assert.equal(shortcutOf(press('a'), 'g'), 'go /alerts');
});
