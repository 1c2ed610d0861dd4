import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { checkPortFree } from './free-port.ts';

test('a port is refused while somebody listens on it, and free again afterwards', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await assert.rejects(checkPortFree('127.0.0.1', port), { code: 'EADDRINUSE' });
  await new Promise((resolve) => server.close(resolve));
  await checkPortFree('127.0.0.1', port);
});
