/** A page is read in a few ms, so that other reads need not wait for long. */
export const ROWS_PER_PAGE = 500;

/**
 * The pages of a long list, none of them empty: `read` answers the rows after the given one (null: the first),
 * at most `rowsPerPage`. It is called when the page is asked for, so nothing is held or read between two.
 */
export async function* keysetPages<Row>(
  read: (last: Row | null) => Promise<Row[]>,
  rowsPerPage = ROWS_PER_PAGE,
): AsyncGenerator<Row[]> {
  let page = await read(null);
  while (page.length > 0) {
    yield page;
    if (page.length < rowsPerPage) return;
    page = await read(page.at(-1)!);
  }
}
