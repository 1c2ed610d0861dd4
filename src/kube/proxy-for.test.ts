import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyFor } from './proxy-for.ts';

const PROXY = 'http://proxy:3128';

const CASES: readonly {
  name: string;
  server: string;
  env: Readonly<Record<string, string>>;
  proxy: string | null;
}[] = [
  { name: 'nothing is set', server: 'https://k8s', env: {}, proxy: null },
  { name: 'HTTPS_PROXY is set', server: 'https://k8s', env: { HTTPS_PROXY: PROXY }, proxy: PROXY },
  { name: 'https_proxy is set', server: 'https://k8s', env: { https_proxy: PROXY }, proxy: PROXY },
  { name: 'it has no scheme', server: 'https://k8s', env: { HTTPS_PROXY: 'proxy:3128' }, proxy: PROXY },
  { name: 'only the other scheme has one', server: 'https://k8s', env: { HTTP_PROXY: PROXY }, proxy: null },
  { name: 'the server is plain HTTP', server: 'http://k8s', env: { HTTP_PROXY: PROXY }, proxy: PROXY },
  {
    name: 'the server is loopback',
    server: 'https://127.0.0.1:6443',
    env: { HTTPS_PROXY: PROXY },
    proxy: null,
  },
  { name: 'the server is localhost', server: 'https://localhost', env: { HTTPS_PROXY: PROXY }, proxy: null },
  { name: 'the server is ::1', server: 'https://[::1]:6443', env: { HTTPS_PROXY: PROXY }, proxy: null },
  ...exempt('https://k8s.corp:6443', 'other, k8s.corp', true),
  ...exempt('https://k8s.corp:6443', 'corp', true),
  ...exempt('https://k8s.corp:6443', '.corp', true),
  ...exempt('https://k8s.corp:6443', '*.corp', true),
  ...exempt('https://k8s.corp:6443', '*', true),
  ...exempt('https://k8s.corp:6443', 'k8s.corp:6443', true),
  ...exempt('https://k8s.corp:6443', 'k8s.corp:443', false),
  ...exempt('https://k8s.corp:6443', 's.corp', false),
  ...exempt('https://10.96.0.1', '10.96.0.0/12', true),
  ...exempt('https://10.96.0.1:443', '10.96.0.1', true),
  ...exempt('https://10.96.0.1', '10.112.0.0/12', false),
  ...exempt('https://10.96.0.1', '10.96.0.0/nonsense', false),
  ...exempt('https://[fd00::1]:6443', 'fd00::/8', true),
  ...exempt('https://[fd00::1]:6443', 'fd00::1', true),
];

function exempt(server: string, noProxy: string, direct: boolean): (typeof CASES)[number][] {
  const name = `NO_PROXY is ${noProxy} and the server ${server}`;
  return [{ name, server, env: { HTTPS_PROXY: PROXY, NO_PROXY: noProxy }, proxy: direct ? null : PROXY }];
}

for (const { name, server, env, proxy } of CASES) {
  test(`the connection is ${proxy ? 'proxied' : 'direct'} when ${name}`, () => {
    assert.equal(proxyFor(server, env), proxy);
  });
}
