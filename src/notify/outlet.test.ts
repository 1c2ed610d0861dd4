import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { test } from 'node:test';
import { DeniedNetworks } from '../lib/denied-networks.ts';
import { createServerCertificate } from '../sandbox/server-certificate.ts';
import { openOutlet, type OutletOptions } from './outlet.ts';
import { sendRequest } from './send-request.ts';

const REQUEST = { method: 'POST', headers: {}, body: '{}' } as const;
const EVERYWHERE: OutletOptions = { denied: new DeniedNetworks([]), extraCa: null };

async function send(url: string, options: OutletOptions) {
  const outlet = openOutlet(options);
  const outcome = await sendRequest(url, REQUEST, { outlet, now: 0, timeoutMs: 5_000 });
  await outlet.dispatcher.destroy();
  return outcome;
}

async function listening(server: Server): Promise<{ port: number; [Symbol.asyncDispose](): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

test('a name that resolves to a denied address is not connected to', async () => {
  let connections = 0;
  await using server = await listening(createHttpServer().on('connection', () => (connections += 1)));
  const denied = new DeniedNetworks(['127.0.0.0/8', '::1/128']);
  const outcome = await send(`http://localhost:${server.port}/`, { ...EVERYWHERE, denied });
  assert.ok(outcome.kind === 'rejected');
  assert.match(outcome.reason, /--denied-networks/);
  assert.equal(connections, 0);
});

for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]']) {
  test(`a denied address written as ${host} is not connected to`, async () => {
    const denied = new DeniedNetworks(['127.0.0.0/8']);
    const outcome = await send(`http://${host}:1/`, { ...EVERYWHERE, denied });
    assert.equal(outcome.kind, 'rejected');
  });
}

test('a receiver with a certificate of a private CA is trusted once the CA is', async () => {
  const { certificate, privateKey } = createServerCertificate(['127.0.0.1'], Date.now());
  const options = { key: privateKey, cert: certificate };
  await using server = await listening(createHttpsServer(options, (_, response) => response.end()));
  const url = `https://127.0.0.1:${server.port}/`;
  const untrusted = await send(url, EVERYWHERE);
  assert.ok(untrusted.kind === 'retry');
  assert.match(untrusted.reason, /certificate/);
  assert.equal((await send(url, { ...EVERYWHERE, extraCa: certificate })).kind, 'delivered');
});

test('a message goes through the proxy that the environment names, but for hosts that it exempts', async () => {
  const asked: string[] = [];
  await using receiver = await listening(createHttpServer((_, response) => response.end()));
  // A plain request that a proxy is to pass on has the whole URL in its first line.
  const proxy = createHttpServer((request, response) => {
    asked.push(request.url!);
    response.end();
  });
  await using listeningProxy = await listening(proxy);
  const before = { ...process.env };
  Object.assign(process.env, {
    HTTP_PROXY: `http://127.0.0.1:${listeningProxy.port}`,
    NO_PROXY: `127.0.0.1:${receiver.port}`,
  });
  try {
    assert.equal((await send('http://chat.invalid/hook', EVERYWHERE)).kind, 'delivered');
    assert.equal((await send(`http://127.0.0.1:${receiver.port}/hook`, EVERYWHERE)).kind, 'delivered');
  } finally {
    process.env = before;
  }
  assert.deepEqual(asked, ['http://chat.invalid/hook']);
});
