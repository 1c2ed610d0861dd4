import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPARK_WIDTH, sparkPaths } from './spark-paths.ts';

test('the newest run stands at the right edge, however few there are', () => {
  assert.deepEqual(sparkPaths(['success']), { success: `M${SPARK_WIDTH - 3} 4h3v10h-3z`, failed: '' });
});
test('a failed run is taller than a successful one', () => {
  assert.deepEqual(sparkPaths(['failed']), { success: '', failed: `M${SPARK_WIDTH - 3} 0h3v14h-3z` });
});
test('of more than 24 runs the oldest fall out', () => {
  const { success, failed } = sparkPaths(['failed', ...Array.from({ length: 24 }, () => 'success' as const)]);
  assert.equal(failed, '');
  assert.equal(success.match(/M/g)?.length, 24);
});
