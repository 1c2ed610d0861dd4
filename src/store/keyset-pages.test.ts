import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysetPages, pagesTogether, ROWS_PER_PAGE } from './keyset-pages.ts';

test('each page continues after the last row of the one before, until one is not full', async () => {
  const { read, asked } = table(2 * ROWS_PER_PAGE + 1);
  const lengths: number[] = [];
  for await (const page of keysetPages(read)) lengths.push(page.length);
  assert.deepEqual(lengths, [ROWS_PER_PAGE, ROWS_PER_PAGE, 1]);
  assert.deepEqual(asked, [null, ROWS_PER_PAGE - 1, 2 * ROWS_PER_PAGE - 1]);
});

test('a list that fills its last page ends without an empty one', async () => {
  const lengths: number[] = [];
  for await (const page of keysetPages(table(ROWS_PER_PAGE).read)) lengths.push(page.length);
  assert.deepEqual(lengths, [ROWS_PER_PAGE]);
});

test('an empty list has no page', async () => {
  for await (const _page of keysetPages(table(0).read)) assert.fail('a page of nothing');
});

test('a page that nobody asks for is not read', async () => {
  const { read, asked } = table(10 * ROWS_PER_PAGE);
  for await (const _page of keysetPages(read)) break;
  assert.deepEqual(asked, [null]);
});

test('short lists are told as one page, in their order; a long one follows in its own', async () => {
  const lists = [3, 0, ROWS_PER_PAGE + 2, 1].map((count) => keysetPages(table(count).read));
  const pages: number[][] = [];
  for await (const page of pagesTogether(lists)) pages.push(page);
  assert.deepEqual(
    pages.map((page) => [page.length, page[0], page.at(-1)]),
    [
      [3 + ROWS_PER_PAGE, 0, ROWS_PER_PAGE - 1],
      [2, ROWS_PER_PAGE, ROWS_PER_PAGE + 1],
      [1, 0, 0],
    ],
  );
});

/** The numbers from 0, and after which of them a page was read. */
function table(count: number) {
  const asked: (number | null)[] = [];
  const read = async (last: number | null): Promise<number[]> => {
    asked.push(last);
    const start = last === null ? 0 : last + 1;
    return Array.from({ length: Math.min(ROWS_PER_PAGE, count - start) }, (_, index) => start + index);
  };
  return { read, asked };
}
