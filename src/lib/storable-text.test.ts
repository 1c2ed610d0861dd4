import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storableText } from './storable-text.ts';

const CASES: readonly { readonly name: string; readonly text: string; readonly stored: string }[] = [
  { name: 'ordinary text stays', text: 'größer\n\t😀', stored: 'größer\n\t😀' },
  { name: 'NUL is told by its picture', text: 'a\0b\0', stored: 'a␀b␀' },
  { name: 'half a surrogate pair is replaced', text: 'a\ud83d', stored: 'a\ufffd' },
];
for (const { name, text, stored } of CASES) test(name, () => assert.equal(storableText(text), stored));
