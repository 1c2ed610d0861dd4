import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideSecrets } from './hide-secrets.ts';

const URL_SENT = 'https://user:pa55word-x@hooks.example/services/T0000AAAA/B1111BBBB?token=s3cr3t%2Dvalue';
const REQUEST = {
  headers: {
    authorization: 'Bearer eyJhbGciOi',
    'content-type': 'application/json',
    'x-api-key': 'k-12345678',
  },
};

const ANSWERS: readonly { readonly name: string; readonly answer: string; readonly shown: string }[] = [
  {
    name: 'the path that was not found',
    answer: 'Cannot POST /services/T0000AAAA/B1111BBBB',
    shown: 'Cannot POST [hidden]',
  },
  { name: 'one part of it', answer: 'team T0000AAAA is unknown', shown: 'team [hidden] is unknown' },
  { name: 'a value of the query', answer: 'bad token s3cr3t-value', shown: 'bad token [hidden]' },
  { name: 'the password of the URL', answer: 'no: pa55word-x', shown: 'no: [hidden]' },
  { name: "a header's value", answer: 'key k-12345678 expired', shown: 'key [hidden] expired' },
  { name: 'a bearer token without its scheme', answer: 'jwt eyJhbGciOi', shown: 'jwt [hidden]' },
  {
    name: 'nothing of an answer that quotes nothing',
    answer: 'invalid application/json for hooks',
    shown: 'invalid application/json for hooks',
  },
];
for (const { name, answer, shown } of ANSWERS) {
  test(`hides ${name}`, () => assert.equal(hideSecrets(answer, URL_SENT, REQUEST), shown));
}
