import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ErrorBody } from './contract/error.ts';
import { type RunningServer, startServer } from './testing.ts';
import { converse, send } from './testing-send.ts';

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const INDEX = '<!doctype html><title>Punctual</title>';

let directory: string;
let server: RunningServer;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'punctual-page-'));
  mkdirSync(join(directory, 'page', 'assets'), { recursive: true });
  writeFileSync(join(directory, 'secret.txt'), 'outside of the page');
  writeFileSync(join(directory, 'page', 'index.html'), INDEX);
  writeFileSync(join(directory, 'page', 'theme.js'), '// theme');
  writeFileSync(join(directory, 'page', 'assets', 'index-4f2a.js'), '// script');
  server = await startServer({}, { pageDirectory: join(directory, 'page') });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

interface Case {
  readonly name: string;
  readonly path: string;
  readonly accept?: string;
  readonly method?: string;
  readonly status: number;
  readonly type: RegExp;
  readonly cacheControl?: string;
}

const CASES: readonly Case[] = [
  {
    name: 'the page is asked for anew each time',
    path: '/',
    accept: HTML,
    status: 200,
    type: /html/,
    cacheControl: 'no-cache',
  },
  {
    name: 'a view of the page is the page',
    path: '/cronjobs/shop/backup?range=7d',
    accept: HTML,
    status: 200,
    type: /html/,
    cacheControl: 'no-cache',
  },
  { name: 'a view may be named like the API', path: '/apiary', accept: HTML, status: 200, type: /html/ },
  {
    name: 'a hashed file is kept for good',
    path: '/assets/index-4f2a.js',
    accept: '*/*',
    status: 200,
    type: /javascript/,
    cacheControl: 'public, max-age=31536000, immutable',
  },
  {
    name: 'a file without a hash is asked for anew',
    path: '/theme.js',
    accept: '*/*',
    status: 200,
    type: /javascript/,
    cacheControl: 'no-cache',
  },
  {
    name: 'a script that is gone is not found, rather than a page that no script engine reads',
    path: '/assets/index-0000.js',
    accept: '*/*',
    status: 404,
    type: /json/,
  },
  {
    name: 'a view is nothing to programs',
    path: '/cronjobs',
    accept: 'application/json',
    status: 404,
    type: /json/,
  },
  {
    name: 'an unknown API path is never the page',
    path: '/api/v1/nothing',
    accept: HTML,
    status: 404,
    type: /json/,
  },
  {
    name: 'the API in an address bar stays JSON',
    path: '/api/v1/channels',
    accept: HTML,
    status: 200,
    type: /json/,
  },
  {
    name: 'a view cannot be posted to',
    path: '/cronjobs',
    method: 'POST',
    accept: HTML,
    status: 404,
    type: /json/,
  },
];

describe('the page', () => {
  for (const { name, path, accept = '*/*', method = 'GET', status, type, cacheControl } of CASES) {
    test(name, async () => {
      const response = await fetch(server.origin + path, { method, headers: { accept } });
      const body = await response.text();
      assert.equal(response.status, status, body);
      assert.match(response.headers.get('content-type') ?? '', type);
      if (cacheControl !== undefined) assert.equal(response.headers.get('cache-control'), cacheControl);
      if (status === 200 && type.test('text/html')) assert.equal(body, INDEX);
    });
  }

  for (const path of ['/', '/cronjobs/shop/backup', '/theme.js']) {
    test(`${path} is a 304 to those who have it, and whole to others`, async () => {
      const first = await send(server.origin, path, { headers: { accept: HTML } });
      const etag = String(first.headers['etag']);
      const ask = (known: string) =>
        send(server.origin, path, { headers: { accept: HTML, 'if-none-match': known } });
      const again = await ask(etag);
      assert.deepEqual([again.status, again.body], [304, '']);
      assert.equal(again.headers['cache-control'], 'no-cache');
      const whole = await ask('W/"another"');
      assert.deepEqual([whole.status, whole.body], [200, first.body]);
    });
  }
});

/** Every way to write a path that some server has once taken for another one. */
const TRICKS = [
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%252e%252e/secret.txt',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '//secret.txt',
  '//etc/passwd',
  '/assets//index-4f2a.js',
  '/index.html%00',
  '/assets/%00/../../../secret.txt',
  '/%',
  'http://punctual/../secret.txt',
  '../secret.txt',
  '/api/v1/../../../secret.txt',
  '/api/v1/%2e%2e/v1/channels',
  '/api/v1//channels',
  '//api/v1/channels',
  '/api/v1%2fchannels',
  '/api%2fv1%2fchannels',
  '/api/v1/cronjobs/shop%2fbackup',
  '/api/v1/cronjobs/%2e%2e/%2e%2e',
  '/api/v1/cronjobs/shop/backup%00',
  '/api/v1/executions/..%2f..%2fsecret.txt',
  '/api/v1/channels/%00/deliveries',
];

describe('a path that would lead elsewhere', () => {
  for (const path of TRICKS) {
    test(`is nothing: ${path}`, async () => {
      const head = `GET ${path} HTTP/1.1\r\nHost: punctual\r\nConnection: close\r\n`;
      const response = await converse(server.origin, (socket) => socket.write(`${head}\r\n`));
      assert.match(response, /^HTTP\/1\.1 40[04] /);
      const body = JSON.parse(response.split('\r\n\r\n')[1]!) as ErrorBody;
      assert.deepEqual(Object.keys(body), ['error', 'message', 'details']);
      assert.match(body.error, /^(bad_request|not_found)$/);
      const page = await converse(server.origin, (socket) =>
        socket.write(`${head}Accept: text/html\r\n\r\n`),
      );
      assert.doesNotMatch(page, /outside of the page/);
    });
  }
});
