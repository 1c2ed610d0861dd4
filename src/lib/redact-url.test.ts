import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactUrl } from './redact-url.ts';

const CASES = [
  {
    name: 'a password is hidden, its user is not',
    url: 'postgres://punctual:hunter2@db:5432/punctual',
    shown: 'postgres://punctual:[secret]@db:5432/punctual',
  },
  {
    name: 'a password with an at sign, a slash or a question mark in it is hidden whole',
    url: 'postgres://punctual:a/b@c?d@db/punctual',
    shown: 'postgres://punctual:[secret]@db/punctual',
  },
  {
    name: 'parameters that speak of a secret are hidden, others are not',
    url: 'postgres://db/punctual?sslmode=require&password=hunter2&sslkey=k',
    shown: 'postgres://db/punctual?sslmode=require&password=[secret]&sslkey=[secret]',
  },
  {
    name: 'several hosts are no obstacle',
    url: 'postgres://punctual:hunter2@a:5432,b:5432/punctual',
    shown: 'postgres://punctual:[secret]@a:5432,b:5432/punctual',
  },
  {
    name: 'a URL without any secret stays as it is',
    url: 'https://punctual.example/base',
    shown: 'https://punctual.example/base',
  },
  { name: 'a text that is no URL is hidden whole', url: 'host=db password=hunter2', shown: '[secret]' },
] as const;

for (const { name, url, shown } of CASES) test(name, () => assert.equal(redactUrl(url), shown));
