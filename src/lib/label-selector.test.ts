import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type LabelSelector,
  matchesSelector,
  parseLabelSelector,
  toLabelRequirements,
} from './label-selector.ts';

const LABELS = { app: 'web', tier: 'front', 'example.com/team': 'data' };

const TEXTS: readonly { readonly name: string; readonly text: string; readonly matches: boolean }[] = [
  { name: 'an empty selector selects everything', text: '', matches: true },
  { name: 'equality holds for the same value', text: 'app=web', matches: true },
  { name: 'a double equals sign means the same', text: 'app==web', matches: true },
  { name: 'equality fails for another value', text: 'app=db', matches: false },
  { name: 'equality fails where the label is absent', text: 'zone=a', matches: false },
  { name: 'inequality holds where the label is absent', text: 'zone!=a', matches: true },
  { name: 'inequality fails for the same value', text: 'app!=web', matches: false },
  { name: 'in takes any of its values', text: 'tier in (back, front)', matches: true },
  { name: 'notin fails for one of its values', text: 'tier notin (back,front)', matches: false },
  { name: 'notin holds where the label is absent', text: 'zone notin (a)', matches: true },
  { name: 'a bare key asks for presence', text: 'example.com/team', matches: true },
  { name: 'an exclamation mark asks for absence', text: '!zone', matches: true },
  { name: 'absence fails where the label is there', text: '!app', matches: false },
  { name: 'all conditions must hold', text: 'app=web,tier in (back),!zone', matches: false },
  {
    name: 'commas within parentheses part values, not conditions',
    text: 'tier in (a,front),app',
    matches: true,
  },
  { name: 'an empty value can be asked for', text: 'app=', matches: false },
];

for (const { name, text, matches } of TEXTS) {
  test(name, () => {
    const parsed = parseLabelSelector(text);
    assert.ok(parsed.kind === 'selector', JSON.stringify(parsed));
    assert.equal(matchesSelector(parsed.requirements, LABELS), matches);
  });
}

for (const text of ['a b', 'a in', 'a in ()x', '=b', 'a=b=c', '-a=b', 'a=-b', 'a in (b', 'x/y/z!', ',']) {
  test(`the selector ${JSON.stringify(text)} is refused`, () => {
    assert.equal(parseLabelSelector(text).kind, 'invalid');
  });
}

test('the selector of an object joins its labels and its expressions', () => {
  const selector: LabelSelector = {
    matchLabels: { app: 'web' },
    matchExpressions: [
      { key: 'tier', operator: 'NotIn', values: ['back'] },
      { key: 'zone', operator: 'DoesNotExist' },
    ],
  };
  const parsed = toLabelRequirements(selector);
  assert.ok(parsed.kind === 'selector');
  assert.equal(matchesSelector(parsed.requirements, LABELS), true);
  assert.equal(matchesSelector(parsed.requirements, { ...LABELS, zone: 'a' }), false);
  assert.equal(matchesSelector(parsed.requirements, undefined), false);
});

const INVALID: readonly { readonly name: string; readonly selector: LabelSelector }[] = [
  {
    name: 'an unknown operator',
    selector: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] },
  },
  { name: 'In without values', selector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
  {
    name: 'Exists with values',
    selector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
  },
  { name: 'a key that is none', selector: { matchLabels: { 'a b': 'c' } } },
];
for (const { name, selector } of INVALID) {
  test(`an object's selector with ${name} is refused`, () => {
    assert.equal(toLabelRequirements(selector).kind, 'invalid');
  });
}
