import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../testing.ts';

test('the configuration tells each setting with where it came from', async () => {
  const port = {
    name: 'Port',
    value: '9000',
    source: 'flag',
    flag: '--port',
    variable: 'PUNCTUAL_PORT',
    meaning: 'The port of the page and the API.',
  } as const;
  await using server = await startServer({ settings: [port], version: '1.2.3' });
  const response = await fetch(`${server.origin}/api/v1/admin/config`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { version: '1.2.3', settings: [port] });
});
