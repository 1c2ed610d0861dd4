/** Below SQLite's most parameters of a statement (32,766), and a list that is read in a few ms. */
const IDS_PER_QUERY = 1_000;

/** The ids in lists that one statement takes, in their order. */
export function* idChunks(ids: readonly number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    yield ids.slice(start, start + IDS_PER_QUERY);
  }
}
