import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chooseEncoding, encode } from './encoding.ts';

const CASES: readonly {
  readonly name: string;
  readonly header: string | undefined;
  readonly chosen: string | null;
}[] = [
  { name: 'the best that a browser takes', header: 'gzip, deflate, br, zstd', chosen: 'br' },
  { name: 'gzip where nothing better is taken', header: 'GZIP;q=0.5, deflate', chosen: 'gzip' },
  { name: 'nothing that is refused', header: 'br;q=0, gzip; q=0.0', chosen: null },
  { name: 'nothing for who takes none', header: 'identity', chosen: null },
  { name: 'nothing for who does not say', header: undefined, chosen: null },
];

for (const { name, header, chosen } of CASES) {
  test(`a body is packed as ${name}`, () => assert.equal(chooseEncoding(header), chosen));
}

test('what is packed can be unpacked', async () => {
  const bytes = Buffer.from('every run, every night. '.repeat(10_000));
  const [br, gzip] = await Promise.all([encode(bytes, 'br'), encode(bytes, 'gzip')]);
  assert.ok(br.length < bytes.length / 100 && gzip.length < bytes.length / 100);
  assert.deepEqual([brotliDecompressSync(br), gunzipSync(gzip)], [bytes, bytes]);
});
