import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { SecretText } from './secret-text.ts';

const secret = new SecretText('hunter2');

test('a secret text is given only to who asks for it by name', () => {
  assert.equal(secret.reveal(), 'hunter2');
});

const PRINTED: readonly { way: string; text: string }[] = [
  { way: 'JSON', text: JSON.stringify({ secret }) },
  { way: 'a template', text: `${secret.toString()} ${String(secret)}` },
  { way: 'inspect, deep within', text: inspect({ a: { b: [secret] } }, { showHidden: true, depth: null }) },
  { way: 'its own keys', text: Object.entries(secret).join() },
];
for (const { way, text } of PRINTED) {
  test(`a secret text does not show in ${way}`, () => assert.doesNotMatch(text, /hunter2/));
}
