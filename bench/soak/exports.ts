import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { LineCount } from '../line-count.ts';
import { BROWSER } from './dashboards.ts';

/** The rows of an export of what started between two instants, without its header. Throws when it breaks off. */
export async function exportRows(
  dispatcher: Dispatcher,
  origin: string,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<number> {
  const range = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  const { statusCode, headers, body } = await request(
    `${origin}/api/v1/export/executions?${range.toString()}`,
    {
      dispatcher,
      headers: BROWSER,
      bodyTimeout: 0,
      headersTimeout: 0,
      signal,
    },
  );
  if (statusCode !== 200) throw new Error(`the export answered ${statusCode}`);
  if (headers['content-encoding'] !== 'br') throw new Error('the export is not compressed');
  const count = new LineCount();
  await pipeline(body, createBrotliDecompress(), count);
  return count.lines - 1;
}
