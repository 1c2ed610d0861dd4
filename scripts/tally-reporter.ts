import type { TestEvent } from 'node:test/reporters';

/** Counts tests (not the suites around them) and writes `{passed, failed, skipped}` as JSON. */
// oxlint-disable-next-line import/no-default-export -- node:test loads a reporter's default export
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    if (event.data.details.type === 'suite') continue;
    if (event.data.skip !== undefined && event.data.skip !== false) counts.skipped += 1;
    else if (event.type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield JSON.stringify(counts);
}
