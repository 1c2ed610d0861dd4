import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_DENIED_NETWORKS, DeniedNetworks } from './denied-networks.ts';

const denied = new DeniedNetworks(DEFAULT_DENIED_NETWORKS);

const HOSTS: readonly { readonly host: string; readonly denies: boolean }[] = [
  { host: '169.254.169.254', denies: true },
  { host: '::ffff:169.254.169.254', denies: true },
  { host: 'fe80::1', denies: true },
  { host: 'fd00:ec2::254', denies: true },
  { host: '100.100.100.200', denies: true },
  { host: '168.63.129.16', denies: true },
  { host: '127.0.0.1', denies: false },
  { host: '10.0.0.7', denies: false },
  { host: '2001:db8::1', denies: false },
  { host: 'hooks.example', denies: false },
];
for (const { host, denies } of HOSTS) {
  test(`${host} is ${denies ? 'denied' : 'not denied'} by default`, () =>
    assert.equal(denied.denies(host), denies));
}

test('no network denies nothing', () =>
  assert.equal(new DeniedNetworks([]).denies('169.254.169.254'), false));

for (const network of ['169.254.0.0', '169.254.0.0/33', 'fe80::/129', 'metadata/8', '/8', '1.2.3.4/x']) {
  test(`"${network}" is refused with its text`, () =>
    assert.throws(() => new DeniedNetworks([network]), {
      name: 'RangeError',
      message: `${network} is no network such as 169.254.0.0/16`,
    }));
}
